import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type ClientLoaderFunctionArgs,
  type EntryContext,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { markContext } from './site/api.ts';
import { Mark } from './site/mark.ts';
import { asksOf, FirstAsks } from './ui/asks.ts';

// The server sets these for each request; it must use the build's own, for a context is known by its identity.
export { markContext, runtimeContext } from './site/api.ts';
export { documentPatterns, makeDocument } from './site/document.tsx';

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
      <FirstAsks value={firstAsks(request, context)}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </FirstAsks>
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
        buffer(body).then((html) => resolve(new Response(html, { status, headers })), reject);
      },
      onShellError: reject,
      onError(error) {
        failed = error;
      },
    });
  });
}

/** What the screens at this address will ask the API for. */
function firstAsks(request: Request, { staticHandlerContext, routeModules }: EntryContext): string[] {
  return asksOf(
    staticHandlerContext.matches.map(({ route, params }) => () => {
      const args = { request, params } as ClientLoaderFunctionArgs;
      return routeModules[route.id]?.clientLoader?.(args);
    }),
  );
}
