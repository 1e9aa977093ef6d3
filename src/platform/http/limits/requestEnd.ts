import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A request or its response, raw or as Fastify wraps them. */
export type RequestHandle = RawHandle | { raw: RawHandle };
type RawHandle = IncomingMessage | ServerResponse;

interface RequestState {
  /** True once the response finished or closed, or the socket closed. */
  hasEnded: boolean;
  onEnd: Set<() => void>;
  onBodyEnd: Set<() => void> | null;
  abort: AbortController | null;
}

const responses = new WeakMap<IncomingMessage, ServerResponse>();
const states = new WeakMap<IncomingMessage, RequestState>();
/** Requests in progress by connection. One listener serves them all, however many are pipelined. */
const requestsBySocket = new WeakMap<object, Set<() => void>>();

/**
 * Remembers the response of every request of `app`, so that a request alone is enough for the functions below.
 * Must be called before any other hook is added.
 */
export function pairRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    responses.set(request.raw, reply.raw);
    done();
  });
}

/**
 * Calls `release` once: when the response finished or closed, or when the socket closed, whichever comes first. Calls
 * it before it returns if that has happened already. Returns `release` for an earlier call, which also counts as the
 * only one. `release` must not throw.
 */
export function onRequestEnd(handle: RequestHandle, release: () => void): () => void {
  const state = stateOf(handle);
  return state.hasEnded ? callNow(release) : addTo(state.onEnd, release);
}

/** Does what `onRequestEnd` does, and also calls `release` as soon as the body of the request was read to its end. */
export function onBodyEnd(handle: RequestHandle, release: () => void): () => void {
  const state = stateOf(handle);
  const { request } = rawOf(handle);
  if (state.hasEnded || request.readableEnded || request.destroyed) return callNow(release);
  if (!state.onBodyEnd) {
    const waiting = new Set<() => void>();
    state.onBodyEnd = waiting;
    const end = () => callAll(waiting);
    request.once('end', end).once('close', end);
    state.onEnd.add(end);
  }
  return addTo(state.onBodyEnd, release);
}

/**
 * Returns the signal of a request, the same one for every call. It aborts when the request ends as in `onRequestEnd`,
 * so work that still queues for it can leave its queue.
 */
export function requestSignal(handle: RequestHandle): AbortSignal {
  const state = stateOf(handle);
  if (!state.abort) {
    const abort = new AbortController();
    state.abort = abort;
    onRequestEnd(handle, () => abort.abort());
  }
  return state.abort.signal;
}

function stateOf(handle: RequestHandle): RequestState {
  const { request, response } = rawOf(handle);
  const found = states.get(request);
  if (found) return found;
  const { socket } = request;
  const state: RequestState = {
    hasEnded: hasEnded(response) || socket.destroyed === true,
    onEnd: new Set(),
    onBodyEnd: null,
    abort: null,
  };
  states.set(request, state);
  if (state.hasEnded) return state;

  const others = requestsOn(socket);
  const end = () => {
    if (state.hasEnded) return;
    state.hasEnded = true;
    others.delete(end);
    callAll(state.onEnd);
  };
  others.add(end);
  response?.once('finish', end).once('close', end);
  return state;
}

/** Tracks requests by socket. A response queued behind another has no socket and closes without an event. */
function requestsOn(socket: IncomingMessage['socket']): Set<() => void> {
  const found = requestsBySocket.get(socket);
  if (found) return found;
  const requests = new Set<() => void>();
  requestsBySocket.set(socket, requests);
  socket.once('close', () => callAll(requests));
  return requests;
}

function rawOf(handle: RequestHandle): { request: IncomingMessage; response: ServerResponse | undefined } {
  const raw = 'raw' in handle ? handle.raw : handle;
  if ('req' in raw) return { request: raw.req, response: raw };
  return { request: raw, response: responses.get(raw) };
}

const hasEnded = (response: ServerResponse | undefined) =>
  response !== undefined && (response.writableFinished || response.closed || response.destroyed);

function addTo(waiting: Set<() => void>, release: () => void): () => void {
  const once = () => {
    if (waiting.delete(once)) release();
  };
  waiting.add(once);
  return once;
}

function callNow(release: () => void): () => void {
  release();
  return () => {};
}

function callAll(waiting: Set<() => void>): void {
  for (const call of waiting) call();
}
