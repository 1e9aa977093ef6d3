import { Icon } from './Icon.tsx';

/** Social networks by field name, which is also the name of the icon. */
export const NETWORKS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
} as const;

type Network = keyof typeof NETWORKS;
export const networks = Object.keys(NETWORKS) as Network[];

type Links = Record<Network, string | null>;

export function hasSocial(links: Links): boolean {
  return networks.some((network) => links[network]);
}

/** Renders links to the networks that are set, as list items. */
export function SocialItems({ links }: { links: Links }) {
  return networks.map((network) => {
    const href = links[network];
    return (
      href && (
        <li key={network}>
          <a href={href} target="_blank" rel="noopener" aria-label={NETWORKS[network]}>
            <Icon name={network} />
          </a>
        </li>
      )
    );
  });
}
