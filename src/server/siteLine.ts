import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../contract/failure.ts';
import type { Changed } from '../platform/database/watch.ts';
import type { Deps } from '../platform/deps.ts';
import { opaqueName, PULSE, PULSE_MS } from '../platform/http/apart.ts';
import { onRequestEnd } from '../platform/http/requestEnd.ts';
import { createTrust } from '../platform/http/trust.ts';
import { callerKey } from '../platform/limits.ts';

/** Streams of all strangers, of all known hosts, and of one address. Sites are few, and anybody may listen. */
const MOST = { strangers: 64, known: 64, each: 8 };
/** Whoever leaves so much unread is gone, or asks anew. */
const MOST_UNREAD = 64 * 1024;

interface Listener {
  /** The address as limits count it. */
  address: string;
  /** True for hosts of TRUST_PROXY, which strangers cannot pretend to be. */
  isKnown: boolean;
}

/**
 * Makes room for one more stream of `listener`, or returns false. Strangers and known hosts have places of their own.
 * When these are taken, the oldest stream of the address with the most streams ends, so that no address keeps others
 * out.
 */
function makeRoom(open: Map<Readable, Listener>, { address, isKnown }: Listener): boolean {
  const streams = [...open].filter(([, other]) => other.isKnown === isKnown);
  const byAddress = Map.groupBy(streams, ([, other]) => other.address);
  const own = byAddress.get(address)?.length ?? 0;
  if (own >= MOST.each) return false;
  if (streams.length < (isKnown ? MOST.known : MOST.strangers)) return true;
  const [most = []] = [...byAddress.values()].toSorted((one, other) => other.length - one.length);
  const [oldest] = most;
  if (!oldest || most.length <= own) return false;
  open.delete(oldest[0]);
  oldest[0].destroy();
  return true;
}

const EVENTS = 'text/event-stream; charset=utf-8';

/** What an API that is served alone has for its site. */
export function serveSite(
  server: FastifyInstance,
  deps: Pick<Deps, 'config' | 'onContentChange' | 'metrics'>,
): void {
  const open = new Map<Readable, Listener>();
  const isKnown = createTrust(deps.config.TRUST_PROXY);
  let beat: NodeJS.Timeout | undefined;
  let isClosing = false;
  deps.metrics.registry.reading(
    'gauge',
    { name: 'vitrine_http_sites', help: 'Sites elsewhere that are told what changes.' },
    () => open.size,
  );
  const say = (text: string) => {
    for (const source of open.keys()) {
      if (source.readableLength > MOST_UNREAD) source.destroy();
      else source.push(text);
    }
  };
  const eventOf = (changed: Changed) => `data: ${JSON.stringify(changed)}\n\n`;
  deps.onContentChange((changed) => say(eventOf(changed === 'all' ? changed : changed.map(opaqueName))));

  server.get(deps.config.API_PREFIX + PULSE, { exposeHeadRoute: false }, async (request, reply) => {
    // A site that asks a closing process asks again elsewhere.
    if (isClosing) return reply.type(EVENTS).header('cache-control', 'no-store').send('');
    // The host of a site stands in TRUST_PROXY, and its own calls name no other caller.
    const listener = { address: callerKey(request.ip), isKnown: isKnown(request.ip, 0) };
    if (!makeRoom(open, listener)) throw new Failure('too_many', undefined, { retryAfter: 10 });
    const source = new Readable({ read() {}, highWaterMark: MOST_UNREAD });
    open.set(source, listener);
    beat ??= setInterval(say, PULSE_MS, ':\n\n').unref();
    source.once('close', () => {
      open.delete(source);
      if (open.size > 0) return;
      clearInterval(beat);
      beat = undefined;
    });
    onRequestEnd(reply, () => source.destroy());
    // Whatever came before it was heard.
    source.push(eventOf('all'));
    if (request.trace) request.trace.stays = performance.now();
    return (
      reply
        .type(EVENTS)
        .header('cache-control', 'no-store')
        // nginx would wait until it has a buffer full.
        .header('x-accel-buffering', 'no')
        .send(source)
    );
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const source of open.keys()) source.push(null);
  });

  // Pictures are found by the pages that show them.
  server.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /media/\nDisallow: /\n'),
  );
}
