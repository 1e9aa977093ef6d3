const sheets = new Map<string, Promise<unknown>>();

/** Loads a stylesheet once. Resolves also if it fails, so that the content still shows. */
export function loadStylesheet(href: string): Promise<unknown> {
  const loading = sheets.get(href);
  if (loading) return loading;
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
