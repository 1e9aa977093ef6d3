import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { READS } from './apart.ts';
import { type Answers, type Finished, sendFinished } from './cache.ts';
import { namesOneHost } from './hosts.ts';
import type { Watch } from './traffic.ts';

/**
 * A short way for hits: an answer that is finished and asked for by its own address leaves before routes and hooks,
 * with the bytes and lines that it would leave with behind them. Whatever is more than that goes the ordinary way:
 * another way to write the address, a body, an origin that CORS has a word for, a site elsewhere that asks what it was
 * made of, and a missing host.
 */
export function letHitsLeave(
  app: FastifyInstance,
  answers: Pick<Answers, 'hit'>,
  watch: Watch,
  log: HitLog | null,
): void {
  const { server } = app;
  const [route] = server.listeners('request') as [
    (request: IncomingMessage, response: ServerResponse) => void,
  ];
  server.removeListener('request', route);
  server.on('request', (request, response) => {
    // Requests parsed after a connection had too many of them (unsent.ts) have nobody to answer.
    if (request.socket.destroyed) return;
    const hit = isPlain(request) && answers.hit(request.url ?? '');
    if (!hit) return route.call(server, request, response);
    watch(request);
    hit.tally.hits += 1;
    log?.(hit, request, response);
    sendFinished(hit, request, response);
  });
}

/** Told of a hit before it leaves. */
export type HitLog = (hit: Finished, request: IncomingMessage, response: ServerResponse) => void;

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.host !== undefined &&
    namesOneHost(request) &&
    headers.origin === undefined &&
    headers[READS] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}
