import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../shared/failure.ts';
import { callerKey } from '../../security/rateLimits.ts';
import { UNREAD_BODY_LIMIT } from './bodyLimits.ts';
import type { OpenFileLimits } from './openFiles.ts';
import { onBodyEnd } from './requestEnd.ts';
import { slowestOf } from './slowest.ts';
import { queuedBytes, rawResponse, sentBytes } from './sockets.ts';
import type { IsTrustedProxy } from './trustedProxies.ts';
import type { UnsentLimits } from './unsentLimiter.ts';

/** Limits of connections, requests and responses. */
export interface TrafficLimits extends UnsentLimits, OpenFileLimits {
  /** Longest time until all headers of a request have arrived, also on a connection that never sends one. */
  headersMs: number;
  /** Interval between checks of progress. */
  checkMs: number;
  /** Time within which `minBytes` of a body or response must move. */
  bodyMs: number;
  answerMs: number;
  minBytes: number;
  /** Limits of reading past a body after its response, which browsers show only once they sent everything. */
  drainMs: number;
  drainBytes: number;
  /** Connections by address. Those of trusted proxies do not count. */
  connectionsPerAddress: number;
  /** Bodies in progress by forwarded address. */
  bodiesPerAddress: number;
  /** Time before a body may be ended in favour of another one of the same address. */
  bodyPatienceMs: number;
  /** Connections of all addresses together. */
  totalConnections: number;
}

const MB = 1024 * 1024;

export const TRAFFIC_LIMITS: TrafficLimits = {
  headersMs: 15_000,
  checkMs: 5_000,
  bodyMs: 20_000,
  // A paused film is not read either. Browsers request the rest again.
  answerMs: 60_000,
  minBytes: 8 * 1024,
  drainMs: 120_000,
  drainBytes: 64 * MB,
  // Mobile networks put whole towns behind one address.
  connectionsPerAddress: 512,
  bodiesPerAddress: 64,
  bodyPatienceMs: 10_000,
  totalConnections: 8192,
  // Nine times the longest document. Staff of one shop export lists as streams, which hold 64 KB each.
  unsentPerAddress: 32 * MB,
  // As much as the idle process takes.
  totalUnsent: 256 * MB,
  // Browsers and proxies await a response before they send the next request.
  pipelinedPerConnection: 32,
  // A quarter of the connections of an address: each film that is played keeps its file open.
  filesPerAddress: 128,
  totalFiles: 1024,
  filePatienceMs: 30_000,
  fileWaitMs: 10_000,
};

/** Returns the limits for Node and Fastify. No limit of a whole request: an upload may take hours. */
export const serverLimits = (limits: TrafficLimits) => ({
  requestTimeout: 0,
  // Longer than the proxies of deploy/ keep idle connections, so that no request meets a closing one.
  keepAliveTimeout: 72_000,
  bodyLimit: UNREAD_BODY_LIMIT,
  // Refusals of a missing `Host` have our own message (errorResponses.ts).
  http: {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    requireHostHeader: false,
  },
});

const TOO_MANY = 'Muitos envios ao mesmo tempo vêm da sua conexão. Espere um pouco e tente de novo.';
const RETRY_SECONDS = 10;
const tooMany = () => new Failure('too_many', TOO_MANY, { retryAfter: RETRY_SECONDS });

/** State of a connection when data last moved on it. */
interface Watched {
  request: IncomingMessage | null;
  /** 0 from the start of a request on the fast path until its first check. */
  since: number;
  received: number;
  sent: number;
  /** Deadline, and last byte, of reading past the rest of a body after its response. */
  drain: { until: number; upTo: number } | null;
}

/** Counts a connection that was refused, or ended because nothing moved. */
export type OnConnectionEnded = (
  reason: 'connections' | 'all_connections' | 'bodies' | 'stalled' | 'unsent' | 'pipelined',
) => void;

/** Starts to watch the connection of a request on the fast path. */
export type WatchConnection = (request: IncomingMessage) => void;

/**
 * Ends stalled connections: bodies that clients do not send on, responses that they do not read. Both need a
 * minimum rate, not a total time, so that large files may take long. Also limits connections and bodies by
 * address. Injected requests of tests have no socket and pass. Returns the function for requests on the fast
 * path, which run no hook.
 */
export function guardTraffic(
  app: FastifyInstance,
  limits: TrafficLimits,
  trusts: IsTrustedProxy,
  headers: Record<string, string>,
  ended: OnConnectionEnded = () => {},
): WatchConnection {
  const watched = new Map<Socket, Watched>();
  const connections = createCounter();
  const bodies = createBodies(limits);
  let closing = false;

  const stateOf = (socket: Socket) => {
    let found = watched.get(socket);
    if (!found) {
      found = { request: null, since: 0, received: 0, sent: 0, drain: null };
      watched.set(socket, found);
      socket.once('close', () => watched.delete(socket));
    }
    return found;
  };

  const startWatching = (request: IncomingMessage) => {
    const state = stateOf(request.socket);
    state.request = request;
    state.drain = null;
    recordProgress(state, request.socket);
    return state;
  };
  /** Records only the start: reading the counters is costly, and most responses end before a check. */
  const watchLazily = (request: IncomingMessage) => {
    const state = stateOf(request.socket);
    state.request = request;
    state.drain = null;
    state.since = 0;
  };

  const { server } = app;
  server.maxConnections = limits.totalConnections;
  server.on('drop', () => {
    ended('all_connections');
    server.closeIdleConnections();
  });
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (!peer || trusts(peer, 0)) return;
    const release = connections.take(callerKey(peer), limits.connectionsPerAddress);
    if (release) return void socket.once('close', release);
    ended('connections');
    refuse(socket, headers);
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (!(socket instanceof Socket)) return done();
    const state = startWatching(request.raw);
    if (!hasBody(request.raw)) return done();
    drainAfter(reply.raw, request.raw, state);
    const key = callerKey(request.ip);
    if (bodies.isFull(key)) {
      ended('bodies');
      if (!bodies.endSlowest(key)) return done(tooMany());
    }
    onBodyEnd(reply, bodies.add(key, request.raw));
    done();
  });

  /** Reads past the rest of a body, because browsers show the response only after they sent everything. */
  const drainAfter = (response: ServerResponse, request: IncomingMessage, state: Watched) => {
    response.once('finish', () => {
      if (request.complete) return;
      // The client will not send the rest, or the process is closing.
      if (closing || failedAsSlow.has(request)) return void request.socket.destroySoon();
      state.drain = {
        until: performance.now() + limits.drainMs,
        upTo: request.socket.bytesRead + limits.drainBytes,
      };
      request.resume();
    });
  };

  const check = (socket: Socket, state: Watched, now: number) => {
    if (state.since === 0) {
      recordProgress(state, socket);
      // The request may have begun right after the last check, and gets no longer than others.
      state.since = now - limits.checkMs;
      return;
    }
    const { request } = state;
    // Data that arrived but is unread waits for us, not for the client.
    const receiving = request && !request.complete && request.readableLength === 0;
    const sending = queuedBytes(socket) > 0;
    const moved =
      (receiving ? socket.bytesRead - state.received : 0) + (sending ? sentBytes(socket) - state.sent : 0);
    const drain = request?.complete ? null : state.drain;
    if (drain && (now > drain.until || socket.bytesRead > drain.upTo)) return socket.destroy();
    if ((!receiving && !sending) || moved >= limits.minBytes) return recordProgress(state, socket);
    if (now - state.since < (sending ? limits.answerMs : limits.bodyMs)) return;
    ended('stalled');
    if (sending || drain || !failAsTooSlow(request)) return socket.destroy();
    recordProgress(state, socket);
  };

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, state] of watched) check(socket, state, now);
  }, limits.checkMs).unref();
  app.addHook('preClose', async () => {
    closing = true;
    // Their responses are sent, and the rest of their bodies would delay the shutdown.
    for (const [socket, { drain }] of watched) if (drain) socket.destroySoon();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return watchLazily;
}

function recordProgress(state: Watched, socket: Socket) {
  state.since = performance.now();
  state.received = socket.bytesRead;
  state.sent = sentBytes(socket);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const failedAsSlow = new WeakSet<IncomingMessage>();

/** Makes the reader of the body fail with a 408. Returns false if there is none, or on a second call. */
function failAsTooSlow(request: IncomingMessage | null): boolean {
  if (!request || failedAsSlow.has(request) || request.listenerCount('error') === 0) return false;
  failedAsSlow.add(request);
  return request.emit('error', new Failure('too_slow'));
}

interface Body {
  request: IncomingMessage;
  begun: number;
  /** Bytes of the connection that came before this body. */
  before: number;
}

/** Counts bodies in progress by address. */
function createBodies({ bodiesPerAddress: maxBodies, bodyPatienceMs }: TrafficLimits) {
  const byAddress = new Map<string, Set<Body>>();
  const remove = (key: string, body: Body) => {
    const found = byAddress.get(key);
    if (found?.delete(body) && found.size === 0) byAddress.delete(key);
  };
  return {
    isFull: (key: string) => (byAddress.get(key)?.size ?? 0) >= maxBodies,
    /** Counts a body until the returned function is called. */
    add(key: string, request: IncomingMessage): () => void {
      const body = { request, begun: performance.now(), before: request.socket.bytesRead };
      const found = byAddress.get(key);
      if (found) found.add(body);
      else byAddress.set(key, new Set([body]));
      return () => remove(key, body);
    },
    /** Ends the body that came most slowly. Returns false if all of them are too young to be judged. */
    endSlowest(key: string): boolean {
      const received = ({ request, before }: Body) => request.socket.bytesRead - before;
      const slowest = slowestOf(byAddress.get(key) ?? [], bodyPatienceMs, received);
      if (!slowest) return false;
      remove(key, slowest);
      if (!failAsTooSlow(slowest.request)) slowest.request.socket.destroy();
      return true;
    },
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    /** Counts one of `key` until the returned function is called. Returns null at the limit. */
    take(key: string, max: number): (() => void) | null {
      const count = counts.get(key) ?? 0;
      if (count >= max) return null;
      counts.set(key, count + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

/** Sends a 429 before any request is read, and closes the connection. */
function refuse(socket: Socket, headers: Record<string, string>): void {
  socket.on('error', () => {});
  socket.write(rawResponse(tooMany(), { ...headers, 'retry-after': String(RETRY_SECONDS) }));
  socket.destroySoon();
}
