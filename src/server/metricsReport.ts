import { readdir, statfs } from 'node:fs/promises';
import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { installedAt, lastBackup } from '../platform/backup/runs.ts';
import { isoAt } from '../platform/clock.ts';
import { version } from '../platform/config/version.ts';
import type { Deps } from '../platform/deps.ts';
import { kindFamily } from '../platform/jobs/jobKind.ts';
import type { Registry } from '../platform/observability/metrics.ts';
import type { Outages } from '../platform/observability/outages.ts';
import { createSingleFlight, withTimeout } from '../shared/async.ts';

/** Database and disk figures are cached for this long, so that frequent scrapes stay cheap. */
const KEPT_MS = 10_000;
/** Cache time of figures that need a look at every file. */
const FILES_KEPT_MS = 300_000;
/** Longest wait of a scrape for one source. The other figures are sent without it. */
const PATIENCE_MS = 1500;
/** Window of a peak. Each scrape within it sees the peak, which is then reset. */
const WINDOW_MS = 60_000;

/** Creates the metrics of the product: counters of its parts, work in progress, database, store and disk. */
export function createMetricsReport(
  server: FastifyInstance,
  deps: Deps,
  outages: Pick<Outages, 'unavailable'>,
): () => Promise<string> {
  const { registry } = deps.metrics;
  if (!deps.config.METRICS && !deps.config.METRICS_TOKEN) return async () => registry.text();
  const sources = createSources(registry);
  measureBuild(registry, [deps.database.engine, deps.config.s3 ? 's3' : 'disk']);
  measureProcess(registry, server);
  measureAnswers(registry, deps);
  measureAway(registry, outages.unavailable, deps.database.receivesNotifications);
  measureDatabase(registry, deps);
  measureConnections(registry, server, sources);
  measureWork(registry, deps, sources);
  measureFiles(registry, deps, sources);
  return async () => {
    await sources.ask();
    return registry.text();
  };
}

/** Creates the metrics of a site process that is separate from its API. */
export function createSiteMetricsReport(
  server: FastifyInstance,
  deps: Pick<Deps, 'responseCache' | 'config' | 'metrics'>,
  outages: Pick<Outages, 'unavailable'>,
  hears: () => boolean,
): () => Promise<string> {
  const { registry } = deps.metrics;
  if (!deps.config.METRICS && !deps.config.METRICS_TOKEN) return async () => registry.text();
  const sources = createSources(registry);
  measureBuild(registry, ['none', 'none']);
  measureProcess(registry, server);
  measureAnswers(registry, deps);
  measureAway(registry, () => outages.unavailable(['api']), hears);
  measureConnections(registry, server, sources);
  return async () => {
    await sources.ask();
    return registry.text();
  };
}

type Sources = ReturnType<typeof createSources>;

/** Figures that take a wait. All scrapes within their cache time share one read. */
function createSources(registry: Registry) {
  const refreshes: (() => Promise<void>)[] = [];
  const answered = new Map<string, boolean>();
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_metrics_source_up',
      help: '0 if the source did not respond in time and its metrics are missing from this scrape.',
      labels: ['source'],
    },
    () => [...answered].map(([name, did]) => [[name], did ? 1 : 0]),
  );
  return {
    /** Adds a source. Returns a getter of the value that `look` found last; null while unknown. */
    add<T>(name: string, keptMs: number, look: () => Promise<T>): () => T | null {
      let found: T | null = null;
      let until = 0;
      const flight = createSingleFlight<void>();
      const end = (value: T | null) => {
        found = value;
        until = value === null ? 0 : performance.now() + keptMs;
        answered.set(name, value !== null);
      };
      refreshes.push(async () => {
        if (performance.now() < until) return;
        const looking = flight.run(() => look().then(end, () => end(null)));
        await withTimeout(looking, PATIENCE_MS, () => end(null));
      });
      return () => found;
    },
    ask: () => Promise.all(refreshes.map((refresh) => refresh())),
  };
}

function measureBuild(registry: Registry, standsOn: [database: string, files: string]) {
  const about = [version, process.version, ...standsOn];
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_build_info',
      help: 'Version of the application and of Node.js, database engine and file store.',
      labels: ['version', 'node', 'database', 'files'],
    },
    () => [[about, 1]],
  );
}

function measureProcess(registry: Registry, server: FastifyInstance) {
  const gauge = (name: string, help: string, read: () => number) =>
    registry.sampled('gauge', { name, help }, read);
  const counter = (name: string, help: string, read: () => number) =>
    registry.sampled('counter', { name, help }, read);

  gauge('process_resident_memory_bytes', 'Resident memory size.', () => process.memoryUsage.rss());
  gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
  gauge(
    'process_start_time_seconds',
    'Start time of the process, in Unix time.',
    () => Math.round(performance.timeOrigin) / 1000,
  );
  counter('process_cpu_seconds_total', 'User and system CPU time of all threads.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.sampled(
    'gauge',
    { name: 'nodejs_memory_bytes', help: 'Memory of Node.js, by kind.', labels: ['kind'] },
    () => {
      const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
      return Object.entries({ heapUsed, heapTotal, external, arrayBuffers }).map(([kind, bytes]) => [
        [kind],
        bytes,
      ]);
    },
  );

  let pauses = 0;
  let collected = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      pauses += duration / 1000;
      collected += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  counter('nodejs_gc_seconds_total', 'Time spent in garbage collection.', () => pauses);
  counter('nodejs_gc_runs_total', 'Garbage collections.', () => collected);

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const now = () => ({ p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max });
  let last = { p50: 0, p99: 0, max: 0 };
  const turn = setInterval(() => {
    last = now();
    delay.reset();
  }, WINDOW_MS).unref();
  for (const which of ['p50', 'p99', 'max'] as const)
    gauge(
      `nodejs_eventloop_delay_${which}_seconds`,
      'Event loop delay: the higher of the current and the previous minute.',
      () => Math.max(last[which], now()[which]) / 1e9 || 0,
    );
  counter(
    'nodejs_eventloop_active_seconds_total',
    'Time that the event loop was busy; the rate is its utilization.',
    () => performance.eventLoopUtilization().active / 1000,
  );
  server.addHook('onClose', async () => {
    delay.disable();
    observer.disconnect();
    clearInterval(turn);
  });
}

function measureAnswers(registry: Registry, { responseCache }: Pick<Deps, 'responseCache'>) {
  const gauge = (name: string, help: string, read: () => number) =>
    registry.sampled('gauge', { name, help }, read);
  registry.sampled(
    'counter',
    {
      name: 'vitrine_cache_hits_total',
      help: 'Response cache hits served before routing (fast path), by route pattern.',
      labels: ['route'],
    },
    () => responseCache.stats().tallies.map(({ route, hits }) => [[route], hits]),
  );
  registry.sampled(
    'counter',
    {
      name: 'vitrine_response_cache_requests_total',
      help: 'Response cache lookups after routing, by result: found (hit), waited (joined a render in flight), same (revalidated), made (miss, rendered), stale (last good response), failed.',
      labels: ['result'],
    },
    () => Object.entries(responseCache.stats().results).map(([result, count]) => [[result], count]),
  );
  gauge(
    'vitrine_response_cache_in_flight',
    'Renders in flight for the response cache.',
    () => responseCache.stats().inFlight,
  );
  gauge(
    'vitrine_response_cache_entries',
    'Responses in the response cache.',
    () => responseCache.stats().stored.entries,
  );
  gauge(
    'vitrine_response_cache_bytes',
    'Size of the response cache.',
    () => responseCache.stats().stored.bytes,
  );
  registry.sampled(
    'counter',
    { name: 'vitrine_response_cache_evictions_total', help: 'Responses evicted because the cache was full.' },
    () => responseCache.stats().evicted,
  );
}

function measureAway(registry: Registry, away: Outages['unavailable'], hears: () => boolean) {
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_unavailable',
      help: '1 while the backing service is unavailable.',
      labels: ['part'],
    },
    () => Object.entries(away()).map(([part, isAway]) => [[part], isAway ? 1 : 0]),
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_change_feed_connected',
      help: '1 while connected to the change notifications of other instances; 0 while changes are assumed every few seconds.',
    },
    () => (hears() ? 1 : 0),
  );
}

function measureDatabase(registry: Registry, { database, config }: Deps) {
  if (!('postgres' in database.raw)) return;
  const { postgres } = database.raw;
  registry.sampled(
    'gauge',
    { name: 'vitrine_database_connections', help: 'Connections of the pool, by state.', labels: ['state'] },
    () => [
      [['busy'], postgres.totalCount - postgres.idleCount],
      [['idle'], postgres.idleCount],
      [['most'], config.DATABASE_POOL],
    ],
  );
  registry.sampled(
    'gauge',
    { name: 'vitrine_database_pool_waiting', help: 'Callers waiting for a connection of the pool.' },
    () => postgres.waitingCount,
  );
}

function measureConnections(registry: Registry, { server }: FastifyInstance, sources: Sources) {
  const connections = sources.add(
    'connections',
    0,
    () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
  );
  registry.sampled(
    'gauge',
    { name: 'vitrine_http_connections', help: 'Open HTTP connections.' },
    connections,
  );
  if (process.platform !== 'linux') return;
  const files = sources.add('open_files', 0, async () => (await readdir('/proc/self/fd')).length);
  registry.sampled('gauge', { name: 'process_open_fds', help: 'Open file descriptors.' }, files);
}

function measureWork(registry: Registry, { db, clock, publication }: Deps, sources: Sources) {
  const work = sources.add('jobs', KEPT_MS, async () => {
    const [jobs, mails, backup, late, installed] = await Promise.all([
      db
        .selectFrom('jobs')
        .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count'), eb.fn.min('run_at').as('at')])
        .groupBy(['kind', 'state'])
        .execute(),
      db
        .selectFrom('mail_outbox')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('at')])
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow(),
      lastBackup(db),
      publication.delaySeconds(),
      installedAt(db),
    ]);
    return { jobs, mails, backup, late, installed };
  });
  const ageOf = (at: string | null) => (at === null ? 0 : Math.max(0, (clock.now() - Date.parse(at)) / 1000));

  registry.sampled(
    'gauge',
    { name: 'vitrine_jobs', help: 'Jobs by kind and state.', labels: ['kind', 'state'] },
    () => {
      const counts = new Map<string, number>();
      for (const { kind, state, count } of work()?.jobs ?? []) {
        const key = `${kindFamily(kind)}|${state}`;
        counts.set(key, (counts.get(key) ?? 0) + Number(count));
      }
      return [...counts].map(([key, count]) => [key.split('|'), count]);
    },
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_job_late_seconds',
      help: 'Delay of the oldest job that is due and not started, by kind.',
      labels: ['kind'],
    },
    () => {
      const ages = new Map<string, number>();
      for (const { kind, state, at } of work()?.jobs ?? []) {
        if (state !== 'waiting') continue;
        const family = kindFamily(kind);
        ages.set(family, Math.max(ages.get(family) ?? 0, ageOf(at)));
      }
      return [...ages].map(([kind, age]) => [[kind], age]);
    },
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_schedule_late_seconds',
      help: 'Delay of the oldest scheduled change that is due and not published; 0 if none is due.',
    },
    () => work()?.late ?? null,
  );
  registry.sampled(
    'gauge',
    { name: 'vitrine_mails_waiting', help: 'Mails in the outbox that are not sent yet.' },
    () => {
      const found = work();
      return found && Number(found.mails.count);
    },
  );
  registry.sampled(
    'gauge',
    { name: 'vitrine_mail_oldest_seconds', help: 'Age of the oldest unsent mail.' },
    () => {
      const found = work();
      return found && ageOf(found.mails.at);
    },
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_backup_age_seconds',
      help: 'Time since the last successful backup started; absent if there was none.',
    },
    () => {
      const last = work()?.backup;
      return last ? ageOf(last.started_at) : null;
    },
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_backup_missing_seconds',
      help: 'Time since the last successful backup started, or since the installation if there was none.',
    },
    () => {
      const found = work();
      return found && ageOf(found.backup?.started_at ?? isoAt(found.installed));
    },
  );
}

function measureFiles(registry: Registry, { db, config }: Deps, sources: Sources) {
  const files = sources.add('files', FILES_KEPT_MS, () =>
    db
      .selectFrom('files')
      .select((eb) => ['area', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
      .groupBy('area')
      .execute(),
  );
  const of = (what: 'count' | 'bytes') => () =>
    files()?.map((row) => [[row.area], Number(row[what])] as const) ?? null;
  registry.sampled(
    'gauge',
    { name: 'vitrine_files', help: 'Stored files, including those of earlier versions.', labels: ['area'] },
    of('count'),
  );
  registry.sampled(
    'gauge',
    {
      name: 'vitrine_files_bytes',
      help: 'Size of the stored files as received, without derived pictures.',
      labels: ['area'],
    },
    of('bytes'),
  );
  const disk = sources.add('disk', KEPT_MS, () => statfs(config.DATA_DIR));
  const bytes = (read: (found: { bsize: number; bavail: number; blocks: number }) => number) => () => {
    const found = disk();
    return found && read(found);
  };
  registry.sampled(
    'gauge',
    { name: 'vitrine_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.' },
    bytes(({ bsize, bavail }) => bsize * bavail),
  );
  registry.sampled(
    'gauge',
    { name: 'vitrine_disk_bytes', help: 'Size of the disk of DATA_DIR.' },
    bytes(({ bsize, blocks }) => bsize * blocks),
  );
}
