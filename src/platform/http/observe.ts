import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { acceptedTraceId, newTraceCode, type Trace, withTrace } from '../observability/trace.ts';
import type { HitLogger } from './cache/cacheHits.ts';
import { onRequestEnd } from './limits/requestEnd.ts';
import type { IsTrustedProxy } from './limits/trustedProxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | null;
  }
}

/** Header with the id of a request. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Headers that a script of another origin may read. */
const EXPOSED_HEADERS = `${REQUEST_ID_HEADER}, retry-after`;

/** Route of requests that match none. Their paths are chosen by clients and are never logged. */
export const NO_ROUTE = 'none';

interface ObserveOptions {
  metrics: Pick<Metrics, 'requests'>;
  /** The access log, or null if there is none. */
  log: Logger | null;
  trusts: IsTrustedProxy;
}

/**
 * Names each request, counts it when it ends, and writes the access log. Must be registered before all other
 * hooks, so that their work runs under the request's trace. Returns the logger of cache hits, which pass no
 * hook.
 */
export function observeRequests(
  app: FastifyInstance,
  { metrics, log, trusts }: ObserveOptions,
): HitLogger | null {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const trace: Trace = { code: request.id, foreignId: forwardedId(request.raw, trusts), route: null };
    request.trace = trace;
    const begun = performance.now();
    const sentBefore = bytesSent(request.raw);
    onRequestEnd(response, () => {
      const ms = (trace.openSince ?? performance.now()) - begun;
      // 499: the client left before there was a response.
      const status = response.writableFinished || trace.openSince ? response.statusCode : 499;
      const route = routeOf(request);
      metrics.requests.observe(ms / 1000, [request.method, route, String(status)]);
      log?.info(
        {
          request: trace.code,
          ...(trace.foreignId && { trace: trace.foreignId }),
          method: request.method,
          route,
          status,
          bytes: bytesSent(request.raw) - sentBefore,
          ms: roundMs(ms),
          hit: false,
        },
        'request',
      );
    });
    withTrace(trace, done);
  });
  // Reading the body continues in the connection's async context, which has no trace.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) withTrace(request.trace, done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    // A shared cache would repeat this id to other clients.
    const isCacheable = /\b(public|max-age)\b/.test(String(reply.getHeader('cache-control')));
    if (isCacheable && reply.statusCode < 400) return;
    reply.header(REQUEST_ID_HEADER, request.trace?.foreignId ?? request.id);
    if (reply.hasHeader('access-control-allow-origin'))
      reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  });
  return log && logHits(log, trusts);
}

/** Logs cache hits by the proxy's id or a new one; their responses carry none. */
function logHits(log: Logger, trusts: IsTrustedProxy): HitLogger {
  return ({ tally }, request, response: ServerResponse) => {
    const begun = performance.now();
    const sentBefore = bytesSent(request);
    onRequestEnd(response, () => {
      const forwarded = forwardedId(request, trusts);
      log.info(
        {
          request: newTraceCode(),
          ...(forwarded && { trace: forwarded }),
          method: request.method,
          route: tally.route,
          status: response.statusCode,
          bytes: bytesSent(request) - sentBefore,
          ms: roundMs(performance.now() - begun),
          hit: true,
        },
        'request',
      );
    });
  };
}

/** Accepts ids of trusted proxies only: any other client could take another request's id. */
const forwardedId = ({ headers, socket }: IncomingMessage, trusts: IsTrustedProxy) =>
  trusts(socket.remoteAddress, 0) ? acceptedTraceId(headers[REQUEST_ID_HEADER]) : null;

const bytesSent = ({ socket }: IncomingMessage) => socket.bytesWritten ?? 0;
const roundMs = (ms: number) => Math.round(ms * 10) / 10;

/** Returns the pattern of the requested address. */
export function routeOf({ trace, is404, routeOptions }: FastifyRequest): string {
  if (trace?.route) return trace.route;
  if (is404 || routeOptions.config?.refuses) return NO_ROUTE;
  return routeOptions.url ?? NO_ROUTE;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the log fields of a failed request; never its address, which may hold a signature or a name. */
export function requestLogFields(request: FastifyRequest): object {
  const { uuid } = (request.params ?? {}) as { uuid?: string };
  return {
    request: request.id,
    ...(request.trace?.foreignId && { trace: request.trace.foreignId }),
    method: request.method,
    route: routeOf(request),
    ...(uuid && UUID.test(uuid) && { uuid }),
  };
}
