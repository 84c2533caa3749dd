/** The text of a file, as Vite hands it over. */
declare module '*?raw' {
  const text: string;
  export default text;
}
