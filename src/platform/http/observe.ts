import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { givenId, newCode, type Trace, traced } from '../trace.ts';
import type { HitLog } from './hits.ts';
import { onRequestEnd } from './requestEnd.ts';
import type { Trusts } from './trust.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | null;
  }
}

export const REQUEST_ID = 'x-request-id';
/** What a page elsewhere reads of an answer besides its body. */
const EXPOSED = `${REQUEST_ID}, retry-after`;

/** For addresses that no route takes: strangers choose them, and may write anything into them. */
export const NO_ROUTE = 'none';

interface Observing {
  metrics: Pick<Metrics, 'requests'>;
  /** Where each request leaves a line; null where none does. */
  log: Logger | null;
  trusts: Trusts;
}

/**
 * Names each request, counts it when it is over, and writes the access log. Registered before all other hooks, so
 * that all that is done for a request is done under its name. Answers what hits, which pass no hook, are told to.
 */
export function observeRequests(app: FastifyInstance, { metrics, log, trusts }: Observing): HitLog | null {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const trace: Trace = { code: request.id, given: givenBy(request.raw, trusts), route: null };
    request.trace = trace;
    const begun = performance.now();
    const before = sent(request.raw);
    onRequestEnd(response, () => {
      const ms = (trace.stays ?? performance.now()) - begun;
      // Whoever asked was gone before there was an answer.
      const status = response.writableFinished || trace.stays ? response.statusCode : 499;
      const route = routeOf(request);
      metrics.requests.observe(ms / 1000, [request.method, route, String(status)]);
      log?.info(
        {
          request: trace.code,
          ...(trace.given && { trace: trace.given }),
          method: request.method,
          route,
          status,
          bytes: sent(request.raw) - before,
          ms: rounded(ms),
          hit: false,
        },
        'request',
      );
    });
    traced(trace, done);
  });
  // What reads a body goes on from the connection, which is nobody's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) traced(request.trace, done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    // What others may keep would be given to them under this name.
    const kept = /\b(public|max-age)\b/.test(String(reply.getHeader('cache-control')));
    if (kept && reply.statusCode < 400) return;
    reply.header(REQUEST_ID, request.trace?.given ?? request.id);
    if (reply.hasHeader('access-control-allow-origin'))
      reply.header('access-control-expose-headers', EXPOSED);
  });
  return log && logHits(log, trusts);
}

/** Of hits, which carry no name on their way out, the log has the proxy's or one of its own. */
function logHits(log: Logger, trusts: Trusts): HitLog {
  return ({ tally }, request, response: ServerResponse) => {
    const begun = performance.now();
    const before = sent(request);
    onRequestEnd(response, () => {
      const given = givenBy(request, trusts);
      log.info(
        {
          request: newCode(),
          ...(given && { trace: given }),
          method: request.method,
          route: tally.route,
          status: response.statusCode,
          bytes: sent(request) - before,
          ms: rounded(performance.now() - begun),
          hit: true,
        },
        'request',
      );
    });
  };
}

/** A stranger could borrow the name of somebody else's request. */
const givenBy = ({ headers, socket }: IncomingMessage, trusts: Trusts) =>
  trusts(socket.remoteAddress, 0) ? givenId(headers[REQUEST_ID]) : null;

const sent = ({ socket }: IncomingMessage) => socket.bytesWritten ?? 0;
const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** The pattern of the address that was asked for. */
export function routeOf({ trace, is404, routeOptions }: FastifyRequest): string {
  if (trace?.route) return trace.route;
  if (is404 || routeOptions.config?.refuses) return NO_ROUTE;
  return routeOptions.url ?? NO_ROUTE;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a line about a failed request says of it: never its address, which may hold a signature or a name. */
export function aboutRequest(request: FastifyRequest): object {
  const { uuid } = (request.params ?? {}) as { uuid?: string };
  return {
    request: request.id,
    ...(request.trace?.given && { trace: request.trace.given }),
    method: request.method,
    route: routeOf(request),
    ...(uuid && UUID.test(uuid) && { uuid }),
  };
}
