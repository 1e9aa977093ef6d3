import type { MetaDescriptor } from 'react-router';

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** Returns the `meta` of a back office screen: «Banners · Hiper Aurora», excluded from search engines. */
export function screenMeta(title: string, ...more: MetaDescriptor[]) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as
      | { siteName?: string }
      | undefined;
    return [
      { title: root?.siteName ? `${title} · ${root.siteName}` : title },
      { name: 'robots', content: 'noindex' },
      ...more,
    ];
  };
}
