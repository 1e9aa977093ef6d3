import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { CallApi } from '../../contract/caller.ts';
import { type Endpoint, pathOf } from '../../contract/endpoint.ts';
import { Failure, isAuthPath } from '../../contract/failure.ts';
import type { Actor } from '../database/write.ts';
import type { Deps } from '../deps.ts';
import type { ReceivedFile } from '../files/receive.ts';
import { callerKey } from '../limits.ts';
import type { Logger } from '../log.ts';
import { textLimit } from './bounds.ts';
import { type Produced, sendFinished } from './cache.ts';
import { sendCompressed } from './compress.ts';
import { failureBody, toFailure } from './failures.ts';
import { askedFields, encodeAnswer } from './fields.ts';
import { apiHeaders } from './headers.ts';
import { discardAll, noContent, parseContent, readMultipart } from './multipart.ts';
import { Answer, type Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
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

/** The status and body of an endpoint's answer, from what its handler returned. */
function settle(endpoint: Endpoint, result: unknown): { status: number; body: unknown } {
  if (result instanceof Answer) return { status: result.status, body: result.body };
  if (result === null) return { status: 204, body: null };
  const [status] = Object.entries(endpoint.answers).find(([, schema]) => schema !== null) ?? ['200'];
  return { status: Number(status), body: result };
}

function serialise(endpoint: Endpoint, status: number, body: unknown, query?: unknown): string {
  const schema = endpoint.answers[status as 200];
  if (!schema) throw new Error(`${endpoint.path} declares no answer ${status}`);
  return JSON.stringify(encodeAnswer(schema, body, query));
}

/** What an endpoint reads of its address, in one order; however else it was written makes no entry of its own. */
function cacheKey({ path, params, query }: Endpoint, request: FastifyRequest): string {
  const address = pathOf(path, params && (request.params as Record<string, string>));
  const read = query
    ? Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== undefined)
    : [];
  return read.length > 0 ? `api ${address}?${JSON.stringify(read.sort())}` : `api ${address}`;
}

/** Registers every route of the API under `prefix`, with one error handler and one envelope for all failures. */
export async function registerApi(
  root: FastifyInstance,
  deps: Deps,
  routes: Route[],
  prefix: string,
): Promise<void> {
  await root.register(
    async (app) => {
      app.setValidatorCompiler(validatorCompiler);
      app.setSerializerCompiler(serializerCompiler);
      await app.register(multipart);
      acceptBodies(app);
      app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
      app.addHook('onSend', async (_request, reply) => {
        reply.headers(apiHeaders);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      for (const route of routes) registerRoute(app, deps, route);
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

/** JSON that is no object has no fields: what is missing is then told by name. */
function fieldsOf(body: unknown): object {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

function registerRoute(app: FastifyInstance, deps: Deps, { endpoint, handler, limit }: Route) {
  const { body } = endpoint;
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
      request.actor = null;
      if (limit) await deps.limits.consume(endpoint.path, callerKey(request.ip), limit);
      if (endpoint.access !== 'staff') return;
      const token = bearerToken(request.headers.authorization);
      request.actor = token ? await deps.authenticate(token) : null;
      if (!request.actor) throw new Failure('unauthenticated');
    },
    preValidation: async (request) => {
      if (body?.type === 'json' && request.isMultipart()) throw new Failure('unsupported_type');
      if (body?.type === 'json') request.body = fieldsOf(request.body);
    },
    handler: async (request, reply) => {
      if (endpoint.cached) return answerCached(deps, endpoint, handler, request, reply);
      const content =
        body?.type === 'multipart'
          ? await readBody(request, deps, endpoint, body)
          : { body: request.body, files: {} };
      try {
        const result = await handler(callOf(request, content.body, content.files));
        const { status, body: answer } = settle(endpoint, result);
        if (answer === null) return reply.code(status).send();
        const text = serialise(endpoint, status, answer, request.query);
        reply.code(status).type(JSON_TYPE).serializer(String);
        return isCompressed(endpoint, request) ? sendCompressed(reply, text) : reply.send(text);
      } finally {
        await discardAll(content.files, deps.receiver);
      }
    },
  });
}

/**
 * What staff read. Answers to sign-ins and to whatever else is sent are short, and may hold a secret beside what
 * came with the request.
 */
function isCompressed({ method, access, answers, secret }: Endpoint, { query }: FastifyRequest): boolean {
  if (method !== 'GET' || access !== 'staff') return false;
  const fields = answers[200] ? askedFields(answers[200], query) : [];
  return secret === undefined || (fields.length > 0 && !fields.includes(secret));
}

function callOf(request: FastifyRequest, body: unknown, files: Record<string, ReceivedFile[]>) {
  return {
    params: request.params as never,
    query: request.query as never,
    body: body as never,
    files: files as never,
    actor: request.actor as never,
    ip: request.ip,
  };
}

async function readBody(
  request: FastifyRequest,
  deps: Deps,
  endpoint: Endpoint,
  body: Endpoint['body'] & { type: 'multipart' },
) {
  // JSON is welcome too where no file is sent; unknown types are refused before they get here.
  const content = request.isMultipart()
    ? await readMultipart(request, body, textLimit(endpoint), deps.receiver)
    : { ...noContent(body), fields: fieldsOf(request.body) };
  return { body: await parseContent(body, content, deps.receiver), files: content.files };
}

async function answerCached(
  deps: Deps,
  endpoint: Endpoint,
  handler: Route['handler'],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const finished = await deps.answers.get(cacheKey(endpoint, request), async (): Promise<Produced> => {
    const { status, body } = settle(endpoint, await handler(callOf(request, undefined, {})));
    return {
      status,
      type: JSON_TYPE,
      body: body === null ? null : serialise(endpoint, status, body),
      headers: apiHeaders,
      typed: endpoint.query !== undefined,
    };
  });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
  sendFinished(finished, request.raw, reply.raw);
}

/** One place turns whatever was thrown into the envelope; what nobody expected is logged, never shown. */
export function sendFailure(
  deps: Pick<Deps, 'log' | 'config'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = toFailure(error);
  if (failure.status >= 500) {
    deps.log.error(
      { err: failure.cause ?? error, method: request.method, path: request.url.split('?', 1)[0] },
      failure.code,
    );
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
    .send(JSON.stringify(failureBody(failure, { code: !isAuthPath(asked ?? '') })));
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

/**
 * Calls endpoints of this process without HTTP, as an anonymous visitor: how pages get their data where site
 * and API share a process.
 */
export function createLocalCaller(routes: Route[], log: Logger): CallApi {
  const byEndpoint = new Map(
    routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  );
  return async (endpoint, input) => {
    const route = byEndpoint.get(`${endpoint.method} ${endpoint.path}`);
    if (!route) throw new Failure('not_found');
    const parse = (schema: z.ZodType | undefined, value: unknown, code: 'not_found' | 'invalid') => {
      if (!schema) return undefined;
      const result = schema.safeParse(value ?? {});
      if (!result.success) throw new Failure(code);
      return result.data;
    };
    try {
      const result = await route.handler({
        params: parse(endpoint.params, input?.params, 'not_found') as never,
        query: parse(endpoint.query, input?.query, 'invalid') as never,
        body: parse(endpoint.body?.schema, input?.body, 'invalid') as never,
        files: {},
        actor: null as never,
        ip: '',
      });
      return settle(endpoint, result).body as never;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status >= 500)
        log.error({ err: failure.cause ?? error, path: endpoint.path }, failure.code);
      throw failure;
    }
  };
}
