const sheets = new Map<string, Promise<unknown>>();

/** Styles of what only a script shows come with it, once. Without them it is shown all the same. */
export function withSheet(href: string): Promise<unknown> {
  const known = sheets.get(href);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const there = new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
  document.head.append(link);
  sheets.set(href, there);
  return there;
}
