import { createElement, type ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import type { SiteData } from './siteData.ts';
import { breadcrumbs, type Crumb, graphOf } from './structured.ts';

/** A picture as `file` of a record has it. */
interface Shown {
  url_s3: string;
  width?: number | null;
  height?: number | null;
  alt?: string | null;
}

/** What a page says of itself. */
export interface PageMeta {
  /** Without the site's name, which is added behind it; absent where that name is enough. */
  title?: string;
  description?: string;
  /** The page's one address, such as `/branches`; absent where a page must not be found by search engines. */
  path?: string | undefined;
  /** What stands for the page where it is shared. */
  image?: Shown | string | null | undefined;
  /** It has a picture that a card's becomes: the element of that name, which is there before the first paint. */
  grows?: 'foto';
  /** What the page is about, for search engines; a page that must not be found says nothing. */
  structured?: (site: SiteData) => (Thing | null)[];
}

/** The pages that stand above others, by how the addresses of those begin. */
const ABOVE: Record<string, Crumb[]> = {
  '/branches': [{ name: 'Filiais', path: '/branches' }],
  '/offers': [{ name: 'Ofertas', path: '/offers' }],
  '/tips-and-recipes': [{ name: 'Dicas e receitas', path: '/tips-and-recipes' }],
  '/shops': [
    { name: 'Shopping', path: '/shopping' },
    { name: 'Lojas', path: '/shops' },
  ],
  '/cinema': [{ name: 'Cinema', path: '/cinema' }],
  '/vacancies': [{ name: 'Vagas abertas', path: '/vacancies' }],
};

/** What search engines show of a description, and a little more. */
const LONGEST_DESCRIPTION = 200;

/** Title, description, canonical address, what is shown where the page is shared, and what it is about. */
export function headTags(site: SiteData, page: PageMeta, mark: string): ReactNode[] {
  const name = site.settings?.site_name ?? '';
  const { title, path } = page;
  const full = title && name ? `${title} · ${name}` : title || name || 'Início';
  const description = page.description && shortened(page.description);
  const address = path && site.origin + path;
  const things = path ? [...(page.structured?.(site) ?? []), wayTo(site, path, title)] : [];
  const known = things.filter((thing) => thing !== null);
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
    page.grows &&
      createElement('link', { key: 'grows', rel: 'expect', href: `#${page.grows}`, blocking: 'render' }),
    known.length > 0 &&
      createElement('script', {
        key: 'ld',
        type: 'application/ld+json',
        nonce: mark,
        // biome-ignore lint/security/noDangerouslySetInnerHtml: ours, and nothing in it ends the element
        dangerouslySetInnerHTML: { __html: JSON.stringify(graphOf(known)).replaceAll('<', '\\u003c') },
      }),
  ];
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

/** From the home page to `path`; of a title such as «Doces · Dicas e receitas», the first part is its own. */
function wayTo(site: SiteData, path: string, title: string | undefined) {
  if (path === '/' || !title) return null;
  const section = /^\/[\w-]+(?=[/?])/.exec(path)?.[0] ?? '';
  return breadcrumbs(site, [...(ABOVE[section] ?? []), { name: title.split(' · ', 1)[0] ?? title, path }]);
}

/** One line, cut between words where it is long. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= LONGEST_DESCRIPTION) return line;
  return `${line.slice(0, line.lastIndexOf(' ', LONGEST_DESCRIPTION)).replace(/[\s.,;:–-]+$/, '')}…`;
}
