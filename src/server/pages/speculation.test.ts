import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { sitemapPages } from '../../shared/sitePages.ts';
import { builtPages } from './builtPages.ts';

const ORIGIN = 'https://aurora.example';

interface Rules {
  prerender: {
    eagerness: string;
    where: { and: { href_matches?: string; not?: { href_matches?: string[]; selector_matches?: string } }[] };
  }[];
}

let app: TestApp;
let rules: Rules;
beforeAll(async () => {
  app = await createTestApp({
    env: { API_PREFIX: '/v1/dados' },
    pages: builtPages,
  });
  rules = JSON.parse(textOf((await app.request('GET', '/')).body) ?? '') as Rules;
});
afterAll(() => app.remove());

const textOf = (html: string) => /<script type="speculationrules">(.*?)<\/script>/.exec(html)?.[1];

test('public pages contain the speculation rules, which their policy allows by name; screens do not', async () => {
  expect(rules.prerender).toHaveLength(1);
  expect(rules.prerender[0]?.eagerness).toBe('moderate');
  for (const path of [...sitemapPages, '/nao-existe']) {
    const { body, headers } = await app.request('GET', path);
    const text = textOf(body) ?? '';
    expect(JSON.parse(text), path).toEqual(rules);
    const hash = createHash('sha256').update(text).digest('base64');
    expect(headers['content-security-policy'], path).toContain(`'sha256-${hash}'`);
  }
  for (const path of ['/auth/login', '/admin/dashboard', '/sitemap.xml', '/v1/dados/site/branches'])
    expect((await app.request('GET', path)).body, path).not.toContain('speculationrules');
});

describe('prerendering', () => {
  const matches = (pattern: string, href: string) => new URLPattern(pattern, ORIGIN).test(href);
  const isReady = (path: string) =>
    rules.prerender[0]?.where.and.every(({ href_matches, not }) => {
      const href = new URL(path, ORIGIN).href;
      return (
        (href_matches === undefined || matches(href_matches, href)) &&
        !not?.href_matches?.some((pattern) => matches(pattern, href))
      );
    });

  test.each([
    ...sitemapPages,
    '/tips-and-recipes?busca=bolo',
    '/shops/0b8a-1',
    '/branches?cidade=Natal#lista',
  ])('prerenders a link to %s', (path) => expect(isReady(path)).toBe(true));

  test.each([
    '/admin',
    '/admin/dashboard',
    '/admin/branches/index?page=2',
    '/auth/login?to=%2Fadmin',
    '/auth/logout',
    '/v1/dados',
    '/v1/dados/site/branches',
    '/media/5dbc/original.pdf',
    '/media/5dbc/original.pdf#page=2',
    '/sitemap.xml',
    '/brand/og.jpg',
    'https://elsewhere.example/branches',
  ])('never prerenders %s', (path) => expect(isReady(path)).toBe(false));

  test('never prerenders a link that opens a tab, downloads or stays on the page', () => {
    const selectors = rules.prerender[0]?.where.and.flatMap(({ not }) => not?.selector_matches ?? []);
    expect(selectors).toEqual(['[target=_blank], [download], [href^="#"]']);
  });
});
