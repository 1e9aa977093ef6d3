declare module 'virtual:browser-script' {
  /** Address of the script of public pages. */
  const address: string;
  export default address;
}
