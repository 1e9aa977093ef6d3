import type { Page } from '@playwright/test';

/**
 * Returns an address of each kind of public page: those of the sitemap, and those that are hidden from search
 * engines.
 */
export async function everyPublicPage(page: Page): Promise<string[]> {
  const map = await (await page.request.get('/sitemap.xml')).text();
  const kinds = new Map<string, string>();
  for (const [, address = ''] of map.matchAll(/<loc>([^<]+)/g)) {
    const { pathname, search } = new URL(address);
    const kind = pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':uuid') + search.replace(/=.*/, '');
    if (!kinds.has(kind)) kinds.set(kind, pathname + search);
  }
  return [...kinds.values(), '/offline', '/nao-existe', ...EMPTY];
}

/** Lists whose search has no result. */
const EMPTY = [
  '/search',
  '/search?q=nadadisso',
  '/branches?cidade=Natal',
  '/offers?busca=nada+disso',
  '/shops?busca=nada+disso',
  '/help?busca=nada+disso',
  '/tips-and-recipes?busca=nada+disso',
  '/booklet?busca=nada+disso',
];
