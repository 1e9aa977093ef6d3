/** Prevents code and markup that a page of the back office does not already contain. */
export function restrictCode(): void {
  // Makes zod interpret its schemas. Otherwise zod tests at start whether the policy allows `new Function`; it
  // does not, and browsers report each test as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
  // React writes its inline scripts and styles again if it renders the whole page. A script that is written
  // this way does not run.
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (isOwnMarkup(text) ? text : null),
  });
}

const isOwnMarkup = (text: string) =>
  text === '' ||
  text === '<script></script>' ||
  [...document.querySelectorAll('script,style')].some((element) => element.textContent === text);

declare global {
  var __zod_globalConfig: { jitless: boolean };
  var trustedTypes:
    | { createPolicy(name: string, rules: { createHTML(text: string): string | null }): void }
    | undefined;
}
