declare module 'fxa-common-password-list' {
  const list: {
    /** Returns whether the password is among the most used. The list is in lower case. */
    test(password: string): boolean;
  };
  export default list;
}
