import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { markContext } from './site/api.ts';
import { Mark } from './site/mark.ts';

// The server sets these for each request; it must use the build's own, for a context is known by its identity.
export { apiContext, markContext, returnedFormContext, runtimeContext } from './site/api.ts';

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
  return new Promise<Response>((resolve, reject) => {
    let failed: unknown;
    const page = (
      <Mark value={mark}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </Mark>
    );
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
