declare module 'virtual:browser-script' {
  /** Address of the script of public pages. */
  const address: string;
  export default address;
}

declare module '*?script' {
  /** The module and its imports as one minified classic script, for the head of a page. Empty in the browser. */
  const text: string;
  export default text;
}
