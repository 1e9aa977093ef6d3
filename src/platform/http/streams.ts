import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../contract/failure.ts';
import { rightsOf } from '../access.ts';
import type { Person } from '../database/write.ts';
import type { Deps } from '../deps.ts';
import { onRequestEnd } from './requestEnd.ts';

// Answers that stay open and tell what comes (server-sent events), for people who are signed in.

export interface StreamLimits {
  /** Open at once, of everybody and of one person. */
  all: number;
  each: number;
  /** Proxies take silence for an end. */
  heartbeatMs: number;
  /** How often it is looked whether their sessions are still there, and may what they might. */
  checkMs: number;
  /** Whoever leaves so much unread is gone, or too slow; what is missed is asked for afterwards. */
  unread: number;
  /** Then the browser asks anew, maybe another instance. */
  longestMs: number;
}

export const STREAMS: StreamLimits = {
  all: 1000,
  each: 12,
  heartbeatMs: 15_000,
  checkMs: 1000,
  unread: 64 * 1024,
  longestMs: 30 * 60_000,
};

const EVENTS = 'text/event-stream';
const BUSY = 'Há muitas janelas abertas agora. Esta pergunta de tempos em tempos.';
const RETRY_SECONDS = 60;

export const asksForEvents = (accept: string | undefined) => accept?.includes(EVENTS) === true;

/** Whoever listens. */
type Follower = Pick<Person, 'id' | 'sessionId' | 'permissions' | 'branches'>;

interface Open {
  actor: Follower;
  /** What they might when they began. */
  rights: string;
  begun: number;
  source: Readable;
  /** Nothing can be told any more, though its reader may still be at what was. */
  isOver: boolean;
}

export type Streams = ReturnType<typeof createStreams>;

/** Holds what is open within bounds, and ends each with its session, or with what that may: whoever asks anew is told what they may now. */
export function createStreams(
  { metrics, stillSignedIn }: Pick<Deps, 'metrics' | 'stillSignedIn'>,
  limits = STREAMS,
) {
  const open = new Set<Open>();
  let isClosing = false;
  let timers: NodeJS.Timeout[] = [];
  metrics.registry.reading(
    'gauge',
    { name: 'vitrine_http_streams', help: 'Answers that stay open and tell what staff save.' },
    () => open.size,
  );

  const say = ({ source, isOver }: Open, text: string) => {
    if (isOver) return;
    if (source.readableLength + text.length > limits.unread) source.destroy();
    else source.push(text);
  };
  const end = (one: Open) => {
    if (one.isOver) return;
    one.isOver = true;
    one.source.push(null);
  };

  const beat = () => {
    for (const one of open) say(one, ':\n\n');
  };
  let checking = false;
  const check = async () => {
    if (checking) return;
    checking = true;
    try {
      const live = await stillSignedIn([...new Set([...open].map(({ actor }) => actor.sessionId))]);
      const now = performance.now();
      for (const one of open) {
        const person = live.get(one.actor.sessionId);
        if (!person || rightsOf(person) !== one.rights || now - one.begun > limits.longestMs) end(one);
      }
    } catch {
      // In an outage nobody's session ends.
    } finally {
      checking = false;
    }
  };
  const keep = () => {
    if (timers.length > 0) return;
    timers = [setInterval(beat, limits.heartbeatMs), setInterval(() => void check(), limits.checkMs)];
    for (const timer of timers) timer.unref();
  };
  const rest = () => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };

  const refuseMore = (userId: number) => {
    const own = [...open].filter(({ actor }) => actor.id === userId).length;
    if (open.size >= limits.all || own >= limits.each)
      throw new Failure('too_many', BUSY, { retryAfter: RETRY_SECONDS });
  };

  return {
    /** Sends what `begin` is handed a way to tell; it answers how to stop that. */
    async send(
      reply: FastifyReply,
      actor: Follower,
      begin: (tell: (answer: unknown) => void) => Promise<() => void>,
    ): Promise<FastifyReply> {
      // A client that asks a closing process asks again elsewhere.
      if (isClosing)
        return reply.type(`${EVENTS}; charset=utf-8`).header('cache-control', 'no-store').send('');
      refuseMore(actor.id);
      const source = new Readable({ read() {}, highWaterMark: limits.unread });
      const one: Open = {
        actor,
        rights: rightsOf(actor),
        begun: performance.now(),
        source,
        isOver: false,
      };
      // Counted from here on, so that many at once are not more than may be.
      open.add(one);
      keep();
      const leave = () => {
        open.delete(one);
        if (open.size === 0) rest();
      };
      source.once('close', leave);
      onRequestEnd(reply, () => source.destroy());
      let stop: () => void;
      try {
        stop = await begin((answer) => say(one, `data: ${JSON.stringify(answer)}\n\n`));
      } catch (error) {
        leave();
        source.destroy();
        throw error;
      }
      if (source.destroyed) stop();
      else source.once('close', stop);
      if (reply.request.trace) reply.request.trace.stays = performance.now();
      return (
        reply
          .type(`${EVENTS}; charset=utf-8`)
          .header('cache-control', 'no-store')
          // nginx would wait until it has a buffer full.
          .header('x-accel-buffering', 'no')
          .send(source)
      );
    },
    /** For who closes: open answers would keep the process. */
    end() {
      isClosing = true;
      for (const one of open) end(one);
    },
  };
}
