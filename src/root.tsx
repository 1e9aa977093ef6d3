import { use } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import { ALERT_MS } from './contract/times.ts';
import { type Runtime, runtimeContext } from './site/api.ts';
import { TURN_DAYS } from './site/days.ts';
import { Mark } from './site/mark.ts';
import { STILL } from './site/still.ts';
import { ASK_NOW, FirstAsks } from './ui/asks.ts';

export { ErrorPage as ErrorBoundary } from './site/ErrorPage.tsx';

export function loader({ context }: LoaderFunctionArgs): Runtime {
  return context.get(runtimeContext);
}

/** It never changes while a page lives. */
export const shouldRevalidate = () => false;

/** Before the first paint: a cached page knows no visitor, but the browser does. */
const SIGNED_IN =
  "try{localStorage.getItem('vitrine.token')&&(document.documentElement.dataset.signedIn='')}catch{}";

/**
 * `<details>` opens and closes by itself; this adds Escape and a press elsewhere. Not in React, because a menu
 * can be opened before hydration and must close then too.
 */
const CLOSE_MENUS =
  "{const close=(leave,refocus)=>{const d=document.querySelector('header nav details[open]');if(!d||leave(d))return;const had=d.contains(document.activeElement);d.open=false;if(refocus&&had)d.querySelector('summary').focus()};addEventListener('keydown',(e)=>e.key==='Escape'&&close(()=>false,true));addEventListener('pointerdown',(e)=>close((d)=>d.contains(e.target),false))}";

/**
 * Whether the stored token still is anybody's, once the page stands; whoever has none asks nothing. Only the plain
 * "nobody's" forgets it, never an outage. Not in React, because a page that only reads may never run it; the back
 * office and the sign-in ask for themselves.
 */
const CHECK_TOKEN =
  "addEventListener('load',()=>setTimeout(async()=>{try{const k='vitrine.token',t=localStorage.getItem(k);if(!t||/^\\/(admin|auth)(\\/|$)/.test(location.pathname))return;const r=await fetch(document.querySelector('meta[name=api-base]').content+'/auth/validate-token',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({token:t})});if(r.status===200&&(await r.json()).data.user===null&&localStorage.getItem(k)===t){localStorage.removeItem(k);delete document.documentElement.dataset.signedIn}}catch{}}))";

/**
 * The alerts that came with the page close by themselves, never under the pointer or the focus, and at the first
 * press, also where React has not come yet. Hidden, not removed: React looks for them when it comes.
 */
const CLOSE_ALERTS = `addEventListener('DOMContentLoaded',()=>{for(const a of document.querySelectorAll('.alert')){const close=()=>{a.hidden=true},wait=()=>setTimeout(()=>a.matches(':hover,:focus-within')?wait():close(),${ALERT_MS});a.querySelector('button').onclick=close;wait()}})`;

/**
 * The one order of all styles, said before any sheet, so that it does not matter which of them comes first: what
 * browsers bring along is undone, elements get the brand's look, parts are built on that, features dress what is
 * theirs, and circumstances (few letters to a line, a low window, paper) outrank them all.
 */
const LAYERS = '@layer reset,base,parts,features,circumstances';

// It stands in the document: no script that the browser loads has to hold it once more.
const HEAD_SCRIPT = import.meta.env.SSR
  ? [SIGNED_IN, CLOSE_MENUS, CHECK_TOKEN, CLOSE_ALERTS, TURN_DAYS].join(';')
  : '';
/** That of a screen of the back office, which has data to ask for. */
const SCREEN_SCRIPT = import.meta.env.SSR ? `${ASK_NOW};${HEAD_SCRIPT}` : '';

export function Layout({ children }: { children: React.ReactNode }) {
  const runtime = useRouteLoaderData<typeof loader>('root');
  const apiBase = runtime?.apiBase ?? '/api';
  const mark = use(Mark);
  const asks = use(FirstAsks);
  const matches = useMatches();
  const isStill = matches.some(({ handle }) => handle === STILL);
  // One page for every address that is refused: a router that looked at its own address would show another.
  const isRefusal = matches.some(({ id, loaderData }) => id === 'site/NotFoundPage' && loaderData !== null);
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#c4161c" />
        <meta name="api-base" content={apiBase} />
        <script
          nonce={mark}
          data-asks={asks.length > 0 ? asks.map((address) => apiBase + address).join(' ') : undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: asks.length > 0 ? SCREEN_SCRIPT : HEAD_SCRIPT }}
          suppressHydrationWarning
        />
        <style
          nonce={mark}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: LAYERS }}
          suppressHydrationWarning
        />
        <link rel="icon" href="/brand/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body data-still={isStill ? '' : undefined}>
        {children}
        {!isRefusal && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
