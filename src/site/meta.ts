import type { MetaDescriptor } from 'react-router';
import type { Thing } from 'schema-dts';
import type { SiteData } from './siteData.ts';
import { breadcrumbs, type Crumb, graphOf } from './structured.ts';
import { SITE_ROUTE } from './useSite.ts';

/** A picture as `file` of a record has it. */
interface Shown {
  url_s3: string;
  width?: number | null;
  height?: number | null;
  alt?: string | null;
}

interface Page {
  /** Without the site's name, which is added behind it; absent where that name is enough. */
  title?: string;
  description?: string;
  /** The page's one address, such as `/branches`; absent where a page must not be found by search engines. */
  path?: string | undefined;
  /** What stands for the page where it is shared. */
  image?: Shown | string | null | undefined;
  /** What the page is about, for search engines; a page that must not be found says nothing. */
  structured?: (site: SiteData) => (Thing | null)[];
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** The pages that stand above others, by how the addresses of those begin. */
const ABOVE: Record<string, Crumb[]> = {
  '/branches': [{ name: 'Filiais', path: '/branches' }],
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
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const site = matches.find((match) => match?.id === SITE_ROUTE)?.loaderData as SiteData | undefined;
  const name = site?.settings?.site_name ?? '';
  const { title, path } = page;
  const full = title && name ? `${title} · ${name}` : title || name || 'Início';
  const description = page.description && shortened(page.description);

  const tags: MetaDescriptor[] = [
    { title: full },
    { property: 'og:title', content: full },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (name) tags.push({ property: 'og:site_name', content: name });
  if (description) {
    tags.push(
      { name: 'description', content: description },
      { property: 'og:description', content: description },
    );
  }
  if (!path) tags.push({ name: 'robots', content: 'noindex' });
  if (!site) return tags;
  if (import.meta.env.SSR) tags.push(...pictureTags(site, page.image || null, full));
  if (path) {
    const address = site.origin + path;
    tags.push({ tagName: 'link', rel: 'canonical', href: address }, { property: 'og:url', content: address });
    if (import.meta.env.SSR) {
      const things = [...(page.structured?.(site) ?? []), wayTo(site, path, title)];
      const known = things.filter((thing) => thing !== null);
      if (known.length > 0) tags.push({ 'script:ld+json': graphOf(known) });
    }
  }
  return tags;
}

function pictureTags(site: SiteData, image: Page['image'], title: string): MetaDescriptor[] {
  const own = typeof image === 'string' ? { url_s3: image } : image;
  const { url_s3, width, height, alt } = own ?? {
    url_s3: '/brand/og.jpg',
    width: 1200,
    height: 630,
    alt: `${site.settings?.site_name ?? ''}: ofertas todo dia, pertinho de casa`,
  };
  const tags = [
    { property: 'og:image', content: new URL(url_s3, site.origin).href },
    { property: 'og:image:alt', content: alt || title },
  ];
  if (width && height) {
    tags.push(
      { property: 'og:image:width', content: String(width) },
      { property: 'og:image:height', content: String(height) },
    );
  }
  return tags;
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
