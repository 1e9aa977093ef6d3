import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../contract/failure.ts';
import { callerKey } from '../limits.ts';
import { UNREAD_LIMIT } from './bounds.ts';
import type { OpenFileLimits } from './openFiles.ts';
import { onBodyEnd } from './requestEnd.ts';
import { slowestOf } from './slowest.ts';
import { queuedBy, rawAnswer, sentBy } from './sockets.ts';
import type { Trusts } from './trust.ts';
import type { UnsentLimits } from './unsent.ts';

export interface TrafficLimits extends UnsentLimits, OpenFileLimits {
  /** Until all headers of a request are there, a connection that never sends one included. */
  headersMs: number;
  /** How often progress is looked at. */
  checkMs: number;
  /** Of a body or an answer on its way, `leastBytes` must move within this time. */
  bodyMs: number;
  answerMs: number;
  leastBytes: number;
  /** What is read past of a body after its answer, so that browsers, which send everything first, see it. */
  drainMs: number;
  drainBytes: number;
  /** By address; those of trusted proxies do not count. */
  connections: number;
  /** Bodies on their way at once, by forwarded address. */
  bodies: number;
  /** Time before a body may be ended in favour of another one of the same address. */
  bodyPatienceMs: number;
  /** Of everybody together. */
  allConnections: number;
}

const MB = 1024 * 1024;

export const TRAFFIC: TrafficLimits = {
  headersMs: 15_000,
  checkMs: 5_000,
  bodyMs: 20_000,
  // A film that is paused is not read either; browsers ask again for the rest.
  answerMs: 60_000,
  leastBytes: 8 * 1024,
  drainMs: 120_000,
  drainBytes: 64 * MB,
  // Whole towns share one address of a mobile network.
  connections: 512,
  bodies: 64,
  bodyPatienceMs: 10_000,
  allConnections: 8192,
  // Nine times the longest document; staff of one shop export lists as streams, which hold 64 KB each.
  unsent: 32 * MB,
  // As much as the process takes at rest.
  allUnsent: 256 * MB,
  // Browsers and proxies wait for one answer before they send the next request.
  pipelined: 32,
  // A quarter of the connections of an address: of many films at once, each keeps its file open.
  files: 128,
  allFiles: 1024,
  filePatienceMs: 30_000,
  fileWaitMs: 10_000,
};

/** What Node and Fastify can do of it. No time for a whole request: an upload may take hours while it moves. */
export const serverLimits = (limits: TrafficLimits) => ({
  requestTimeout: 0,
  // Longer than the proxies of deploy/ keep a connection that waits: a request must not meet one that is just going.
  keepAliveTimeout: 72_000,
  bodyLimit: UNREAD_LIMIT,
  // A missing `Host` is refused in our words (refusals.ts).
  http: {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    requireHostHeader: false,
  },
});

const TOO_MANY = 'Muitos envios ao mesmo tempo vêm da sua conexão. Espere um pouco e tente de novo.';
const RETRY_SECONDS = 10;
const tooMany = () => new Failure('too_many', TOO_MANY, { retryAfter: RETRY_SECONDS });

/** A connection as it was when something last moved on it. */
interface Watched {
  request: IncomingMessage | null;
  /** 0 from the start of a request that came by no hook until it is looked at first. */
  since: number;
  received: number;
  sent: number;
  /** How long, and up to which byte, the rest of a body is read past whose answer is out. */
  drain: { until: number; upTo: number } | null;
}

/** Told of each connection that was not let in, or was ended because nothing moved. */
export type Ended = (
  reason: 'connections' | 'all_connections' | 'bodies' | 'stalled' | 'unsent' | 'pipelined',
) => void;

/** Begins to look at the connection of a request that comes in. */
export type Watch = (request: IncomingMessage) => void;

/**
 * Ends what does not move: bodies that nobody sends on, answers that nobody reads. Both are held to a least rate
 * and not to a time, so that a large file may take as long as it needs. Also counts connections and bodies by
 * address. Requests without a connection, which tests inject, pass. Answers what to call for requests that come by
 * no hook.
 */
export function guardTraffic(
  app: FastifyInstance,
  limits: TrafficLimits,
  trusts: Trusts,
  headers: Record<string, string>,
  ended: Ended = () => {},
): Watch {
  const watched = new Map<Socket, Watched>();
  const connections = createCounter();
  const bodies = createBodies(limits);
  let closing = false;

  const watch = (socket: Socket) => {
    let found = watched.get(socket);
    if (!found) {
      found = { request: null, since: 0, received: 0, sent: 0, drain: null };
      watched.set(socket, found);
      socket.once('close', () => watched.delete(socket));
    }
    return found;
  };

  const begin = (request: IncomingMessage) => {
    const state = watch(request.socket);
    state.request = request;
    state.drain = null;
    mark(state, request.socket);
    return state;
  };
  /** Without a body there is only an answer to read, mostly over before anybody looks; asking the socket costs. */
  const beginLater = (request: IncomingMessage) => {
    const state = watch(request.socket);
    state.request = request;
    state.drain = null;
    state.since = 0;
  };

  const { server } = app;
  server.maxConnections = limits.allConnections;
  server.on('drop', () => {
    ended('all_connections');
    server.closeIdleConnections();
  });
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress;
    if (!peer || trusts(peer, 0)) return;
    const release = connections.take(callerKey(peer), limits.connections);
    if (release) return void socket.once('close', release);
    ended('connections');
    refuse(socket, headers);
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (!(socket instanceof Socket)) return done();
    const state = begin(request.raw);
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

  /** Browsers read the answer only when they have sent everything: what is left of a refused file too. */
  const drainAfter = (response: ServerResponse, request: IncomingMessage, state: Watched) => {
    response.once('finish', () => {
      if (request.complete) return;
      // There is nothing to wait for.
      if (closing || told.has(request)) return void request.socket.destroySoon();
      state.drain = {
        until: performance.now() + limits.drainMs,
        upTo: request.socket.bytesRead + limits.drainBytes,
      };
      request.resume();
    });
  };

  const check = (socket: Socket, state: Watched, now: number) => {
    if (state.since === 0) {
      mark(state, socket);
      // It may have begun right after the last look, and has no longer than others.
      state.since = now - limits.checkMs;
      return;
    }
    const { request } = state;
    // What is there and not yet read waits for us, not for the sender.
    const receiving = request && !request.complete && request.readableLength === 0;
    const sending = queuedBy(socket) > 0;
    const moved =
      (receiving ? socket.bytesRead - state.received : 0) + (sending ? sentBy(socket) - state.sent : 0);
    const drain = request?.complete ? null : state.drain;
    if (drain && (now > drain.until || socket.bytesRead > drain.upTo)) return socket.destroy();
    if ((!receiving && !sending) || moved >= limits.leastBytes) return mark(state, socket);
    if (now - state.since < (sending ? limits.answerMs : limits.bodyMs)) return;
    ended('stalled');
    if (sending || drain || !tellTooSlow(request)) return socket.destroy();
    mark(state, socket);
  };

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, state] of watched) check(socket, state, now);
  }, limits.checkMs).unref();
  app.addHook('preClose', async () => {
    closing = true;
    // Their answers are out, and the rest of their bodies would hold the shutdown back.
    for (const [socket, { drain }] of watched) if (drain) socket.destroySoon();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return beginLater;
}

function mark(state: Watched, socket: Socket) {
  state.since = performance.now();
  state.received = socket.bytesRead;
  state.sent = sentBy(socket);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const told = new WeakSet<IncomingMessage>();

/** Whoever reads the body answers with a 408. False where nobody reads, or where that was tried already. */
function tellTooSlow(request: IncomingMessage | null): boolean {
  if (!request || told.has(request) || request.listenerCount('error') === 0) return false;
  told.add(request);
  return request.emit('error', new Failure('too_slow'));
}

interface Body {
  request: IncomingMessage;
  begun: number;
  /** Bytes of the connection that came before this body. */
  before: number;
}

/** Counts bodies in progress by address. */
function createBodies({ bodies: most, bodyPatienceMs }: TrafficLimits) {
  const byAddress = new Map<string, Set<Body>>();
  const remove = (key: string, body: Body) => {
    const found = byAddress.get(key);
    if (found?.delete(body) && found.size === 0) byAddress.delete(key);
  };
  return {
    isFull: (key: string) => (byAddress.get(key)?.size ?? 0) >= most,
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
      if (!tellTooSlow(slowest.request)) slowest.request.socket.destroy();
      return true;
    },
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    /** Counts one of `key` until what it answers is called; null where there are `most` already. */
    take(key: string, most: number): (() => void) | null {
      const count = counts.get(key) ?? 0;
      if (count >= most) return null;
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

/** Before anything is read. */
function refuse(socket: Socket, headers: Record<string, string>): void {
  socket.on('error', () => {});
  socket.write(rawAnswer(tooMany(), { ...headers, 'retry-after': String(RETRY_SECONDS) }));
  socket.destroySoon();
}
