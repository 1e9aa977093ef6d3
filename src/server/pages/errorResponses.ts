import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { decodePath, pathInApi, sendFailure } from '../../platform/http/api.ts';
import type { RenderedResponse } from '../../platform/http/cache/cachedResponse.ts';
import { CallerDisconnected } from '../../platform/http/cache/responseCache.ts';
import { sendCachedResponse } from '../../platform/http/cache/sendCachedResponse.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { apiHeaders, transportHeaders } from '../../platform/http/headers.ts';
import { hasSingleHost } from '../../platform/http/hostHeader.ts';
import { requestLogFields } from '../../platform/http/observe.ts';
import { Failure } from '../../shared/failure.ts';
import { IncompletePage, plainPage, type RenderReturnedForm, sendUncached } from './pages.ts';

/** An address without a page. Its text is the refusal, in the frame of the site. */
const NOWHERE = '/-';

/** Responses to requests without a route, and to errors that a route does not handle itself. */
export interface ErrorResponses {
  send(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** Makes all later refusals outside the API pages. */
  sendPages(returnPage: RenderReturnedForm): void;
}

/**
 * Creates the error handling. Call it before any route is registered, because it collects the allowed methods
 * from the routes. Within the API each refusal is the envelope; elsewhere it is a page, if the process serves
 * pages.
 */
export function createErrorResponses(
  server: FastifyInstance,
  deps: Pick<Deps, 'responseCache' | 'config' | 'log'>,
): ErrorResponses {
  const prefix = deps.config.API_PREFIX;
  const inApi = (url: string) => pathInApi(prefix, url) !== null;
  const served: { pattern: RegExp; api: boolean; methods: string[] }[] = [];
  let returnPage: RenderReturnedForm | null = null;

  server.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refuses || url === '*') return;
    served.push({ pattern: patternOf(url), api: inApi(url), methods: [method].flat() });
  });

  const methodsAt = (url: string) => {
    const path = decodePath(url.split('?', 1)[0] ?? '');
    const matching = served.filter(({ pattern, api }) => api === inApi(url) && pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))];
  };
  const refuseAddress = async (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = methodsAt(request.url);
    // An overlong parameter matches the pattern of a route, but the router rejects it.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new Failure('not_found');
    reply.header('allow', allowed.sort().join(', '));
    throw new Failure('method_not_allowed');
  };

  server.addHook('onRequest', async (request, reply) => {
    if (!hasSingleHost(request.raw)) throw new Failure('malformed');
    // Refuse before any part of the body is read.
    if (request.is404) await refuseAddress(request, reply);
  });
  server.setNotFoundHandler(refuseAddress);
  // Otherwise the catch-all route of pages would respond to unknown API addresses.
  if (prefix) {
    for (const url of [prefix, `${prefix}/*`])
      server.all(url, { config: { refuses: true }, onRequest: refuseAddress }, () => {});
  }

  const sendPage = async (failure: Failure, request: FastifyRequest, reply: FastifyReply) => {
    const { status, message, code } = failure;
    if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
    const plain: RenderedResponse = {
      status,
      type: 'text/html; charset=utf-8',
      body: plainPage(message, status >= 500 ? request.id : undefined),
      headers: apiHeaders,
    };
    const show = returnPage;
    if (!show || (code !== 'not_found' && code !== 'method_not_allowed')) return sendUncached(reply, plain);
    const made = async () => {
      const page = await show(NOWHERE, { status, message, errors: {}, values: {} });
      if (page.status !== status) throw new IncompletePage(page);
      return { ...page, headers: { ...page.headers, 'cache-control': 'no-store' } };
    };
    try {
      const finished = await deps.responseCache.get(`refusal ${status}`, made);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        reply.raw.setHeader(name, value as string);
      delete request.raw.headers['if-none-match'];
      sendCachedResponse(finished, request.raw, reply.raw);
    } catch (error) {
      deps.log.error({ err: error }, 'error page not rendered');
      return sendUncached(reply, plain);
    }
  };

  return {
    async send(error, request, reply) {
      if (error instanceof CallerDisconnected) return reply.hijack();
      const failure = toFailure(error);
      reply.headers(transportHeaders(deps.config));
      if (!returnPage || inApi(request.url)) return sendFailure(deps, error, request, reply);
      if (failure.status >= 500)
        deps.log.error({ ...requestLogFields(request), err: failure.cause ?? error }, failure.code);
      return sendPage(failure, request, reply);
    },
    sendPages(show) {
      returnPage = show;
    },
  };
}

/** Returns an expression that matches the paths of the route `url`. */
function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
    });
  return new RegExp(`^${parts.join('/')}/?$`);
}
