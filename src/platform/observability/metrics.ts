import { FORMER_METRICS } from './formerNames.ts';

// Metrics in Prometheus' text format. Counting only adds to a number; formatting happens on a scrape.

type Labels = readonly string[];

export interface Counter {
  add(labels?: Labels, by?: number): void;
}

export interface Histogram {
  observe(seconds: number, labels?: Labels): void;
}

/** Value of a metric: a number, or one for each combination of labels. */
export type MetricValue = number | readonly (readonly [labels: Labels, value: number])[];

interface Description {
  name: string;
  help: string;
  labels?: Labels;
}

export interface Registry {
  counter(about: Description): Counter;
  histogram(about: Description & { buckets: readonly number[] }): Histogram;
  /** Registers a metric that is read on each scrape; `read` returns null if the value is unknown. */
  sampled(type: 'gauge' | 'counter', about: Description, read: () => MetricValue | null): void;
  text(): string;
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const labelled = (names: Labels, values: Labels) =>
  names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',');
const line = (name: string, labels: string, value: number) =>
  `${name}${labels && `{${labels}}`} ${Number.isFinite(value) ? value : value > 0 ? '+Inf' : 'NaN'}`;
/** Separator that no label value contains. */
const SEPARATOR = '\u0000';

export function createRegistry(): Registry {
  const sections: (() => string[])[] = [];
  const add = (type: string, { name, help }: Description, lines: (name: string) => string[]) => {
    const addAs = (shown: string, text: string) =>
      // The header is written even without values, so that the metric is discoverable.
      sections.push(() => [`# HELP ${shown} ${text}`, `# TYPE ${shown} ${type}`, ...lines(shown)]);
    addAs(name, help);
    const former = FORMER_METRICS[name];
    if (former) addAs(former, `Deprecated: use ${name}.`);
  };

  return {
    counter(about) {
      const { labels = [] } = about;
      const counts = new Map<string, number>();
      if (labels.length === 0) counts.set('', 0);
      add('counter', about, (name) =>
        [...counts].map(([key, count]) => line(name, labelled(labels, key.split(SEPARATOR)), count)),
      );
      return {
        add(values = [], by = 1) {
          const key = values.length === 1 ? (values[0] as string) : values.join(SEPARATOR);
          counts.set(key, (counts.get(key) ?? 0) + by);
        },
      };
    },

    histogram(about) {
      const { labels = [], buckets } = about;
      const series = new Map<string, { counts: Float64Array; sum: number }>();
      add('histogram', about, (name) =>
        [...series].flatMap(([key, { counts, sum }]) => {
          const own = labelled(labels, key.split(SEPARATOR));
          let count = 0;
          const lines = [...buckets, Number.POSITIVE_INFINITY].map((limit, at) => {
            count += counts[at] ?? 0;
            const le = `le="${limit === Number.POSITIVE_INFINITY ? '+Inf' : limit}"`;
            return line(`${name}_bucket`, own ? `${own},${le}` : le, count);
          });
          return [...lines, line(`${name}_sum`, own, sum), line(`${name}_count`, own, count)];
        }),
      );
      return {
        observe(seconds, values = []) {
          const key = values.length === 1 ? (values[0] as string) : values.join(SEPARATOR);
          let found = series.get(key);
          if (!found) {
            found = { counts: new Float64Array(buckets.length + 1), sum: 0 };
            series.set(key, found);
          }
          let at = 0;
          while (at < buckets.length && seconds > (buckets[at] as number)) at += 1;
          found.counts[at] = (found.counts[at] as number) + 1;
          found.sum += seconds;
        },
      };
    },

    sampled(type, about, read) {
      const { labels = [] } = about;
      add(type, about, (name) => {
        const value = read();
        if (value === null) return [];
        if (typeof value === 'number') return [line(name, '', value)];
        return value.map(([own, sample]) => line(name, labelled(labels, own), sample));
      });
    },

    text: () => `${sections.flatMap((lines) => lines()).join('\n')}\n`,
  };
}

/** Metrics that the parts of the application update while they work. */
export interface Metrics {
  registry: Registry;
  /** Duration by method, route and status, for requests that were routed (not served by the fast path). */
  requests: Histogram;
  /** Duration by page. */
  renders: Histogram;
  /** Connections refused, or closed because nothing moved, by reason. */
  connectionsEnded: Counter;
  queries: Histogram;
  queriesFailed: Counter;
  /** Duration by operation of the file store. */
  files: Histogram;
  /** Duration by kind and result. */
  jobs: Histogram;
}

const REQUEST_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const QUERY_BUCKETS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5];
const JOB_BUCKETS = [0.1, 1, 10, 60, 300];

export function createMetrics(): Metrics {
  const registry = createRegistry();
  return {
    registry,
    requests: registry.histogram({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Duration of routed requests until the response was sent, by route pattern and status.',
      labels: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
    }),
    renders: registry.histogram({
      name: 'vitrine_render_duration_seconds',
      help: 'Duration of page renders including their reads, by URL pattern.',
      labels: ['page'],
      buckets: REQUEST_BUCKETS,
    }),
    connectionsEnded: registry.counter({
      name: 'vitrine_connections_ended_total',
      help: 'Connections refused or closed by the server (limits, stalls, unread responses), by reason.',
      labels: ['reason'],
    }),
    queries: registry.histogram({
      name: 'vitrine_database_query_duration_seconds',
      help: 'Duration of SQL statements, without the wait for a connection.',
      buckets: QUERY_BUCKETS,
    }),
    queriesFailed: registry.counter({
      name: 'vitrine_database_failures_total',
      help: 'Failed SQL statements and connections.',
    }),
    files: registry.histogram({
      name: 'vitrine_files_operation_duration_seconds',
      help: 'Duration of file store operations, by operation and result.',
      labels: ['operation', 'result'],
      buckets: REQUEST_BUCKETS,
    }),
    jobs: registry.histogram({
      name: 'vitrine_job_duration_seconds',
      help: 'Duration of job attempts, by kind and result.',
      labels: ['kind', 'result'],
      buckets: JOB_BUCKETS,
    }),
  };
}
