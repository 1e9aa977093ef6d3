import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../shared/failure.ts';
import type { SignedInUser } from '../database/write.ts';
import type { Deps } from '../deps.ts';
import { permissionsKey } from '../security/access.ts';
import { onRequestEnd } from './limits/requestEnd.ts';

// Responses that stay open and emit events (server-sent events), for signed-in users.

/** Limits of event streams. */
export interface StreamLimits {
  /** Open streams in total and by person. */
  maxTotal: number;
  maxPerPerson: number;
  /** Interval of heartbeats. Proxies close a connection that is silent. */
  heartbeatMs: number;
  /** Interval of the check that sessions still exist and permissions are unchanged. */
  checkMs: number;
  /** Bytes that a client may leave unread before its stream ends. The browser then fetches the rest. */
  maxUnreadBytes: number;
  /** Longest duration of a stream. The browser then reconnects, maybe to another instance. */
  maxDurationMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  maxTotal: 1000,
  maxPerPerson: 12,
  heartbeatMs: 15_000,
  checkMs: 1000,
  maxUnreadBytes: 64 * 1024,
  maxDurationMs: 30 * 60_000,
};

const EVENTS = 'text/event-stream';
const BUSY = 'Há muitas janelas abertas agora. Esta pergunta de tempos em tempos.';
const RETRY_SECONDS = 60;

export const acceptsEvents = (accept: string | undefined) => accept?.includes(EVENTS) === true;

/** The signed-in user behind a stream. */
type Subscriber = Pick<SignedInUser, 'id' | 'sessionId' | 'permissions' | 'branches'>;

interface OpenStream {
  actor: Subscriber;
  /** Permissions at the start of the stream. */
  rights: string;
  begun: number;
  source: Readable;
  /** True once nothing more is sent, though the client may still read the rest. */
  isOver: boolean;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/**
 * Creates the event streams. Limits their number, and ends a stream when its session ends or its permissions
 * change. A client that reconnects gets what its new permissions allow.
 */
export function createEventStreams(
  { metrics, signedInUsersOf }: Pick<Deps, 'metrics' | 'signedInUsersOf'>,
  limits = STREAM_LIMITS,
) {
  const open = new Set<OpenStream>();
  let isClosing = false;
  let timers: NodeJS.Timeout[] = [];
  metrics.registry.sampled(
    'gauge',
    { name: 'vitrine_http_streams', help: 'Open change streams of the back office.' },
    () => open.size,
  );

  const write = ({ source, isOver }: OpenStream, text: string) => {
    if (isOver) return;
    if (source.readableLength + text.length > limits.maxUnreadBytes) source.destroy();
    else source.push(text);
  };
  const end = (stream: OpenStream) => {
    if (stream.isOver) return;
    stream.isOver = true;
    stream.source.push(null);
  };

  const sendHeartbeats = () => {
    for (const stream of open) write(stream, ':\n\n');
  };
  let checking = false;
  const check = async () => {
    if (checking) return;
    checking = true;
    try {
      const signedIn = await signedInUsersOf([...new Set([...open].map(({ actor }) => actor.sessionId))]);
      const now = performance.now();
      for (const stream of open) {
        const person = signedIn.get(stream.actor.sessionId);
        if (!person || permissionsKey(person) !== stream.rights || now - stream.begun > limits.maxDurationMs)
          end(stream);
      }
    } catch {
      // An outage ends no stream.
    } finally {
      checking = false;
    }
  };
  const startTimers = () => {
    if (timers.length > 0) return;
    timers = [
      setInterval(sendHeartbeats, limits.heartbeatMs),
      setInterval(() => void check(), limits.checkMs),
    ];
    for (const timer of timers) timer.unref();
  };
  const stopTimers = () => {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };

  const ensureCapacity = (userId: number) => {
    const own = [...open].filter(({ actor }) => actor.id === userId).length;
    if (open.size >= limits.maxTotal || own >= limits.maxPerPerson)
      throw new Failure('too_many', BUSY, { retryAfter: RETRY_SECONDS });
  };

  return {
    /** Opens a stream and sends each event that `subscribe` emits. `subscribe` returns its own stop function. */
    async send(
      reply: FastifyReply,
      actor: Subscriber,
      subscribe: (emit: (answer: unknown) => void) => Promise<() => void>,
    ): Promise<FastifyReply> {
      // A closing process ends the stream at once, and the client reconnects to another one.
      if (isClosing)
        return reply.type(`${EVENTS}; charset=utf-8`).header('cache-control', 'no-store').send('');
      ensureCapacity(actor.id);
      const source = new Readable({ read() {}, highWaterMark: limits.maxUnreadBytes });
      const stream: OpenStream = {
        actor,
        rights: permissionsKey(actor),
        begun: performance.now(),
        source,
        isOver: false,
      };
      // Count the stream before `subscribe` resolves, so that concurrent requests cannot exceed the limit.
      open.add(stream);
      startTimers();
      const remove = () => {
        open.delete(stream);
        if (open.size === 0) stopTimers();
      };
      source.once('close', remove);
      onRequestEnd(reply, () => source.destroy());
      let stop: () => void;
      try {
        stop = await subscribe((answer) => write(stream, `data: ${JSON.stringify(answer)}\n\n`));
      } catch (error) {
        remove();
        source.destroy();
        throw error;
      }
      if (source.destroyed) stop();
      else source.once('close', stop);
      if (reply.request.trace) reply.request.trace.openSince = performance.now();
      return (
        reply
          .type(`${EVENTS}; charset=utf-8`)
          .header('cache-control', 'no-store')
          // nginx would buffer events otherwise.
          .header('x-accel-buffering', 'no')
          .send(source)
      );
    },
    /** Ends all streams. Open responses would delay the shutdown. */
    end() {
      isClosing = true;
      for (const stream of open) end(stream);
    },
  };
}
