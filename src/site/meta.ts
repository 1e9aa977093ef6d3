import type { MetaDescriptor } from 'react-router';
import type { SiteData } from './siteData.ts';
import { SITE_ROUTE } from './useSite.ts';

interface Page {
  /** Without the site's name, which is added behind it; absent where that name is enough. */
  title?: string;
  description?: string;
  /** The page's one address, such as `/branches`; absent where a page must not be found by search engines. */
  path?: string;
  image?: string | null;
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Title, description, canonical address and what is shown where the page is shared. */
export function pageMeta(matches: Matches, { title, description, path, image }: Page): MetaDescriptor[] {
  const site = matches.find((match) => match?.id === SITE_ROUTE)?.loaderData as SiteData | undefined;
  const name = site?.settings?.site_name ?? '';
  const base = site?.settings?.public_url?.replace(/\/$/, '');
  const full = title && name ? `${title} · ${name}` : title || name || 'Início';

  const tags: MetaDescriptor[] = [
    { title: full },
    { property: 'og:title', content: full },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
  ];
  if (name) tags.push({ property: 'og:site_name', content: name });
  if (description) {
    tags.push(
      { name: 'description', content: description },
      { property: 'og:description', content: description },
    );
  }
  if (!path) tags.push({ name: 'robots', content: 'noindex' });
  if (base) {
    const picture = new URL(image ?? '/brand/og.jpg', `${base}/`).href;
    tags.push(
      { property: 'og:image', content: picture },
      { name: 'twitter:card', content: 'summary_large_image' },
    );
    if (path) {
      const address = path === '/' ? `${base}/` : `${base}${path}`;
      tags.push(
        { tagName: 'link', rel: 'canonical', href: address },
        { property: 'og:url', content: address },
      );
    }
  }
  return tags;
}
