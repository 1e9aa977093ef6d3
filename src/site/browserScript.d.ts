declare module 'virtual:browser-script' {
  /** The address of the script of public pages. */
  const address: string;
  export default address;
}
