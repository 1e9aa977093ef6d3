import { Icon } from './Icon.tsx';

/** The networks by the name of their field, which is their icon's too. */
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

/** Links to the networks that are set, as items of a list. */
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
