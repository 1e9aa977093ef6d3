import type { ReactNode } from 'react';

// The icon set has no brands, so these are drawn here, simply, on its 24 px grid.

function icon(children: ReactNode) {
  return (
    <svg
      className="i"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const solid = (d: string) => <path d={d} fill="currentColor" stroke="none" />;

export const SOCIAL = {
  facebook: {
    name: 'Facebook',
    icon: icon(
      solid(
        'M13.6 21v-7.6h2.7l.5-3.2h-3.2V8.1c0-1 .4-1.7 1.8-1.7h1.5V3.6A18 18 0 0 0 14.6 3.4c-2.6 0-4.3 1.6-4.3 4.4v2.4H7.4v3.2h2.9V21z',
      ),
    ),
  },
  instagram: {
    name: 'Instagram',
    icon: icon(
      <>
        <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <circle cx="16.9" cy="7.1" r="1.2" fill="currentColor" stroke="none" />
      </>,
    ),
  },
  twitter: {
    name: 'X',
    icon: icon(<path d="M4 4l16 16M20 4l-6.7 7.2M10.7 12.8L4 20" strokeWidth="2.4" />),
  },
  tiktok: {
    name: 'TikTok',
    icon: icon(<path d="M13.5 3v12.3a3.7 3.7 0 1 1-3.7-3.7M13.5 3c.3 2.9 2.3 5 5.5 5.3" strokeWidth="2.6" />),
  },
  pinterest: {
    name: 'Pinterest',
    icon: icon(
      <path
        d="M9.5 20.5l2.6-11M8.4 13.2C6.3 9.7 8.7 5.5 12.5 5.5c3 0 4.9 2 4.9 4.7 0 3-1.7 5.4-4.1 5.4-1.4 0-2.3-.8-2.5-1.9"
        strokeLinecap="round"
      />,
    ),
  },
  youtube: {
    name: 'YouTube',
    icon: icon(
      <>
        <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
        {solid('M10.2 9v6l5-3z')}
      </>,
    ),
  },
  linkedin: {
    name: 'LinkedIn',
    icon: icon(
      <>
        <path d="M6 10v8M11 18v-8M11 14c0-2.3 1.5-3.9 3.6-3.9S18 11.5 18 14v4" strokeWidth="2.6" />
        <circle cx="6" cy="6" r="1.7" fill="currentColor" stroke="none" />
      </>,
    ),
  },
} satisfies Record<string, { name: string; icon: ReactNode }>;

export type SocialNetwork = keyof typeof SOCIAL;

/** Links to the networks that are set, as items of a list. */
export function SocialItems({ links }: { links: Record<SocialNetwork, string | null> }) {
  return Object.entries(SOCIAL).map(([key, { name, icon }]) => {
    const href = links[key as SocialNetwork];
    return (
      href && (
        <li key={key}>
          <a href={href} target="_blank" rel="noopener" aria-label={name}>
            {icon}
          </a>
        </li>
      )
    );
  });
}

export const WhatsAppIcon = () =>
  icon(
    <>
      <path d="M12 3a9 9 0 0 0-7.7 13.6L3 21l4.5-1.2A9 9 0 1 0 12 3z" strokeLinejoin="round" />
      {solid(
        'M8.8 8.2c.5-.5 1-.4 1.3.3l.5 1.2-.7.9c.6 1.3 1.5 2.2 2.8 2.8l.9-.7 1.3.5c.7.3.8.8.3 1.3-2 1.9-8-3.4-6.4-6.3z',
      )}
    </>,
  );
