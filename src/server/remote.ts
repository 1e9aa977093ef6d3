import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { createParser } from 'eventsource-parser';
import type { FastifyRequest } from 'fastify';
import { addressOf, type RawAnswer, readAnswer } from '../contract/answered.ts';
import type { CallApi } from '../contract/caller.ts';
import { Failure, type FailureCode } from '../contract/failure.ts';
import { type Changed, tellRead } from '../platform/database/watch.ts';
import { PULSE, READS, readsIn, SILENCE_MS } from '../platform/http/apart.ts';
import { REQUEST_ID } from '../platform/http/observe.ts';
import { onRequestEnd } from '../platform/http/requestEnd.ts';
import type { Outage } from '../platform/outages.ts';
import { tableIn } from '../platform/touched.ts';
import { currentTrace } from '../platform/trace.ts';

/** Nobody who asks for a page waits longer for one answer. */
const CALL_MS = 5000;
/** As long may nothing move of a form on its way. */
const FORM_MS = 60_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Calls at once, and those that wait for one of them to end. */
const MOST_AT_ONCE = 64;
const MOST_WAITING = 1000;
/** As long nobody asks again an API that is away. */
const REST_MS = 1000;
const AGAIN_MS = 250;
/** Of several that stand behind one address, the one that answers may hear of a save after the one that told of it; and a cache before them may keep what was for a second. */
const ONCE_MORE_MS = 1100;
const LOOK_MS = 100;
/** What a public call may be refused for. */
const SAID: readonly FailureCode[] = ['not_found', 'invalid'];
/** A table of answers that do not say what they were made of: any change may be theirs. */
const ANY = '*';

export interface Remote {
  /** Public calls, as anybody may ask them. */
  call: CallApi;
  /** Passes the body of `request` on as it comes, for the visitor who sends it. */
  passOn(request: FastifyRequest, path: string): Promise<RawAnswer>;
  /** Whether the API says that it is alive, and what changes. */
  hears(): boolean;
  /** Whether it answers. */
  check(): Promise<void>;
  /** Begins to listen for changes. */
  listen(): void;
  close(): void;
}

interface Options {
  /** The API's address, with its prefix. */
  url: string;
  /** Told of what changes there. */
  onChange: (changed: Changed) => void;
  outage: Outage;
}

/** The API on another host. */
export function createRemote({ url: base, onChange, outage }: Options): Remote {
  const isTls = base.startsWith('https:');
  const options = { keepAlive: true, maxSockets: MOST_AT_ONCE };
  const agent = isTls ? new TlsAgent(options) : new PlainAgent(options);
  const send = isTls ? tlsRequest : plainRequest;
  const closed = new AbortController();
  let underWay = 0;
  let restsUntil = 0;

  // What changed

  const changes = new Map<string, number>();
  let moment = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let assumedAt = Number.NEGATIVE_INFINITY;
  const timers = new Set<NodeJS.Timeout>();
  const hears = () => performance.now() - heardAt < SILENCE_MS;

  const tell = (changed: Changed) => {
    moment += 1;
    if (changed === 'all') changes.clear();
    // Rows have no end.
    for (const name of changed === 'all' ? [ANY] : [...changed, ANY]) changes.set(tableIn(name), moment);
    if (changed === 'all') allAt = moment;
    onChange(changed === 'all' ? changed : [...changed, ANY]);
  };
  let allAt = 0;
  const tellTwice = (changed: Changed) => {
    tell(changed);
    const timer = setTimeout(() => {
      timers.delete(timer);
      tell(changed);
    }, ONCE_MORE_MS).unref();
    timers.add(timer);
  };
  /** An answer may be older than a change that was heard while it was on its way. */
  const note = (reads: readonly string[], asked: number) => {
    tellRead(reads);
    if (allAt > asked) return onChange('all');
    const late = [...changes].filter(
      ([name, at]) => at > asked && reads.includes(name.split('/', 1)[0] as string),
    );
    if (late.length > 0) onChange(late.map(([name]) => name));
  };

  // Calls

  const away = (cause: unknown) => new Failure('unavailable', undefined, { cause, retryAfter: 5 });
  const failed = (error: unknown) => {
    outage.failed(error);
    if (!hears()) restsUntil = performance.now() + REST_MS;
    return away(error);
  };

  const ask = (path: string, headers: Record<string, string>, signal: AbortSignal, again = true) =>
    new Promise<RawAnswer & { reads: string[] | null }>((resolve, reject) => {
      const request = send(
        base + path,
        { agent, signal, headers: { accept: 'application/json', ...headers } },
        (answer) => {
          readBody(answer).then(
            (text) => resolve({ ...rawOf(answer, text), reads: readsIn(headerOf(answer, READS)) }),
            reject,
          );
        },
      );
      request.on('error', (error) => {
        // The API had just closed a connection that both had kept.
        if (again && request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET')
          resolve(ask(path, headers, signal, false));
        else reject(error);
      });
      request.end();
    });

  const callOnce = async (path: string) => {
    if (performance.now() < restsUntil || underWay >= MOST_AT_ONCE + MOST_WAITING)
      throw away(new Error('resting'));
    const asked = moment;
    const late = AbortSignal.any([AbortSignal.timeout(CALL_MS), closed.signal]);
    underWay += 1;
    try {
      const { code } = currentTrace() ?? {};
      const answer = await ask(path, { [READS]: '1', ...(code && { [REQUEST_ID]: code }) }, late);
      outage.worked();
      note(answer.reads ?? [ANY], asked);
      return answer;
    } catch (error) {
      note([ANY], asked);
      throw failed(error);
    } finally {
      underWay -= 1;
    }
  };

  // The pulse

  const hear = () => {
    heardAt = performance.now();
    restsUntil = 0;
    outage.worked();
  };
  const listenOnce = () =>
    new Promise<void>((end) => {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), SILENCE_MS * 2);
      const signal = AbortSignal.any([silence.signal, closed.signal]);
      const over = () => {
        clearTimeout(timer);
        end();
      };
      const request = send(
        base + PULSE,
        { agent: false, signal, headers: { accept: 'text/event-stream' } },
        (answer) => {
          answer.on('error', over).on('close', over);
          if (answer.statusCode !== 200 || !headerOf(answer, 'content-type')?.startsWith('text/event-stream'))
            return answer.destroy();
          const parser = createParser({
            onEvent: ({ data }) => tellTwice(JSON.parse(data) as Changed),
            maxBufferSize: 1024 * 1024,
          });
          answer.setEncoding('utf8').on('data', (text: string) => {
            hear();
            clearTimeout(timer);
            timer = setTimeout(() => silence.abort(), SILENCE_MS * 2);
            try {
              parser.feed(text);
            } catch {
              answer.destroy();
            }
          });
        },
      );
      request.on('error', (error) => {
        if (!closed.signal.aborted) outage.failed(error);
        over();
      });
      request.end();
    });
  const listen = async () => {
    while (!closed.signal.aborted) {
      await listenOnce();
      await new Promise((wait) => setTimeout(wait, AGAIN_MS).unref());
    }
  };
  /** Where nothing is heard, all may have changed: what is kept is asked for anew, and shown where that cannot be. */
  const assume = () => {
    const now = performance.now();
    if (hears() || now - assumedAt < SILENCE_MS) return;
    assumedAt = now;
    tell('all');
  };

  return {
    async call(endpoint, input) {
      const answer = await callOnce(addressOf(endpoint, input));
      try {
        return readAnswer(answer) as never;
      } catch (error) {
        // What a page may be told and keep. All else is no word on what was asked: too many calls, a proxy's own answer.
        const isSaid = error instanceof Failure && SAID.includes(error.code);
        throw isSaid ? error : away(error);
      }
    },
    passOn: (incoming, path) =>
      new Promise((resolve, reject) => {
        const { raw } = incoming;
        const { 'content-type': type, 'content-length': length, 'user-agent': agentName } = incoming.headers;
        const ended = new AbortController();
        let isAnswered = false;
        const outgoing = send(
          base + path,
          {
            // A connection of its own: one that was kept could be gone, and what was sent on it cannot be sent again.
            agent: false,
            method: 'POST',
            signal: AbortSignal.any([ended.signal, closed.signal]),
            headers: {
              accept: 'application/json',
              'x-forwarded-for': incoming.ip,
              [REQUEST_ID]: incoming.id,
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
          // What is left of the body has nowhere to go.
          raw.unpipe(outgoing);
          raw.resume();
          if (!isAnswered) reject(raw.destroyed ? error : failed(error));
        });
        const unreached = setTimeout(() => ended.abort(), CALL_MS);
        outgoing.on('close', () => clearTimeout(unreached));
        outgoing.on('socket', (socket) => socket.once('connect', () => clearTimeout(unreached)));
        outgoing.setTimeout(FORM_MS, () => ended.abort());
        // Whoever stopped sending is told (traffic.ts), or is gone.
        raw.on('error', (error) => {
          reject(error);
          ended.abort();
        });
        onRequestEnd(incoming, () => !raw.complete && ended.abort());
        raw.pipe(outgoing);
      }),
    hears,
    async check() {
      const { status } = await callOnce('/site/settings');
      if (status !== 200) throw new Failure('unavailable');
    },
    listen() {
      void listen();
      timers.add(setInterval(assume, LOOK_MS).unref());
    },
    close() {
      closed.abort();
      for (const timer of timers) clearTimeout(timer);
      agent.destroy();
    },
  };
}

const headerOf = ({ headers }: IncomingMessage, name: string) => headers[name] as string | undefined;

const rawOf = (answer: IncomingMessage, text: string): RawAnswer => ({
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
    if (length > MOST_BYTES) throw new Error('the answer is too long');
  }
  return Buffer.concat(parts).toString();
}
