import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { MAX_DESCRIPTION, MAX_TITLE } from '../../site/meta.ts';
import { seedDemo } from '../seed.ts';
import { builtPages } from './builtPages.ts';

// Reads each page of the demo content as a search engine does.

const HOME = 'https://aurora.example';

interface IndexedPage {
  path: string;
  html: string;
}

let app: TestApp;
let pages: IndexedPage[];

const unescaped = (html: string) =>
  html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');

beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL: HOME },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
  });
  await seedDemo(app.deps);
  pages = await crawl();
});
afterAll(() => app.remove());

/** Reads the pages of the sitemap, and the further pages of lists to which they link. */
async function crawl(): Promise<IndexedPage[]> {
  const sitemap = (await app.request('GET', '/sitemap.xml')).payload;
  const paths = new Set(
    Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) =>
      unescaped(address).replace(HOME, ''),
    ),
  );
  const read: IndexedPage[] = [];
  // A set also visits what is added meanwhile.
  for (const path of paths) {
    const { statusCode, payload: html } = await app.request('GET', path);
    expect(statusCode, path).toBe(200);
    read.push({ path, html });
    for (const [, link = ''] of html.matchAll(/href="(\/[^"#]*[?;]pagina=\d+)"/g)) paths.add(unescaped(link));
  }
  return read;
}

function metaOf({ html }: IndexedPage, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/>`).exec(html)?.[1];
  return content && unescaped(content);
}

const titleOf = ({ html }: IndexedPage) => unescaped(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');

test('no two pages have the same title or description', () => {
  expect(pages.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/offers?pagina=3', '/tips-and-recipes?categoria=lanches-e-cafe']),
  );
  for (const textOf of [titleOf, (page: IndexedPage) => metaOf(page, 'description')]) {
    const byText = Map.groupBy(pages, textOf);
    const shared = [...byText].filter(([, same]) => same.length > 1);
    expect(shared.map(([text, same]) => ({ text, paths: same.map(({ path }) => path) }))).toEqual([]);
  }
});

test('search engines show descriptions in full, and titles up to the name of the site', () => {
  for (const page of pages) {
    const title = titleOf(page);
    const description = metaOf(page, 'description') ?? '';
    expect(title.endsWith(' · Hiper Aurora'), title).toBe(
      `${title.replace(/ · Hiper Aurora$/, '')} · Hiper Aurora`.length <= MAX_TITLE,
    );
    expect(description.length, `${page.path}: ${description}`).toBeGreaterThan(40);
    expect(description.length, `${page.path}: ${description}`).toBeLessThanOrEqual(MAX_DESCRIPTION + 1);
  }
});

test('titles of branches name their city', () => {
  const titles = pages.filter(({ path }) => path.startsWith('/branches/')).map(titleOf);
  expect(titles.length).toBeGreaterThan(1);
  for (const title of titles) expect(title).toMatch(/^[^·]+ · Supermercado em [^·]+ · Hiper Aurora$/);
});

test('each page states its own address and the tags of shared links, and may be indexed', () => {
  for (const page of pages) {
    const canonical = unescaped(/<link rel="canonical" href="([^"]+)"\/>/.exec(page.html)?.[1] ?? '');
    expect(canonical, page.path).toBe(HOME + page.path);
    expect(metaOf(page, 'og:url'), page.path).toBe(canonical);
    expect(metaOf(page, 'robots'), page.path).toBeUndefined();
    expect(metaOf(page, 'og:image'), page.path).toMatch(/^https:\/\/aurora\.example\/(media|brand)\//);
    for (const name of ['og:image:width', 'og:image:height', 'og:image:alt', 'og:title', 'og:locale'])
      expect(metaOf(page, name), `${page.path} ${name}`).toBeTruthy();
    expect(page.html, `${page.path} ends with who runs it`).toMatch(
      /<footer[\s\S]*mailto:contato@hiperaurora\.example[\s\S]*CNPJ \d/,
    );
  }
});
