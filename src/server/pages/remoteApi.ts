import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { createParser } from 'eventsource-parser';
import type { FastifyRequest } from 'fastify';
import { tableOfName } from '../../platform/affectedRows.ts';
import { type ChangedTables, reportReads } from '../../platform/database/dependencyTracking.ts';
import { onRequestEnd } from '../../platform/http/limits/requestEnd.ts';
import { REQUEST_ID_HEADER } from '../../platform/http/observe.ts';
import {
  CHANGE_STREAM_PATH,
  DEPENDENCIES_HEADER,
  decodeDependencies,
  MAX_SILENCE_MS,
} from '../../platform/http/remoteProtocol.ts';
import type { Outage } from '../../platform/observability/outages.ts';
import { currentTrace } from '../../platform/observability/trace.ts';
import type { CallApi, CallInput } from '../../shared/caller.ts';
import type { Endpoint, ResponseBody } from '../../shared/endpoint.ts';
import { Failure, type FailureCode } from '../../shared/failure.ts';
import { callUrl, parseResponse, type RawResponse } from '../../shared/httpCall.ts';

/** Timeout of one API call of a page. */
const CALL_MS = 5000;
/** Longest stall of a form on its way to the API. */
const FORM_MS = 60_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Concurrent calls, and calls that wait for a free connection. */
const MAX_CONCURRENT = 64;
const MAX_WAITING = 1000;
/** Pause after a failed call, during which no call is sent. */
const BACKOFF_MS = 1000;
const RECONNECT_MS = 250;
/**
 * Several API instances may share one address: the one that responds may learn of a save later than the one
 * that reported it. A cache in between may also be stale for a second. So each change is emitted a second
 * time.
 */
const REPEAT_MS = 1100;
const CHECK_MS = 100;
/** Failures of public calls that are passed on to pages. */
const PASSED_FAILURES: readonly FailureCode[] = ['not_found', 'invalid'];
/** Table name of responses without dependencies: any change invalidates them. */
const ANY_TABLE = '*';

export interface RemoteApi {
  /** Calls public endpoints, as an anonymous caller. */
  call: CallApi;
  /** Streams the body of `request` to the API, on behalf of the visitor. */
  forward(request: FastifyRequest, path: string): Promise<RawResponse>;
  /** Returns whether the change stream of the API is alive. */
  isListening(): boolean;
  /** Rejects if the API does not respond. */
  check(): Promise<void>;
  /** Starts to listen for changes. */
  listen(): void;
  close(): void;
}

interface Options {
  /** URL of the API with its prefix. */
  url: string;
  /** Called with each change of the API's content. */
  onChange: (changed: ChangedTables) => void;
  outage: Outage;
}

/** Creates a client of an API on another host. */
export function createRemoteApi({ url: base, onChange, outage }: Options): RemoteApi {
  const isTls = base.startsWith('https:');
  const options = { keepAlive: true, maxSockets: MAX_CONCURRENT };
  const agent = isTls ? new TlsAgent(options) : new PlainAgent(options);
  const send = isTls ? tlsRequest : plainRequest;
  const closed = new AbortController();
  let inFlight = 0;
  let backoffUntil = 0;

  // Change tracking

  const changes = new Map<string, number>();
  let moment = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let assumedAt = Number.NEGATIVE_INFINITY;
  const timers = new Set<NodeJS.Timeout>();
  const isListening = () => performance.now() - heardAt < MAX_SILENCE_MS;

  const emit = (changed: ChangedTables) => {
    moment += 1;
    if (changed === 'all') changes.clear();
    // Row ids are unbounded, so only table names are stored.
    for (const name of changed === 'all' ? [ANY_TABLE] : [...changed, ANY_TABLE])
      changes.set(tableOfName(name), moment);
    if (changed === 'all') allAt = moment;
    onChange(changed === 'all' ? changed : [...changed, ANY_TABLE]);
  };
  let allAt = 0;
  const emitTwice = (changed: ChangedTables) => {
    emit(changed);
    const timer = setTimeout(() => {
      timers.delete(timer);
      emit(changed);
    }, REPEAT_MS).unref();
    timers.add(timer);
  };
  /** Invalidates a response that may be older than a change that arrived while it was on its way. */
  const invalidateLate = (reads: readonly string[], startedAt: number) => {
    reportReads(reads);
    if (allAt > startedAt) return onChange('all');
    const late = [...changes].filter(
      ([name, at]) => at > startedAt && reads.includes(name.split('/', 1)[0] as string),
    );
    if (late.length > 0) onChange(late.map(([name]) => name));
  };

  // Calls

  const unavailable = (cause: unknown) => new Failure('unavailable', undefined, { cause, retryAfter: 5 });
  const failed = (error: unknown) => {
    outage.reportFailure(error);
    if (!isListening()) backoffUntil = performance.now() + BACKOFF_MS;
    return unavailable(error);
  };

  const ask = (path: string, headers: Record<string, string>, signal: AbortSignal, again = true) =>
    new Promise<RawResponse & { reads: string[] | null }>((resolve, reject) => {
      const request = send(
        base + path,
        { agent, signal, headers: { accept: 'application/json', ...headers } },
        (answer) => {
          readBody(answer).then(
            (text) =>
              resolve({
                ...rawOf(answer, text),
                reads: decodeDependencies(headerOf(answer, DEPENDENCIES_HEADER)),
              }),
            reject,
          );
        },
      );
      request.on('error', (error) => {
        // The API closed an idle connection at the moment of reuse.
        if (again && request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET')
          resolve(ask(path, headers, signal, false));
        else reject(error);
      });
      request.end();
    });

  const callOnce = async (path: string) => {
    if (performance.now() < backoffUntil || inFlight >= MAX_CONCURRENT + MAX_WAITING)
      throw unavailable(new Error('backing off after failures or too many concurrent calls'));
    const startedAt = moment;
    const late = AbortSignal.any([AbortSignal.timeout(CALL_MS), closed.signal]);
    inFlight += 1;
    try {
      const { code } = currentTrace() ?? {};
      const answer = await ask(
        path,
        { [DEPENDENCIES_HEADER]: '1', ...(code && { [REQUEST_ID_HEADER]: code }) },
        late,
      );
      outage.reportSuccess();
      invalidateLate(answer.reads ?? [ANY_TABLE], startedAt);
      return answer;
    } catch (error) {
      invalidateLate([ANY_TABLE], startedAt);
      throw failed(error);
    } finally {
      inFlight -= 1;
    }
  };

  // Heartbeat

  const noteHeartbeat = () => {
    heardAt = performance.now();
    backoffUntil = 0;
    outage.reportSuccess();
  };
  const listenOnce = () =>
    new Promise<void>((end) => {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS * 2);
      const signal = AbortSignal.any([silence.signal, closed.signal]);
      const finish = () => {
        clearTimeout(timer);
        end();
      };
      const request = send(
        base + CHANGE_STREAM_PATH,
        { agent: false, signal, headers: { accept: 'text/event-stream' } },
        (answer) => {
          answer.on('error', finish).on('close', finish);
          if (answer.statusCode !== 200 || !headerOf(answer, 'content-type')?.startsWith('text/event-stream'))
            return answer.destroy();
          const parser = createParser({
            onEvent: ({ data }) => emitTwice(JSON.parse(data) as ChangedTables),
            maxBufferSize: 1024 * 1024,
          });
          answer.setEncoding('utf8').on('data', (text: string) => {
            noteHeartbeat();
            clearTimeout(timer);
            timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS * 2);
            try {
              parser.feed(text);
            } catch {
              answer.destroy();
            }
          });
        },
      );
      request.on('error', (error) => {
        if (!closed.signal.aborted) outage.reportFailure(error);
        finish();
      });
      request.end();
    });
  const listen = async () => {
    while (!closed.signal.aborted) {
      await listenOnce();
      await new Promise((wait) => setTimeout(wait, RECONNECT_MS).unref());
    }
  };
  /**
   * Invalidates everything if there are no heartbeats, because changes would be missed. Stale entries are
   * served if the API does not respond.
   */
  const assumeChanged = () => {
    const now = performance.now();
    if (isListening() || now - assumedAt < MAX_SILENCE_MS) return;
    assumedAt = now;
    emit('all');
  };

  return {
    async call<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
      const answer = await callOnce(callUrl(endpoint, input));
      try {
        return parseResponse(answer) as ResponseBody<E>;
      } catch (error) {
        // Pages may show and cache these failures. Others say nothing about the content: rate limits, a
        // proxy's own response.
        const isPassedOn = error instanceof Failure && PASSED_FAILURES.includes(error.code);
        throw isPassedOn ? error : unavailable(error);
      }
    },
    forward: (incoming, path) =>
      new Promise((resolve, reject) => {
        const { raw } = incoming;
        const { 'content-type': type, 'content-length': length, 'user-agent': agentName } = incoming.headers;
        const ended = new AbortController();
        let isAnswered = false;
        const outgoing = send(
          base + path,
          {
            // No reused connection: it could be closed already, and a streamed body cannot be sent twice.
            agent: false,
            method: 'POST',
            signal: AbortSignal.any([ended.signal, closed.signal]),
            headers: {
              accept: 'application/json',
              'x-forwarded-for': incoming.ip,
              [REQUEST_ID_HEADER]: incoming.id,
              ...(type && { 'content-type': type }),
              ...(length && { 'content-length': length }),
              ...(agentName && { 'user-agent': agentName }),
            },
          },
          (answer) => {
            isAnswered = true;
            readBody(answer).then(
              (text) => resolve(rawOf(answer, text)),
              (error) => reject(failed(error)),
            );
          },
        );
        outgoing.on('error', (error) => {
          // The rest of the body has no receiver.
          raw.unpipe(outgoing);
          raw.resume();
          if (!isAnswered) reject(raw.destroyed ? error : failed(error));
        });
        const unreached = setTimeout(() => ended.abort(), CALL_MS);
        outgoing.on('close', () => clearTimeout(unreached));
        outgoing.on('socket', (socket) => socket.once('connect', () => clearTimeout(unreached)));
        outgoing.setTimeout(FORM_MS, () => ended.abort());
        // The visitor stopped sending (`traffic.ts` responds), or is gone.
        raw.on('error', (error) => {
          reject(error);
          ended.abort();
        });
        onRequestEnd(incoming, () => !raw.complete && ended.abort());
        raw.pipe(outgoing);
      }),
    isListening,
    async check() {
      const { status } = await callOnce('/site/settings');
      if (status !== 200) throw new Failure('unavailable');
    },
    listen() {
      void listen();
      timers.add(setInterval(assumeChanged, CHECK_MS).unref());
    },
    close() {
      closed.abort();
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
    },
  };
}

const headerOf = ({ headers }: IncomingMessage, name: string) => headers[name] as string | undefined;

const rawOf = (answer: IncomingMessage, text: string): RawResponse => ({
  status: answer.statusCode ?? 0,
  text,
  retryAfter: headerOf(answer, 'retry-after') ?? null,
});

async function readBody(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BYTES) throw new Error('response body too large');
  }
  return Buffer.concat(parts).toString();
}
