import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import type { NavigateFunction } from 'react-router';

interface Place {
  /** The site's own address, where it has one. */
  origin: string | null;
  /** Of the page that is shown. */
  pathname: string;
  navigate: NavigateFunction;
}

/** What the links of a page share, provided by its layout; outside of it, a link loads its page anew. */
export const SitePlace = createContext<Place | null>(null);

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
 *
 * The menus hold dozens of these on every page. The router's own link works out where it is for each of them: a
 * fifth of the time that the home page takes to render, and as much again in the visitor's browser.
 */
export function SiteLink({ href, className, children }: Props) {
  const place = useContext(SitePlace);
  const path = pathWithin(href, place?.origin ?? null);
  const pathname = path?.replace(/[?#].*/, '') ?? '';
  if (path !== null && !NOT_A_PAGE.test(pathname)) {
    const current = pathname === place?.pathname;
    const follow = (event: MouseEvent) => {
      if (!place || !isPlain(event)) return;
      event.preventDefault();
      place.navigate(path, { replace: current });
    };
    return (
      // The attribute has the router learn of the page before anybody presses the link.
      <a
        href={path}
        className={className}
        aria-current={current ? 'page' : undefined}
        data-discover="true"
        onClick={follow}
      >
        {children}
      </a>
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

/** Not one that the browser is to open in a tab or window of its own. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
}

function pathWithin(href: string, origin: string | null): string | null {
  if (/^\/(?!\/)/.test(href)) return href;
  if (!origin || !URL.canParse(href)) return null;
  const url = new URL(href);
  return url.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : null;
}
