declare module 'fxa-common-password-list' {
  const list: {
    /** Whether it is among those that are used most; the list is in small letters. */
    test(password: string): boolean;
  };
  export default list;
}
