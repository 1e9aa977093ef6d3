import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ChangedTables } from '../platform/database/dependencyTracking.ts';
import type { Deps } from '../platform/deps.ts';
import { onRequestEnd } from '../platform/http/limits/requestEnd.ts';
import { createProxyTrust } from '../platform/http/limits/trustedProxies.ts';
import { CHANGE_STREAM_PATH, HEARTBEAT_MS, opaqueDependency } from '../platform/http/remoteProtocol.ts';
import { callerKey } from '../platform/security/rateLimits.ts';
import { Failure } from '../shared/failure.ts';

/**
 * Limits of the streams of all anonymous callers, of all known hosts, and of one address. Sites are few, and
 * any caller may listen.
 */
const LIMITS = { anonymous: 64, known: 64, each: 8 };
/** Unread bytes after which a stream is closed. The listener is gone, or connects again. */
const MAX_UNREAD = 64 * 1024;

interface Listener {
  /** Address as rate limits count it. */
  address: string;
  /** True for hosts in TRUST_PROXY, which anonymous callers cannot imitate. */
  isKnown: boolean;
}

/**
 * Makes room for one more stream of `listener`, or returns false. Anonymous callers and known hosts have
 * separate limits. At a limit, the oldest stream of the address with the most streams ends, so no address can
 * lock out others.
 */
function makeRoom(open: Map<Readable, Listener>, { address, isKnown }: Listener): boolean {
  const streams = [...open].filter(([, listener]) => listener.isKnown === isKnown);
  const byAddress = Map.groupBy(streams, ([, listener]) => listener.address);
  const own = byAddress.get(address)?.length ?? 0;
  if (own >= LIMITS.each) return false;
  if (streams.length < (isKnown ? LIMITS.known : LIMITS.anonymous)) return true;
  const [largest = []] = [...byAddress.values()].toSorted((a, b) => b.length - a.length);
  const [oldest] = largest;
  if (!oldest || largest.length <= own) return false;
  open.delete(oldest[0]);
  oldest[0].destroy();
  return true;
}

const EVENTS = 'text/event-stream; charset=utf-8';

/** Registers the change stream of an API-only process for its site processes. */
export function registerChangeStream(
  server: FastifyInstance,
  deps: Pick<Deps, 'config' | 'onContentChange' | 'metrics'>,
): void {
  const open = new Map<Readable, Listener>();
  const isKnown = createProxyTrust(deps.config.TRUST_PROXY);
  let heartbeat: NodeJS.Timeout | undefined;
  let isClosing = false;
  deps.metrics.registry.sampled(
    'gauge',
    { name: 'vitrine_connected_sites', help: 'Separate site processes connected to the change stream.' },
    () => open.size,
  );
  const broadcast = (text: string) => {
    for (const source of open.keys()) {
      if (source.readableLength > MAX_UNREAD) source.destroy();
      else source.push(text);
    }
  };
  const eventOf = (changed: ChangedTables) => `data: ${JSON.stringify(changed)}\n\n`;
  deps.onContentChange((changed) =>
    broadcast(eventOf(changed === 'all' ? changed : changed.map(opaqueDependency))),
  );

  server.get(
    deps.config.API_PREFIX + CHANGE_STREAM_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      // A site that reconnects to a closing process reaches another one.
      if (isClosing) return reply.type(EVENTS).header('cache-control', 'no-store').send('');
      // The host of a site is in TRUST_PROXY, and its own calls forward no other caller.
      const listener = { address: callerKey(request.ip), isKnown: isKnown(request.ip, 0) };
      if (!makeRoom(open, listener)) throw new Failure('too_many', undefined, { retryAfter: 10 });
      const source = new Readable({ read() {}, highWaterMark: MAX_UNREAD });
      open.set(source, listener);
      heartbeat ??= setInterval(broadcast, HEARTBEAT_MS, ':\n\n').unref();
      source.once('close', () => {
        open.delete(source);
        if (open.size > 0) return;
        clearInterval(heartbeat);
        heartbeat = undefined;
      });
      onRequestEnd(reply, () => source.destroy());
      // Changes before the connection are unknown, so start with "all changed".
      source.push(eventOf('all'));
      if (request.trace) request.trace.openSince = performance.now();
      return (
        reply
          .type(EVENTS)
          .header('cache-control', 'no-store')
          // nginx would otherwise buffer the events.
          .header('x-accel-buffering', 'no')
          .send(source)
      );
    },
  );
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const source of open.keys()) source.push(null);
  });

  // Search engines find pictures through the pages that show them.
  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /media/\nDisallow: /\n'),
  );
}
