declare module 'virtual:browser-script' {
  /** Address of the script of public pages. */
  const address: string;
  export default address;
  /** Changes with the files of the client build. */
  export const version: string;
}

declare module '*?script' {
  /** The module and its imports as one minified classic script, for the head of a page. Empty in the browser. */
  const text: string;
  export default text;
}
