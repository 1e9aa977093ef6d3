import type { CachedResponse, Encoding } from './cachedResponse.ts';

/** Returns the encoding of a response: brotli before gzip, unless refused with `q=0`. */
export function pickEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const accepts = (name: string) => {
    const at = header.indexOf(name);
    return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + name.length));
  };
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Writes a cache entry directly to Node's response. */
export function sendCachedResponse(
  finished: CachedResponse,
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
): void {
  const known = request.headers['if-none-match'];
  const crowd = request.headers[CROWD];
  if (known?.includes(`"${finished.etag}-`)) {
    response.writeHead(304, withCacheControl(finished.notModified, finished, crowd));
    response.end();
    return;
  }
  const encoding = pickEncoding(request.headers['accept-encoding'] as string | undefined);
  response.writeHead(finished.status, withCacheControl(finished.headerLines[encoding], finished, crowd));
  response.end(request.method === 'HEAD' || finished.status === 204 ? undefined : finished.bytes[encoding]);
}

/**
 * Header in which a caching proxy names the second of its request. nginx counts whole seconds: by
 * `s-maxage=1` it would keep a page for up to two. Visitors who come during its revalidation would wait, or
 * get an older page.
 */
const CROWD = 'x-crowd';

/**
 * Largest deviation of `CROWD` from the clock, in seconds. Clients may forge it if a proxy does not set it.
 */
const MAX_CROWD_SKEW_SECONDS = 5;

const isNow = (crowd: string) =>
  /^\d{1,12}$/.test(crowd) && Math.abs(Number(crowd) - Date.now() / 1000) <= MAX_CROWD_SKEW_SECONDS;

/** Sets the one header line that changes, in place: no lifetime may pass the next planned change. */
export function withCacheControl(
  head: string[],
  { cacheControl }: CachedResponse,
  crowd?: string | string[],
): string[] {
  const line = cacheControl();
  head[1] = line;
  if (typeof crowd !== 'string' || !line.includes('s-maxage=1') || !isNow(crowd)) return head;
  const own = head.with(1, `${line}, stale-while-revalidate=1`);
  own.push('x-accel-expires', `@${crowd}`);
  return own;
}
