import { pageOptions } from '../scripts/page-options.js';

/** The page that checks what is dropped on it. scripts/site adds all other pages, and the header and footer of this one. */
export default pageOptions('site');
