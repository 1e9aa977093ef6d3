import type { MetaDescriptor } from 'react-router';

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** A staff screen's `meta`: «Banners · Hiper Aurora», kept out of search engines. */
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
