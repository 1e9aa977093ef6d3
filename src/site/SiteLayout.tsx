import { useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate, useRouteLoaderData } from 'react-router';
import anybody from '../brand/fonts/anybody.woff2?url';
import instrumentSans from '../brand/fonts/instrument-sans.woff2?url';
import { siteFortnightlyBooklet } from '../features/booklets/booklet.contract.ts';
import { siteInformation } from '../features/company/company.contract.ts';
import { sitePhones } from '../features/phones/phone.contract.ts';
import { WHATSAPP } from '../features/phones/phone.types.ts';
import { getSiteSettings } from '../features/settings/settings.contract.ts';
import { digitsOf, formatSubscriber } from '../ui/format.ts';
import { SitePlace } from '../ui/site/SiteLink.tsx';
import type { Route } from './+types/SiteLayout.ts';
import { AlertRegion } from './Alerts.tsx';
import type { Runtime } from './api.ts';
import { Offline } from './Offline.tsx';
import { readerOf } from './read.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { MobileMenu, SiteHeader } from './SiteHeader.tsx';
import siteCss from './site.css?url';
import type { SiteData } from './siteData.ts';
import { useQuietTransitions } from './useQuietTransitions.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: anybody, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: instrumentSans, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: siteCss },
];

export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteData> {
  const { read, errors } = readerOf(context);
  const [information, phones, fortnightly, settings] = await Promise.all([
    read(siteInformation),
    read(sitePhones),
    read(siteFortnightlyBooklet),
    read(getSiteSettings),
  ]);
  const phone = phones?.data.find(({ type }) => type.number === WHATSAPP);
  return {
    information: information?.data ?? null,
    fortnightly: fortnightly?.data ?? null,
    whatsapp: phone
      ? {
          href: `https://wa.me/${digitsOf(phone.ddi + phone.ddd + phone.number)}`,
          label: `(${phone.ddd}) ${formatSubscriber(phone.number)}`,
        }
      : null,
    settings: settings?.data ?? null,
    origin: new URL(request.url).origin,
    errors,
  };
}

/** Failed reads of the layout and of the page in it. */
function useReadErrors(): string[] {
  return useMatches().flatMap(
    ({ loaderData }) => (loaderData as { errors?: string[] } | undefined)?.errors ?? [],
  );
}

/** After going to another page, what is read next is that page, not the menu that led there. */
function useNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A branch's own address is a dialog over the list: its opening and closing move the focus themselves.
  const page = pathname.replace(/^(\/branches)\/.*/, '$1');
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // What the first page said of itself to machines is said by the server alone, and not true of this one.
    for (const said of document.querySelectorAll('[type="application/ld+json"],[property^="og:image"]'))
      said.remove();
    main.current?.focus({ preventScroll: true });
  }, [page]);
  return main;
}

/** Whatever the page was made for, the browser knows the address that is used; where both are one, nothing renders. */
function useOwnAddresses(made: string): readonly string[] {
  const [used, setUsed] = useState(made);
  useEffect(() => setUsed(location.origin), []);
  return useMemo(() => [made, used], [made, used]);
}

export default function SiteLayout({ loaderData: { origin } }: Route.ComponentProps) {
  const main = useNewPage();
  useQuietTransitions();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const origins = useOwnAddresses(origin);
  const apiBase = useRouteLoaderData<Runtime>('root')?.apiBase ?? '/api';
  const place = useMemo(
    () => ({ origins, apiBase, pathname, navigate }),
    [origins, apiBase, pathname, navigate],
  );
  return (
    <SitePlace value={place}>
      <AlertRegion errors={useReadErrors()}>
        <a className="skip" href="#conteudo">
          Pular para o conteúdo
        </a>
        <SiteHeader />
        <MobileMenu />
        <main ref={main} id="conteudo" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
        <Offline />
      </AlertRegion>
    </SitePlace>
  );
}
