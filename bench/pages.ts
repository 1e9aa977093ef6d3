const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

/**
 * Returns one address of each kind of page; `/shops/:uuid` and the like are represented by their first
 * record.
 */
export function pageKinds(sitemap: string): string[] {
  const kinds = new Map<string, string>();
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const { pathname } = new URL(address);
    const kind = pathname.replace(UUID, ':uuid');
    if (!kinds.has(kind)) kinds.set(kind, pathname);
  }
  return [...kinds.values()];
}

/** Returns the kind of a page as figures name it, which is the same in each run. */
export const kindOf = (path: string) => path.replace(UUID, ':uuid');
