import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { branch, expectComplete, type Json, json, site, typedIn } from '../../../test/structuredData.ts';
import { headTags, MAX_DESCRIPTION, type PageMeta } from '../meta.ts';
import { graphOf, webSite } from './structured.ts';
import { groceryStore } from './structuredPlaces.ts';

type Tag = Record<string, unknown>;
const tagsOf = (page: PageMeta): Tag[] =>
  (headTags(site, page, 'M').filter(Boolean) as ReactElement<Tag>[]).map(({ type, props }) => ({
    tag: type,
    ...props,
  }));
const contentOf = (tags: Tag[], name: string) =>
  tags.find((tag) => tag.property === name || tag.name === name)?.content;
const saidIn = (tags: Tag[]) => {
  const script = tags.find(({ tag }) => tag === 'script');
  const { __html = 'null' } = (script?.dangerouslySetInnerHTML ?? {}) as { __html?: string };
  return JSON.parse(__html) as Json | null;
};

test('a page has its own title, description, address, picture and breadcrumbs', () => {
  const tags = tagsOf({
    title: 'Aurora Centro',
    description: `Perto da praça.\n${'Pão quente às sete. '.repeat(20)}`,
    path: `/branches/${branch.uuid}`,
    image: branch.file,
    structured: (data) => [groceryStore(data, branch)],
  });
  const own = `https://aurora.example/branches/${branch.uuid}`;
  expect(tags).toContainEqual({ tag: 'title', children: 'Aurora Centro · Hiper Aurora' });
  expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: own });
  expect(contentOf(tags, 'og:url')).toBe(own);
  expect(contentOf(tags, 'og:image')).toBe('https://aurora.example/media/a/original.jpg');
  expect([contentOf(tags, 'og:image:width'), contentOf(tags, 'og:image:height')]).toEqual(['1600', '1200']);
  expect(contentOf(tags, 'og:image:alt')).toBe('Uma foto');
  expect(contentOf(tags, 'twitter:card')).toBe('summary_large_image');
  expect(contentOf(tags, 'robots')).toBeUndefined();
  expect(String(contentOf(tags, 'description'))).toMatch(/^Perto da praça\. Pão .*…$/);
  expect(String(contentOf(tags, 'description')).length).toBeLessThanOrEqual(MAX_DESCRIPTION + 1);
  const graph = saidIn(tags) as Json;
  expectComplete(...(graph['@graph'] as unknown[]));
  expect(typedIn(graph).flatMap((node) => (node['@type'] === 'ListItem' ? [node.name] : []))).toEqual([
    'Início',
    'Filiais',
    'Aurora Centro',
  ]);
});

test("a page that is not indexed has no structured data, and a page without a picture uses the site's", () => {
  const tags = tagsOf({ title: 'Sem internet', structured: (data) => [webSite(data)] });
  expect(contentOf(tags, 'robots')).toBe('noindex');
  expect(saidIn(tags)).toBeNull();
  expect(tags.some(({ rel }) => rel === 'canonical')).toBe(false);
  expect(contentOf(tags, 'og:image')).toBe('https://aurora.example/brand/og.jpg');
  expect(contentOf(tags, 'og:image:width')).toBe('1200');
});

test('a graph has one context for all its things', () => {
  expect(json(graphOf([webSite(site)]))).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'WebSite' }],
  });
});
