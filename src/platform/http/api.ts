import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, pathOf } from '../../shared/endpoint.ts';
import { Failure, isAuthPath } from '../../shared/failure.ts';
import { type AffectedRows, addAffectedRows, namesOfRows } from '../affectedRows.ts';
import { trackStatements } from '../database/dependencyTracking.ts';
import type { Deps } from '../deps.ts';
import type { Batches } from '../processes/batches.ts';
import { type Caller, isPerson } from '../security/access.ts';
import type { RenderedResponse } from './cache/cachedResponse.ts';
import { sendCompressed } from './cache/compress.ts';
import { deviceOf, sendPageKey } from './cache/pageKey.ts';
import { NotCacheable } from './cache/responseCache.ts';
import { sendCachedResponse } from './cache/sendCachedResponse.ts';
import { createJsonStreams, shortListText } from './cache/streamedJson.ts';
import { acceptsEvents, createEventStreams, type EventStreams, type StreamLimits } from './eventStreams.ts';
import { failureBody, isAbortedBody, toFailure } from './failures.ts';
import { apiHeaders } from './headers.ts';
import { textLimit } from './limits/bodyLimits.ts';
import { requestSignal } from './limits/requestEnd.ts';
import { readMultipart } from './multipart.ts';
import { requestLogFields } from './observe.ts';
import {
  type AuthorizedCaller,
  authorize,
  contentWithoutFiles,
  executeCall,
  type ParsedAddress,
  parseAddress,
  refundUse,
} from './pipeline.ts';
import { DEPENDENCIES_HEADER, encodeDependencies } from './remoteProtocol.ts';
import { encodeResponse, requestedFields } from './responseFields.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authorized caller. Null before authorization and where no endpoint matches. */
    admitted: AuthorizedCaller | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Marks a route that only answers that the address does not exist. */
    refuses?: boolean;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the token of `Authorization: Bearer …`, or null if the header is absent, empty or incomplete. */
export function bearerToken(header: string | undefined): string | null {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null;
}

/** Returns the caller that sent `request`. */
export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  kind: 'visitor',
  ip,
  token: bearerToken(headers.authorization),
  agent: headers['user-agent'],
  device: deviceOf(headers.cookie),
  origin: headers.origin,
});

/**
 * Returns the cache key: the endpoint's address, then its parsed query in sorted order. Other spellings of
 * the same query share an entry. A key with a query is no valid URL, so the fast path never finds it.
 */
function cacheKey({ path, params, query }: Endpoint, address: ParsedAddress, prefix: string): string {
  const url = prefix + pathOf(path, params && (address.params as Record<string, string>));
  const parameters = query
    ? Object.entries(address.query as Record<string, unknown>).filter(([, value]) => value !== undefined)
    : [];
  return parameters.length > 0 ? `${url} ${JSON.stringify(parameters.sort())}` : url;
}

/** Registers every route of the API under `prefix`, with one error handler and one envelope for all failures. */
export async function registerApi(
  root: FastifyInstance,
  deps: Deps,
  routes: Route[],
  prefix: string,
  limits?: StreamLimits,
): Promise<void> {
  await root.register(
    async (app) => {
      await app.register(multipart);
      acceptBodies(app);
      app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
      app.addHook('onSend', async (_request, reply) => {
        reply.headers(apiHeaders);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      const jsonStreams = createJsonStreams();
      const streams = createEventStreams(deps, limits);
      app.addHook('preClose', async () => streams.end());
      for (const route of routes) registerRoute(app, deps, route, jsonStreams, streams);
    },
    { prefix },
  );
}

/**
 * Parses JSON as Fastify does, but takes an empty body for none. Ignores the body of a DELETE, and of a POST
 * whose endpoint declares none, with or without a content type.
 */
function acceptBodies(app: FastifyInstance) {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text as string));
    } catch {
      done(new Failure('malformed'));
    }
  });
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    const readsNoBody = request.method === 'POST' && endpoint && !endpoint.body;
    if (request.method !== 'DELETE' && !readsNoBody) return;
    delete request.raw.headers['content-type'];
    delete request.raw.headers['content-length'];
    delete request.raw.headers['transfer-encoding'];
  });
}

type JsonStreams = ReturnType<typeof createJsonStreams>;

function registerRoute(
  app: FastifyInstance,
  deps: Deps,
  route: Route,
  jsonStreams: JsonStreams,
  streams: EventStreams,
) {
  const { endpoint } = route;
  const { body } = endpoint;
  const completeRequests = new WeakSet<FastifyRequest>();
  // Cache hits are served before authorization (cacheHits.ts).
  if (endpoint.cached && (endpoint.needs || route.limit))
    throw new Error(`${endpoint.path} is cached for all clients and cannot have permissions or a rate limit`);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: textLimit(endpoint),
    // Runs before any of the body is read.
    onRequest: async (request) => {
      const authorized = await authorize(deps, route, callerOf(request));
      request.admitted = { ...authorized, signal: () => requestSignal(request) };
      if (request.raw.destroyed && !request.raw.complete) await refundUse(deps, route, authorized);
    },
    // The body broke off while it was read. An incomplete body reaches no handler.
    onRequestAbort: async (request) => {
      if (request.admitted && !request.raw.complete && !completeRequests.has(request))
        await refundUse(deps, route, request.admitted);
    },
    preValidation: async (request) => {
      if (body?.type === 'json' && request.isMultipart()) throw new Failure('unsupported_type');
    },
    handler: async (request, reply) => {
      const authorized = request.admitted as AuthorizedCaller;
      const address = parseAddress(endpoint, request);
      if (endpoint.cached) return sendCached(deps, route, authorized, address, request, reply, jsonStreams);
      if (route.follow && request.method === 'GET' && acceptsEvents(request.headers.accept))
        return sendStream(deps, route, authorized, address, reply, streams);
      const content = await receive(request, deps, endpoint);
      completeRequests.add(request);
      const execute = () => executeCall(deps, route, authorized, address, content);
      const {
        status,
        body: answer,
        batches,
        pageKey,
      } = asksForDependencies(request) ? await reportDependencies(reply, execute) : await execute();
      if (pageKey !== undefined) sendPageKey(pageKey, deps.config, request, reply);
      const text = batches ? await shortListText(batches) : answer === null ? null : JSON.stringify(answer);
      if (!batches && text === null) return reply.code(status).send();
      reply.code(status).type(JSON_TYPE).serializer(String);
      const compressible = mayCompress(endpoint, address.query);
      if (text !== null) return compressible ? sendCompressed(reply, text) : reply.send(text);
      return jsonStreams.send(reply, batches as Batches<unknown>, compressible);
    },
  });
}

/** Sends the handler's response, then each later one that `follow` emits, as the endpoint declares it. */
function sendStream(
  deps: Deps,
  route: Route,
  authorized: AuthorizedCaller,
  address: ParsedAddress,
  reply: FastifyReply,
  streams: EventStreams,
) {
  const { actor } = authorized;
  const { endpoint, follow } = route;
  const schema = endpoint.answers[200];
  if (!actor || !isPerson(actor) || !follow || !schema)
    throw new Error(`${endpoint.path} cannot be streamed`);
  return streams.send(reply, actor, async (emit) => {
    const call = { actor, ...address };
    const stop = await follow(call, (answer) => emit(encodeResponse(schema, answer, address.query)));
    try {
      const { body } = await executeCall(
        deps,
        route,
        authorized,
        address,
        contentWithoutFiles(endpoint, undefined),
      );
      emit(body);
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  });
}

/**
 * Returns whether a response may be compressed: only what staff read. Other responses are short, and may hold
 * a secret beside text from the request (BREACH).
 */
export function mayCompress({ method, needs, answers, secret }: Endpoint, query: unknown): boolean {
  if (method !== 'GET' || !needs) return false;
  const fields = answers[200] ? requestedFields(answers[200], query) : [];
  return secret === undefined || (fields.length > 0 && !fields.includes(secret));
}

/** Accepts JSON too if no file is sent. Unknown content types were refused earlier. */
async function receive(request: FastifyRequest, { receiver }: Deps, endpoint: Endpoint) {
  const { body } = endpoint;
  return body?.type === 'multipart' && request.isMultipart()
    ? readMultipart(request, body, textLimit(endpoint), receiver)
    : contentWithoutFiles(endpoint, request.body);
}

async function sendCached(
  deps: Deps,
  route: Route,
  authorized: AuthorizedCaller,
  address: ParsedAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  jsonStreams: JsonStreams,
) {
  const { endpoint } = route;
  const key = cacheKey(endpoint, address, deps.config.API_PREFIX);
  const execute = () =>
    executeCall(deps, route, authorized, address, contentWithoutFiles(endpoint, undefined));
  const render = async (): Promise<RenderedResponse> => {
    const { status, body, batches } = await execute();
    const text = batches ? await shortListText(batches) : body === null ? null : JSON.stringify(body);
    if (batches && text === null) throw new NotCacheable();
    return {
      status,
      type: JSON_TYPE,
      body: text,
      headers: apiHeaders,
      typed: endpoint.query !== undefined,
      route: deps.config.API_PREFIX + endpoint.path,
    };
  };
  try {
    const entry = await deps.responseCache.get(key, render);
    if (asksForDependencies(request))
      reply.header(DEPENDENCIES_HEADER, encodeDependencies(namesOfRows(entry.reads)));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      reply.raw.setHeader(name, value as string);
    return sendCachedResponse(entry, request.raw, reply.raw);
  } catch (error) {
    if (!(error instanceof NotCacheable)) throw error;
    const { status, batches } = asksForDependencies(request)
      ? await reportDependencies(reply, execute)
      : await execute();
    reply.code(status).type(JSON_TYPE).header('cache-control', 'public, no-cache');
    return jsonStreams.send(reply, batches as Batches<unknown>, true);
  }
}

const asksForDependencies = ({ headers }: FastifyRequest) => headers[DEPENDENCIES_HEADER] !== undefined;

/** Runs `work` and lists its dependencies in a header, for a site that runs apart from the API. */
async function reportDependencies<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  const dependencies: AffectedRows = new Map();
  try {
    return await trackStatements(({ reads }) => addAffectedRows(dependencies, reads), work);
  } finally {
    reply.header(DEPENDENCIES_HEADER, encodeDependencies(namesOfRows(dependencies)));
  }
}

/** Sends any thrown error in the envelope of failures. Logs unexpected errors, and never shows their text. */
export function sendFailure(
  deps: Pick<Deps, 'log' | 'config'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = isAbortedBody(error, request.raw)
    ? new Failure('malformed', undefined, { cause: error })
    : toFailure(error);
  if (failure.status >= 500) {
    deps.log.error({ ...requestLogFields(request), err: failure.cause ?? error }, failure.code);
  }
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  // A client that is still sending would lose the response with its connection, so the rest of its body is
  // read past (traffic.ts). While the process closes, the connection has to end.
  if (failure.code !== 'unavailable') reply.removeHeader('connection');
  const path = request.routeOptions.config?.endpoint?.path ?? pathInApi(deps.config.API_PREFIX, request.url);
  return reply
    .code(failure.status)
    .headers(apiHeaders)
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .serializer(String)
    .send(JSON.stringify(failureBody(failure, { code: !isAuthPath(path ?? ''), request: request.id })));
}

/** Returns the path of `url` after the API's prefix, or null if `url` is outside the API. */
export function pathInApi(prefix: string, url: string): string | null {
  const path = decodePath(url.split('?', 1)[0] ?? '');
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}

/** Decodes a path as the router does. Returns it unchanged if it cannot be decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
