import { createContext, type ReactNode, useContext } from 'react';

interface Place {
  /** The site's own addresses: the one that it knows of itself, and the one that this visitor uses. */
  origins: readonly string[];
  /** Where the API is on this origin. */
  apiBase: string;
  /** Of the page that is shown. */
  pathname: string;
}

/** What the links of a page share, provided by its layout; outside of it, a link loads its page anew. */
export const SitePlace = createContext<Place | null>(null);

interface Props {
  /** A path of the site, or a full address. */
  href: string;
  className?: string;
  children: ReactNode;
}

const FILE = /^\/(media|brand|assets)\/|\.[a-z0-9]{2,5}$/i;

/** Not a file of this origin, nor of its API. */
const isPage = (pathname: string, apiBase = '/api') =>
  !FILE.test(pathname) && !`${pathname}/`.startsWith(`${apiBase}/`);

/**
 * A link of any kind: pages of this site open in place, also when the address is written out in full; files
 * and other sites open in a tab of their own.
 *
 * The menus hold dozens of these on every page. The router's own link works out where it is for each of them: a
 * fifth of the time that the home page takes to render, and as much again in the visitor's browser.
 */
export function SiteLink({ href, className, children }: Props) {
  const place = useContext(SitePlace);
  const path = pathWithin(href, place);
  const pathname = path?.replace(/[?#].*/, '') ?? '';
  if (path !== null && isPage(pathname, place?.apiBase)) {
    const current = pathname === place?.pathname;
    return (
      <a href={path} className={className} aria-current={current ? 'page' : undefined}>
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

/** True for what is not the site's own, page or file. */
export function useLeavesSite(href: string): boolean {
  return pathWithin(href, useContext(SitePlace)) === null;
}

function pathWithin(href: string, place: Place | null): string | null {
  if (/^\/(?!\/)/.test(href)) return href;
  if (!URL.canParse(href)) return null;
  const { origin, pathname, search, hash } = new URL(href);
  return place?.origins.some((own) => sameHost(own) === sameHost(origin)) ? pathname + search + hash : null;
}

/** A site that runs on the visitor's own machine has one address under three names. */
function sameHost(origin: string): string {
  return origin.replace(/127\.0\.0\.1|\[::1]/, 'localhost');
}
