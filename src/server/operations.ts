import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../platform/deps.ts';

/** For whoever runs the product: is it up, is it ready, how is it doing. */
export function registerOperations(server: FastifyInstance, deps: Deps): void {
  server.get('/healthz', async () => ({ status: 'ok' }));

  const write = writeNowAndThen(deps);
  server.get('/readyz', async (_request, reply) => {
    const check = async (work: Promise<unknown>) =>
      work.then(
        () => 'ok',
        () => 'unavailable',
      );
    const [database, files, disk] = await Promise.all([
      check(Promise.all([sql`select 1`.execute(deps.db), write()])),
      check(deps.store.check()),
      deps.space.fullness(),
    ]);
    // Changes made elsewhere are then assumed every few seconds: the answers are right, and dearer.
    const changes = deps.database.hears() ? 'ok' : 'assumed';
    const ready = database === 'ok' && files === 'ok' && disk !== 'full';
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', database, files, disk, changes });
  });

  if (deps.config.METRICS) registerMetrics(server);
}

const WRITE_EVERY_MS = 1000;

/** Whether the database takes writes, by one, however many ask. */
function writeNowAndThen({ db }: Pick<Deps, 'db'>): () => Promise<unknown> {
  let last: { at: number; written: Promise<unknown> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > WRITE_EVERY_MS) {
      const written = db
        .updateTable('installation')
        .set((eb) => ({ id: eb.ref('id') }))
        .where('id', '=', 1)
        .execute();
      last = { at, written };
    }
    return last.written;
  };
}

function registerMetrics(server: FastifyInstance) {
  const answered = new Map<number, number>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  server.addHook('onClose', async () => void delay.disable());
  server.server.on('request', (_request, response) => {
    response.on('finish', () =>
      answered.set(response.statusCode, (answered.get(response.statusCode) ?? 0) + 1),
    );
  });
  const metric = (name: string, type: string, help: string, lines: string[]) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
  server.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(
      `${[
        metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [
          `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        ]),
        metric('process_uptime_seconds', 'gauge', 'Time since start.', [
          `process_uptime_seconds ${process.uptime()}`,
        ]),
        metric('nodejs_eventloop_delay_p99_seconds', 'gauge', 'Event loop delay.', [
          `nodejs_eventloop_delay_p99_seconds ${delay.percentile(99) / 1e9}`,
        ]),
        metric(
          'http_responses_total',
          'counter',
          'Answers by status.',
          [...answered].map(([status, count]) => `http_responses_total{status="${status}"} ${count}`),
        ),
      ].join('\n')}\n`,
    ),
  );
}
