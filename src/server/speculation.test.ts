import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { PAGES } from './discovery.ts';

const root = resolve(import.meta.dirname, '../..');
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
  const build = (await import(pathToFileURL(resolve(root, 'build/server/index.js')).href)) as ServerBuild;
  app = await createTestApp({
    env: { API_PREFIX: '/v1/dados' },
    pages: { build, development: false, clientDirectory: resolve(root, 'build/client') },
  });
  rules = (await app.request('GET', '/speculation-rules.json')).json() as Rules;
});
afterAll(() => app.remove());

const headerOf = async (path: string) => (await app.request('GET', path)).headers['speculation-rules'];

test('the rules are a file of their own kind that browsers keep', async () => {
  const { statusCode, headers } = await app.request('GET', '/speculation-rules.json');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/speculationrules+json');
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect(rules.prerender).toHaveLength(1);
  expect(rules.prerender[0]?.eagerness).toBe('moderate');
});

test('public pages name them, and nothing of staff does', async () => {
  for (const path of [...PAGES, '/nao-existe'])
    expect(await headerOf(path), path).toBe('"/speculation-rules.json"');
  for (const path of ['/auth/login', '/admin/dashboard', '/sitemap.xml', '/v1/dados/site/branches'])
    expect(await headerOf(path), path).toBeUndefined();
});

describe('a link is made ready', () => {
  const matches = (pattern: string, href: string) => new URLPattern(pattern, ORIGIN).test(href);
  const isReady = (path: string) =>
    rules.prerender[0]?.where.and.every(({ href_matches, not }) => {
      const href = new URL(path, ORIGIN).href;
      return (
        (href_matches === undefined || matches(href_matches, href)) &&
        !not?.href_matches?.some((pattern) => matches(pattern, href))
      );
    });

  test.each([...PAGES, '/tips-and-recipes?busca=bolo', '/shops/0b8a-1', '/branches?cidade=Natal#lista'])(
    'to %s',
    (path) => expect(isReady(path)).toBe(true),
  );

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
  ])('never to %s', (path) => expect(isReady(path)).toBe(false));

  test('never where it opens beside the page, is kept as a file or leads about the page', () => {
    const selectors = rules.prerender[0]?.where.and.flatMap(({ not }) => not?.selector_matches ?? []);
    expect(selectors).toEqual(['[target=_blank], [download], [href^="#"]']);
  });
});
