import { createElement, type ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import { isNamedPage, parentOf, SITE_PAGES } from '../shared/sitePages.ts';
import type { SiteData } from './siteData.ts';
import { breadcrumbs, type Crumb, graphOf } from './structuredData/structured.ts';

/** A picture like `file` of a record. */
interface Picture {
  url_s3: string;
  width?: number | null;
  height?: number | null;
  alt?: string | null;
}

/** Metadata of a page. */
export interface PageMeta {
  /**
   * Title without the site's name, which is appended where it fits; absent if the name is enough. The part
   * before « · » names the page in breadcrumbs.
   */
  title?: string;
  description?: string;
  /** Canonical path, such as `/branches`; absent for pages that search engines must not index. */
  path?: string | undefined;
  /** Picture for shared links. */
  image?: Picture | string | null | undefined;
  /**
   * Name of the element whose picture a card's picture grows into; the page then waits for it before its
   * first paint.
   */
  transitionTarget?: 'foto';
  /** Structured data; ignored for pages that are not indexed. */
  structured?: (site: SiteData) => (Thing | null)[];
}

/** About as many characters as search engines show of a title. */
export const MAX_TITLE = 60;

/** About as many characters as search engines show of a description. */
export const MAX_DESCRIPTION = 155;

/** Names a page of a list. From the second page on it adds the number, so that no two have the same name. */
export const listPageName = (name: string, page = 1): string => (page > 1 ? `${name}, página ${page}` : name);

/** Returns title, description, canonical address, tags for shared links, and structured data. */
export function headTags(site: SiteData, page: PageMeta, nonce: string): ReactNode[] {
  const name = site.settings?.site_name ?? '';
  const { title, path } = page;
  const full = fullTitle(title, name);
  const description = page.description && shortened(page.description);
  const address = path && site.origin + path;
  const things = path ? [...(page.structured?.(site) ?? []), breadcrumbsTo(site, path, title)] : [];
  const present = things.filter((thing) => thing !== null);
  const meta = (
    content: string | false | undefined,
    property: string,
    by: 'name' | 'property' = 'property',
  ) => (content ? createElement('meta', { key: property, [by]: property, content }) : null);
  return [
    createElement('title', { key: 'title' }, full),
    meta(full, 'og:title'),
    meta('website', 'og:type'),
    meta('pt_BR', 'og:locale'),
    meta('summary_large_image', 'twitter:card', 'name'),
    meta(name, 'og:site_name'),
    meta(description, 'description', 'name'),
    meta(description, 'og:description'),
    meta(!path && 'noindex', 'robots', 'name'),
    ...pictureTags(site, page.image || null, full).map(([property, content]) => meta(content, property)),
    address && createElement('link', { key: 'canonical', rel: 'canonical', href: address }),
    meta(address, 'og:url'),
    page.transitionTarget &&
      createElement('link', {
        key: 'grows',
        rel: 'expect',
        href: `#${page.transitionTarget}`,
        blocking: 'render',
      }),
    present.length > 0 &&
      createElement('script', {
        key: 'ld',
        type: 'application/ld+json',
        nonce,
        // Own JSON with every `<` escaped, so that no text ends the script.
        dangerouslySetInnerHTML: { __html: JSON.stringify(graphOf(present)).replaceAll('<', '\\u003c') },
      }),
  ];
}

/** Leaves the site's name out of a long title: search engines show it above the title. */
function fullTitle(title: string | undefined, name: string): string {
  const both = title && name && `${title} · ${name}`;
  return both && both.length <= MAX_TITLE ? both : title || name || 'Início';
}

function pictureTags(site: SiteData, image: PageMeta['image'], title: string): [string, string][] {
  const own = typeof image === 'string' ? { url_s3: image } : image;
  const { url_s3, width, height, alt } = own ?? {
    url_s3: '/brand/og.jpg',
    width: 1200,
    height: 630,
    alt: `${site.settings?.site_name ?? ''}: ofertas todo dia, pertinho de casa`,
  };
  if (!site.origin) return [];
  return [
    ['og:image', new URL(url_s3, site.origin).href],
    ['og:image:alt', alt || title],
    ...(width && height
      ? ([
          ['og:image:width', String(width)],
          ['og:image:height', String(height)],
        ] as [string, string][])
      : []),
  ];
}

/**
 * Returns the breadcrumbs from the home page to `path`. Of a title such as «Doces · Dicas e receitas», they
 * use the first part.
 */
function breadcrumbsTo(site: SiteData, path: string, title: string | undefined) {
  if (path === '/' || !title) return null;
  return breadcrumbs(site, [...parentsOf(path), { name: title.split(' · ', 1)[0] ?? title, path }]);
}

/** Returns the page of the first part of a path, after its own parent. */
function parentsOf(path: string): Crumb[] {
  const section = /^\/[\w-]+(?=[/?])/.exec(path)?.[0] ?? '';
  if (!isNamedPage(section)) return [];
  return [parentOf(section), section]
    .filter((page) => page !== undefined)
    .map((page) => ({ name: SITE_PAGES[page].name, path: page }));
}

/** Returns one line, cut between words if it is long. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, line.lastIndexOf(' ', MAX_DESCRIPTION)).replace(/[\s.,;:–-]+$/, '')}…`;
}
