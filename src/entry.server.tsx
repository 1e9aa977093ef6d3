import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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
import { OFFICE } from './contract/addresses.ts';
import { addressOf } from './contract/answered.ts';
import { markContext, reportContext } from './site/api.ts';
import { Mark } from './site/mark.ts';
import { asksOf, FirstScreen, runWith } from './ui/asks.ts';
import { readerContext } from './ui/reader.ts';

// The server sets these for each request; it must use the build's own, for a context is known by its identity.
export { markContext, reportContext, runtimeContext } from './site/api.ts';
export { documentPatterns, makeDocument, readyDocument } from './site/document.tsx';
export { readerContext } from './ui/reader.ts';

/**
 * The same product whose screens are loaded on the server: each loader of the browser has a twin here, which asks the
 * API as the reader and waits for the answers. React Router then renders the screens with them and sends them along,
 * and the browser takes them over instead of running its loaders.
 */
export function withScreens(build: ServerBuild): ServerBuild {
  const routes = { ...build.routes };
  const manifest = { ...build.assets.routes };
  for (const [id, route] of Object.entries(build.routes)) {
    const { clientLoader, loader } = route?.module ?? {};
    const told = manifest[id];
    if (!route || !told || !clientLoader || loader) continue;
    const twin = ({ request, params, context }: LoaderFunctionArgs) =>
      loadAs(context, request, () => clientLoader({ request, params } as ClientLoaderFunctionArgs));
    routes[id] = { ...route, module: { ...route.module, loader: twin } };
    manifest[id] = { ...told, hasLoader: true };
  }
  return { ...build, routes, assets: { ...build.assets, routes: manifest } };
}

async function loadAs(given: Readonly<RouterContextProvider>, request: Request, loader: () => unknown) {
  const read = given.get(readerContext);
  if (!read) return null;
  const data = runWith(read.call, loader);
  if (typeof data !== 'object' || data === null) return data;
  try {
    const answers = Object.entries(data).map(async ([name, answer]) => [name, await answer] as const);
    return Object.fromEntries(await Promise.all(answers));
  } catch {
    // Whoever gave the call knows that it failed; nothing is rendered of what follows from it.
    throw redirect(request.url);
  }
}

/** React Router would write it to the console as it is, with all that hangs on it. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as Readonly<RouterContextProvider>).get(reportContext)(error);
};

/**
 * Renders the whole page before the first byte leaves: finished pages are cached as bytes, a late error still
 * becomes a real 500, and the content security policy is made from the finished text.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  given: Readonly<RouterContextProvider>,
) {
  const mark = given.get(markContext);
  const page = (
    <Mark value={mark}>
      <FirstScreen value={firstScreen(request, context, given)}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </FirstScreen>
    </Mark>
  );
  return new Promise<Response>((resolve, reject) => {
    let failed: unknown;
    const { pipe } = renderToPipeableStream(page, {
      nonce: mark,
      onAllReady() {
        if (failed) return reject(failed);
        const body = new PassThrough();
        headers.set('content-type', 'text/html; charset=utf-8');
        pipe(body);
        buffer(body).then((bytes) => {
          const html = given.get(readerContext) ? rowsFirst(bytes.toString()) : bytes;
          resolve(new Response(html, { status, headers }));
        }, reject);
      },
      onShellError: reject,
      onError(error) {
        failed = error;
      },
    });
  });
}

/**
 * Where there is something to see, it is seen before any script is asked for: what would fetch modules is turned into
 * what `SCREEN` begins once the rows are painted. Would React Router write it otherwise, script merely came sooner.
 */
const rowsFirst = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replaceAll(/(<script\b[^>]*) type="module"/g, '$1 type="later"');

/** For whom the screens at this address are made, or what they will ask the API for. */
function firstScreen(
  request: Request,
  { staticHandlerContext, routeModules }: EntryContext,
  given: Readonly<RouterContextProvider>,
): FirstScreen | null {
  const { pathname } = new URL(request.url);
  if (pathname !== OFFICE && !pathname.startsWith(`${OFFICE}/`)) return null;
  const read = given.get(readerContext);
  if (read) return { reader: read.reader, asks: [], pattern: pathname };
  const loaders = staticHandlerContext.matches.map(({ route, params }) => () => {
    const args = { request, params } as ClientLoaderFunctionArgs;
    return routeModules[route.id]?.clientLoader?.(args);
  });
  return { reader: null, asks: asksOf(loaders, addressOf), pattern: pathname };
}
