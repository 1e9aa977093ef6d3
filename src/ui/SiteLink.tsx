import { createContext, type ReactNode, useContext } from 'react';
import { NavLink } from 'react-router';

/** The site's own address, where it has one; provided by the layout. */
export const SiteOrigin = createContext<string | null>(null);

interface Props {
  /** A path of the site, or a full address. */
  href: string;
  className?: string;
  children: ReactNode;
}

// Addresses of this origin that are no pages: files, the API and what the staff's browser renders by itself.
const NOT_A_PAGE = /^\/(api|media|brand|assets)\/|\.[a-z0-9]{2,5}$/i;

/**
 * A link of any kind: pages of this site open in place, also when the address is written out in full; files
 * and other sites open in a tab of their own.
 */
export function SiteLink({ href, className, children }: Props) {
  const path = pathWithin(href, useContext(SiteOrigin));
  if (path !== null && !NOT_A_PAGE.test(path.replace(/[?#].*/, ''))) {
    return (
      <NavLink to={path} className={className} end>
        {children}
      </NavLink>
    );
  }
  return (
    <a href={href} className={className} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

/** True where `SiteLink` leaves the page for another tab. */
export function leavesSite(href: string): boolean {
  return /^https?:/.test(href);
}

function pathWithin(href: string, origin: string | null): string | null {
  if (/^\/(?!\/)/.test(href)) return href;
  if (!origin || !URL.canParse(href)) return null;
  const url = new URL(href);
  return url.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : null;
}
