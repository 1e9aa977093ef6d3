import { createContext, type ReactNode, useContext } from 'react';

interface Place {
  /** Origins of the site: the configured one, and the one that this visitor uses. */
  origins: readonly string[];
  /** Path of the API on this origin. */
  apiBase: string;
  /** Path of the current page. */
  pathname: string;
}

/** Context that the layout provides to all links; without it, a link counts as external. */
export const SitePlace = createContext<Place | null>(null);

interface Props {
  /** A path of the site, or a full address. */
  href: string;
  className?: string;
  children: ReactNode;
}

const FILE = /^\/(media|brand|assets)\/|\.[a-z0-9]{2,5}$/i;

/** Returns whether a path is a page: not a file of this origin, nor its API. */
const isPage = (pathname: string, apiBase = '/api') =>
  !FILE.test(pathname) && !`${pathname}/`.startsWith(`${apiBase}/`);

/**
 * Renders any link: pages of this site open in the same tab, also with a full address; files and other sites
 * open in a new one.
 *
 * Menus contain dozens of these on every page. The router's own link resolves the location for each of them.
 * Resolving them took a fifth of the home page's rendering time, and as much again in the browser.
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

/** Returns whether an address leads off the site. */
export function useLeavesSite(href: string): boolean {
  return pathWithin(href, useContext(SitePlace)) === null;
}

function pathWithin(href: string, place: Place | null): string | null {
  if (/^\/(?!\/)/.test(href)) return href;
  if (!URL.canParse(href)) return null;
  const { origin, pathname, search, hash } = new URL(href);
  return place?.origins.some((own) => sameHost(own) === sameHost(origin)) ? pathname + search + hash : null;
}

/** A site on the visitor's own machine has one address under three names. */
function sameHost(origin: string): string {
  return origin.replace(/127\.0\.0\.1|\[::1]/, 'localhost');
}
