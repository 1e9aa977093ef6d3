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
import { type Runtime, runtimeContext } from './site/api.ts';
import { Mark } from './site/mark.ts';
import { STILL } from './site/still.ts';

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

// It stands in the document: no script that the browser loads has to hold it once more.
const HEAD_SCRIPT = import.meta.env.SSR ? `${SIGNED_IN};${CLOSE_MENUS}` : '';

export function Layout({ children }: { children: React.ReactNode }) {
  const runtime = useRouteLoaderData<typeof loader>('root');
  const mark = use(Mark);
  const isStill = useMatches().some(({ handle }) => handle === STILL);
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#c4161c" />
        <meta name="api-base" content={runtime?.apiBase ?? '/api'} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
        <script nonce={mark} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} suppressHydrationWarning />
        <link rel="icon" href="/brand/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body data-still={isStill ? '' : undefined}>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
