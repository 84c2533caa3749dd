import { register } from 'node:module';

/* For `node --import`: what is TypeScript is read by typescript-hooks.mjs. */
register('./typescript-hooks.mjs', import.meta.url);
