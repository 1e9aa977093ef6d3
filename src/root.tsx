import { use } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import { brand } from './brand/brand.ts';
import { type Runtime, runtimeContext } from './site/api.ts';
import { LAYERS, SCREEN_SCRIPT, SIGN_IN_SCRIPT } from './site/headScript.ts';
import { NonceContext } from './site/nonce.ts';
import { PreloadedScreen } from './ui/preload.ts';

export { ErrorPage as ErrorBoundary } from './site/pages/ErrorPage.tsx';

export function loader({ context }: LoaderFunctionArgs): Runtime {
  return context.get(runtimeContext);
}

/** The root data never changes while a page is open. */
export const shouldRevalidate = () => false;

/** Renders the document of sign-in pages and screens. Public pages have documents of their own. */
export function Layout({ children }: { children: React.ReactNode }) {
  const runtime = useRouteLoaderData<typeof loader>('root');
  const apiBase = runtime?.apiBase ?? '/api';
  const nonce = use(NonceContext);
  const screen = use(PreloadedScreen);
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={brand.colours['primary-600']} />
        <meta name="api-base" content={apiBase} />
        <script
          nonce={nonce}
          data-asks={screen?.addresses.map((address) => apiBase + address).join(' ') || undefined}
          data-pattern={screen?.addresses.length ? screen.pattern : undefined}
          data-reader={screen?.reader ? JSON.stringify(screen.reader) : undefined}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: screen ? SCREEN_SCRIPT : SIGN_IN_SCRIPT }}
          suppressHydrationWarning
        />
        <style
          nonce={nonce}
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
      <body>
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
