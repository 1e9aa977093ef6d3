import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasSingleHost } from '../hostHeader.ts';
import type { WatchConnection } from '../limits/traffic.ts';
import { DEPENDENCIES_HEADER } from '../remoteProtocol.ts';
import type { CachedResponse } from './cachedResponse.ts';
import type { ResponseCache } from './responseCache.ts';
import { sendCachedResponse } from './sendCachedResponse.ts';

/**
 * Serves cache hits before routes and hooks (fast path), with the same bytes and headers. All other requests
 * take the ordinary way: another spelling of the address, a body, an `Origin` (CORS), or a missing or
 * repeated host. So does the request of a site that runs apart and asks for dependencies.
 */
export function serveCacheHits(
  app: FastifyInstance,
  answers: Pick<ResponseCache, 'hit'>,
  watch: WatchConnection,
  log: HitLogger | null,
): void {
  const { server } = app;
  const [route] = server.listeners('request') as [
    (request: IncomingMessage, response: ServerResponse) => void,
  ];
  server.removeListener('request', route);
  server.on('request', (request, response) => {
    // Node still parses requests of a connection that was ended for having too many (unsentLimiter.ts).
    if (request.socket.destroyed) return;
    const hit = isPlain(request) && answers.hit(request.url ?? '');
    if (!hit) return route.call(server, request, response);
    watch(request);
    hit.tally.hits += 1;
    log?.(hit, request, response);
    sendCachedResponse(hit, request, response);
  });
}

/** Logs a cache hit before it is sent. */
export type HitLogger = (hit: CachedResponse, request: IncomingMessage, response: ServerResponse) => void;

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.host !== undefined &&
    hasSingleHost(request) &&
    headers.origin === undefined &&
    headers[DEPENDENCIES_HEADER] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}
