import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../contract/failure.ts';
import type { Changed } from '../platform/database/watch.ts';
import type { Deps } from '../platform/deps.ts';
import { opaqueName, PULSE, PULSE_MS } from '../platform/http/apart.ts';
import { onRequestEnd } from '../platform/http/requestEnd.ts';
import { callerKey } from '../platform/limits.ts';

/** Of everybody and of one address: sites are few, and anybody may listen. */
const MOST = { all: 64, each: 8 };
/** Whoever leaves so much unread is gone, or asks anew. */
const MOST_UNREAD = 64 * 1024;

/** What an API that is served alone has for its site. */
export function serveSite(
  server: FastifyInstance,
  deps: Pick<Deps, 'config' | 'onContentChange' | 'metrics'>,
): void {
  const open = new Map<Readable, string>();
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
    if (isClosing) throw new Failure('unavailable', undefined, { retryAfter: 1 });
    const from = callerKey(request.ip);
    const own = [...open.values()].filter((address) => address === from).length;
    if (open.size >= MOST.all || own >= MOST.each)
      throw new Failure('too_many', undefined, { retryAfter: 10 });
    const source = new Readable({ read() {}, highWaterMark: MOST_UNREAD });
    open.set(source, from);
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
        .type('text/event-stream; charset=utf-8')
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
