import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, pathOf } from '../../contract/endpoint.ts';
import { Failure, isAuthPath } from '../../contract/failure.ts';
import { type Caller, isPerson } from '../access.ts';
import { watching } from '../database/watch.ts';
import type { Deps } from '../deps.ts';
import type { Pieces } from '../pieces.ts';
import { namesOf, type Touched, touch } from '../touched.ts';
import { READS, readsLine } from './apart.ts';
import { textLimit } from './bounds.ts';
import { NotKept, type Produced, sendFinished } from './cache.ts';
import { sendCompressed } from './compress.ts';
import { failureBody, isBrokenOff, toFailure } from './failures.ts';
import { askedFields, encodeAnswer } from './fields.ts';
import { apiHeaders } from './headers.ts';
import { createLongAnswers, textOf } from './long.ts';
import { readMultipart } from './multipart.ts';
import { aboutRequest } from './observe.ts';
import { deviceOf, sendPageKey } from './pageKey.ts';
import {
  type Admitted,
  type Asked,
  admit,
  complete,
  contentOf,
  giveBackUse,
  readAddress,
} from './perform.ts';
import { requestSignal } from './requestEnd.ts';
import type { Route } from './route.ts';
import { asksForEvents, createStreams, type StreamLimits, type Streams } from './streams.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was let in; null before, and where no endpoint is. */
    admitted: Admitted | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** A route that only says that there is none. */
    refuses?: boolean;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The token of `Authorization: Bearer …`; null for none, an empty header or a bare `Bearer`. */
export function bearerToken(header: string | undefined): string | null {
  return /^\s*Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null;
}

/** Whoever sent `request`. */
export const callerOf = ({ ip, headers }: FastifyRequest): Caller => ({
  kind: 'visitor',
  ip,
  token: bearerToken(headers.authorization),
  agent: headers['user-agent'],
  device: deviceOf(headers.cookie),
  origin: headers.origin,
});

/**
 * An endpoint's address, and what it reads of the query in one order; however else it was written makes no entry of
 * its own. With a query it is no address that anybody could ask for.
 */
function cacheKey({ path, params, query }: Endpoint, asked: Asked, prefix: string): string {
  const address = prefix + pathOf(path, params && (asked.params as Record<string, string>));
  const read = query
    ? Object.entries(asked.query as Record<string, unknown>).filter(([, value]) => value !== undefined)
    : [];
  return read.length > 0 ? `${address} ${JSON.stringify(read.sort())}` : address;
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
      // Schemas stand at the routes for the API document alone; the door reads by them.
      app.setValidatorCompiler(() => () => true);
      await app.register(multipart);
      acceptBodies(app);
      app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
      app.addHook('onSend', async (_request, reply) => {
        reply.headers(apiHeaders);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      const long = createLongAnswers();
      const streams = createStreams(deps, limits);
      app.addHook('preClose', async () => streams.end());
      for (const route of routes) registerRoute(app, deps, route, long, streams);
    },
    { prefix },
  );
}

/**
 * JSON as Fastify reads it, but an empty body is no body. A DELETE may carry anything, with or without a
 * content type, as may a POST whose endpoint asks for nothing: nothing of it is read.
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
    const asksForNone = request.method === 'POST' && endpoint && !endpoint.body;
    if (request.method !== 'DELETE' && !asksForNone) return;
    delete request.raw.headers['content-type'];
    delete request.raw.headers['content-length'];
    delete request.raw.headers['transfer-encoding'];
  });
}

type LongAnswers = ReturnType<typeof createLongAnswers>;

function registerRoute(app: FastifyInstance, deps: Deps, route: Route, long: LongAnswers, streams: Streams) {
  const { endpoint } = route;
  const { body } = endpoint;
  const received = new WeakSet<FastifyRequest>();
  // A hit leaves before anybody is asked who he is (hits.ts).
  if (endpoint.cached && (endpoint.needs || route.limit))
    throw new Error(`${endpoint.path} is kept for everybody and cannot be refused to some`);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: textLimit(endpoint),
    schema: {
      summary: endpoint.summary,
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(body?.type === 'json' && { body: body.schema }),
    },
    // Before anything of the body is read.
    onRequest: async (request) => {
      const admitted = await admit(deps, route, callerOf(request));
      request.admitted = { ...admitted, signal: () => requestSignal(request) };
      if (request.raw.destroyed && !request.raw.complete) await giveBackUse(deps, route, admitted);
    },
    // The body broke off while it was read; an incomplete body reaches no handler.
    onRequestAbort: async (request) => {
      if (request.admitted && !request.raw.complete && !received.has(request))
        await giveBackUse(deps, route, request.admitted);
    },
    preValidation: async (request) => {
      if (body?.type === 'json' && request.isMultipart()) throw new Failure('unsupported_type');
    },
    handler: async (request, reply) => {
      const admitted = request.admitted as Admitted;
      const asked = readAddress(endpoint, request);
      if (endpoint.cached) return answerCached(deps, route, admitted, asked, request, reply, long);
      if (route.follow && request.method === 'GET' && asksForEvents(request.headers.accept))
        return sendStream(deps, route, admitted, asked, reply, streams);
      const content = await receive(request, deps, endpoint);
      received.add(request);
      const work = () => complete(deps, route, admitted, asked, content);
      const {
        status,
        body: answer,
        pieces,
        pageKey,
      } = asksForReads(request) ? await tellingReads(reply, work) : await work();
      if (pageKey !== undefined) sendPageKey(pageKey, deps.config, request, reply);
      const text = pieces ? await textOf(pieces) : answer === null ? null : JSON.stringify(answer);
      if (!pieces && text === null) return reply.code(status).send();
      reply.code(status).type(JSON_TYPE).serializer(String);
      const compressible = isCompressed(endpoint, asked.query);
      if (text !== null) return compressible ? sendCompressed(reply, text) : reply.send(text);
      return long.send(reply, pieces as Pieces<unknown>, compressible);
    },
  });
}

/** What the handler answers now, and then what there is to tell, each as the endpoint declares it. */
function sendStream(
  deps: Deps,
  route: Route,
  admitted: Admitted,
  asked: Asked,
  reply: FastifyReply,
  streams: Streams,
) {
  const { actor } = admitted;
  const { endpoint, follow } = route;
  const schema = endpoint.answers[200];
  if (!actor || !isPerson(actor) || !follow || !schema)
    throw new Error(`${endpoint.path} can be followed by nobody`);
  return streams.send(reply, actor, async (tell) => {
    const call = { actor, ...asked } as unknown as Parameters<typeof follow>[0];
    const stop = await follow(call, (answer) => tell(encodeAnswer(schema, answer, asked.query)));
    try {
      const { body } = await complete(deps, route, admitted, asked, contentOf(endpoint, undefined));
      tell(body);
      return stop;
    } catch (error) {
      stop();
      throw error;
    }
  });
}

/**
 * What staff read. Answers to sign-ins and to whatever else is sent are short, and may hold a secret beside what
 * came with the request.
 */
export function isCompressed({ method, needs, answers, secret }: Endpoint, query: unknown): boolean {
  if (method !== 'GET' || !needs) return false;
  const fields = answers[200] ? askedFields(answers[200], query) : [];
  return secret === undefined || (fields.length > 0 && !fields.includes(secret));
}

/** JSON is welcome too where no file is sent; unknown types are refused before they get here. */
async function receive(request: FastifyRequest, { receiver }: Deps, endpoint: Endpoint) {
  const { body } = endpoint;
  return body?.type === 'multipart' && request.isMultipart()
    ? readMultipart(request, body, textLimit(endpoint), receiver)
    : contentOf(endpoint, request.body);
}

async function answerCached(
  deps: Deps,
  route: Route,
  admitted: Admitted,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
  long: LongAnswers,
) {
  const { endpoint } = route;
  const key = cacheKey(endpoint, asked, deps.config.API_PREFIX);
  const make = () => complete(deps, route, admitted, asked, contentOf(endpoint, undefined));
  const produce = async (): Promise<Produced> => {
    const { status, body, pieces } = await make();
    const text = pieces ? await textOf(pieces) : body === null ? null : JSON.stringify(body);
    if (pieces && text === null) throw new NotKept();
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
    const finished = await deps.answers.get(key, produce);
    if (asksForReads(request)) reply.header(READS, readsLine(namesOf(finished.reads)));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      reply.raw.setHeader(name, value as string);
    return sendFinished(finished, request.raw, reply.raw);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    const { status, pieces } = asksForReads(request) ? await tellingReads(reply, make) : await make();
    reply.code(status).type(JSON_TYPE).header('cache-control', 'public, no-cache');
    return long.send(reply, pieces as Pieces<unknown>, true);
  }
}

const asksForReads = ({ headers }: FastifyRequest) => headers[READS] !== undefined;

/** What `work` answers, of which a site elsewhere is told what it was made of. */
async function tellingReads<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  const read: Touched = new Map();
  try {
    return await watching(({ reads }) => touch(read, reads), work);
  } finally {
    reply.header(READS, readsLine(namesOf(read)));
  }
}

/** One place turns whatever was thrown into the envelope; what nobody expected is logged, never shown. */
export function sendFailure(
  deps: Pick<Deps, 'log' | 'config'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = isBrokenOff(error, request.raw)
    ? new Failure('malformed', undefined, { cause: error })
    : toFailure(error);
  if (failure.status >= 500) {
    deps.log.error({ ...aboutRequest(request), err: failure.cause ?? error }, failure.code);
  }
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
  // Whoever still sends would lose the answer with the connection; what is left is read past (traffic.ts). While
  // the process closes, the connection has to end.
  if (failure.code !== 'unavailable') reply.removeHeader('connection');
  const asked = request.routeOptions.config?.endpoint?.path ?? pathInApi(deps.config.API_PREFIX, request.url);
  return reply
    .code(failure.status)
    .headers(apiHeaders)
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .serializer(String)
    .send(JSON.stringify(failureBody(failure, { code: !isAuthPath(asked ?? ''), request: request.id })));
}

/** What follows the API's prefix in `url`; null for what is not of the API. */
export function pathInApi(prefix: string, url: string): string | null {
  const path = decoded(url.split('?', 1)[0] ?? '');
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
}

/** As the router compares it; what cannot be decoded is left as it is. */
export function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
