import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type ClientLoaderFunctionArgs,
  type EntryContext,
  type HandleErrorFunction,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  redirect,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { BACK_OFFICE } from './shared/addresses.ts';
import { callUrl } from './shared/httpCall.ts';
import { nonceContext, readerContext, reportContext } from './site/api.ts';
import { NonceContext } from './site/nonce.ts';
import { PreloadedScreen, preloadAddresses, runLoaderWith } from './ui/preload.ts';

// The server sets these for each request. It must use the objects of this build, because contexts are
// compared by identity.
export { nonceContext, readerContext, reportContext, runtimeContext } from './site/api.ts';

/**
 * Returns the same build with screens that load on the server. Each client loader gets a server loader that
 * calls the API as the user and waits for all responses. React Router then renders the screens with the data
 * and sends it along. The browser uses that data instead of running its loaders.
 */
export function withPreloadedScreens(build: ServerBuild): ServerBuild {
  const routes = { ...build.routes };
  const manifest = { ...build.assets.routes };
  for (const [id, route] of Object.entries(build.routes)) {
    const { clientLoader, loader } = route?.module ?? {};
    const entry = manifest[id];
    if (!route || !entry || !clientLoader || loader) continue;
    const twin = ({ request, params, context }: LoaderFunctionArgs) =>
      loadAs(context, request, () => clientLoader({ request, params } as ClientLoaderFunctionArgs));
    routes[id] = { ...route, module: { ...route.module, loader: twin } };
    manifest[id] = { ...entry, hasLoader: true };
  }
  return { ...build, routes, assets: { ...build.assets, routes: manifest } };
}

async function loadAs(provider: Readonly<RouterContextProvider>, request: Request, loader: () => unknown) {
  const read = provider.get(readerContext);
  if (!read) return null;
  const data = runLoaderWith(read.call, loader);
  if (typeof data !== 'object' || data === null) return data;
  try {
    const answers = Object.entries(data).map(async ([name, answer]) => [name, await answer] as const);
    return Object.fromEntries(await Promise.all(answers));
  } catch {
    // The caller of the API has noted the failure. Nothing that depends on it is rendered.
    throw redirect(request.url);
  }
}

/** React Router would print the error raw to the console, with all attached objects. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as Readonly<RouterContextProvider>).get(reportContext)(error);
};

/**
 * Renders the whole page before it sends the first byte. Finished pages are then cached as bytes, and a late
 * error still becomes a real 500. The content security policy is computed from the final text.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provider: Readonly<RouterContextProvider>,
) {
  const nonce = provider.get(nonceContext);
  const page = (
    <NonceContext value={nonce}>
      <PreloadedScreen value={firstScreen(request, context, provider)}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </PreloadedScreen>
    </NonceContext>
  );
  return new Promise<Response>((resolve, reject) => {
    let failed: unknown;
    const { pipe } = renderToPipeableStream(page, {
      nonce: nonce,
      onAllReady() {
        if (failed) return reject(failed);
        headers.set('content-type', 'text/html; charset=utf-8');
        const chunks: Uint8Array[] = [];
        const body = new Writable({
          write(chunk, _encoding, next) {
            chunks.push(chunk);
            next();
          },
        });
        body.once('error', reject);
        body.once('finish', () => {
          const html = stylesFirst(Buffer.concat(chunks).toString());
          resolve(new Response(provider.get(readerContext) ? rowsFirst(html) : html, { status, headers }));
        });
        pipe(body);
      },
      onShellError: reject,
      onError(error) {
        failed = error;
      },
    });
  });
}

/**
 * Moves the font preloads, which React writes first, behind the style sheets. Text is shown in another font until
 * they arrive; without its styles nothing is shown.
 */
function stylesFirst(html: string): string {
  const fonts: string[] = [];
  const rest = html.replaceAll(/<link rel="preload"[^>]* as="font"[^>]*>/g, (link) => {
    fonts.push(link);
    return '';
  });
  return rest.replace('</head>', () => `${fonts.join('')}</head>`);
}

/**
 * Defers scripts of a screen with preloaded rows until the rows are painted: `startScreen` loads what
 * this function renames. If React Router changes its output, scripts just load earlier.
 */
const rowsFirst = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replaceAll(/(<script\b[^>]*) type="module"/g, '$1 type="later"');

/** Returns the preloaded data's user, or the API calls that the browser should start early. */
function firstScreen(
  request: Request,
  { staticHandlerContext, routeModules }: EntryContext,
  provider: Readonly<RouterContextProvider>,
): PreloadedScreen | null {
  const { pathname } = new URL(request.url);
  if (pathname !== BACK_OFFICE && !pathname.startsWith(`${BACK_OFFICE}/`)) return null;
  const read = provider.get(readerContext);
  if (read) return { reader: read.reader, addresses: [], pattern: pathname };
  const loaders = staticHandlerContext.matches.map(({ route, params }) => () => {
    const args = { request, params } as ClientLoaderFunctionArgs;
    return routeModules[route.id]?.clientLoader?.(args);
  });
  return { reader: null, addresses: preloadAddresses(loaders, callUrl), pattern: pathname };
}
