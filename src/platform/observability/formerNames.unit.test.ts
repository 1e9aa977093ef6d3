import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { collectLogLines } from '../../../test/logLines.ts';
import { FORMER_MESSAGES, FORMER_METRICS } from './formerNames.ts';
import { logOptions } from './log.ts';
import { createRegistry } from './metrics.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** Source of the application without its tests and drills. */
const sources = globSync('src/**/*.ts', { cwd: root })
  .filter((file) => !/\.(?:test|drill|example)\.ts$/.test(file) && !file.endsWith('formerNames.ts'))
  .map(read);

/** Returns the text of a call's arguments, which begin at `start`. */
function argumentsAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    if (source[end] === ')') depth -= 1;
  }
  return source.slice(start, end);
}

/** String literals in the calls of loggers. */
const loggedTexts = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/\blog(?:\(\))?\??\.(?:info|warn|error)\(/g)].flatMap(({ 0: call, index }) =>
      Array.from(argumentsAt(source, index + call.length).matchAll(/'([^'\n]+)'/g), ([, text = '']) => text),
    ),
  ),
);

/** String literals that name a metric. */
const metricNames = new Set(
  sources.flatMap((source) => Array.from(source.matchAll(/'(vitrine_[a-z_]+)'/g), ([, name = '']) => name)),
);

test('the code logs each message that has a former one, and no former one', () => {
  expect(loggedTexts.size).toBeGreaterThan(40);
  for (const [message, former] of Object.entries(FORMER_MESSAGES)) {
    expect(loggedTexts).toContain(message);
    expect(loggedTexts).not.toContain(former);
  }
});

test('the code defines each metric that has a former name, and none under a former name', () => {
  for (const [name, former] of Object.entries(FORMER_METRICS)) {
    expect(metricNames).toContain(name);
    expect(metricNames).not.toContain(former);
  }
});

test('each former message and metric name has one present name', () => {
  for (const table of [FORMER_MESSAGES, FORMER_METRICS])
    expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length);
});

test('alert rules and dashboard use no former metric name', () => {
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const used = read(`deploy/monitoring/${file}`).match(/\bvitrine_[a-z_]+/g) ?? [];
    expect(used.length).toBeGreaterThan(30);
    for (const former of Object.values(FORMER_METRICS)) expect(used).not.toContain(former);
  }
});

test('CHANGELOG.md lists each renamed message and metric', () => {
  const changelog = read('CHANGELOG.md');
  for (const [name, former] of Object.entries({ ...FORMER_MESSAGES, ...FORMER_METRICS }))
    expect(changelog).toContain(`| \`${former}\` | \`${name}\` |`);
});

test('a renamed log line has its former message in a field, with and without an error', () => {
  const lines = collectLogLines();
  const { log } = Fastify({
    logger: logOptions({ level: 'info', outages: { causeOf: () => null }, stream: lines.logTo }),
  });
  log.warn({ part: 'mail' }, 'service recovered');
  log.child({ name: 'child' }).error('service unavailable');
  const error = new Error('refused');
  for (let time = 0; time < 4; time += 1) log.error({ err: error }, 'job failed permanently');
  log.error({ err: error }, 'page failed');
  expect(lines.all()).toMatchObject([
    { msg: 'service recovered', former_msg: 'back', part: 'mail' },
    { msg: 'service unavailable', former_msg: 'away' },
    ...Array.from({ length: 4 }, () => ({
      msg: 'job failed permanently',
      former_msg: 'job failed for good',
    })),
    { msg: 'page failed' },
  ]);
  expect(lines.withMessage('page failed')[0]).not.toHaveProperty('former_msg');
});

test('a line written during an outage keeps its former message', () => {
  const lines = collectLogLines();
  const { log } = Fastify({
    logger: logOptions({ level: 'info', outages: { causeOf: () => 'files' }, stream: lines.logTo }),
  });
  log.warn({ err: new Error('refused') }, 'poster not rendered');
  expect(lines.all()).toMatchObject([
    { level: 30, away: 'files', msg: 'poster not rendered', former_msg: 'leaflet not drawn' },
  ]);
});

test('a renamed metric is rendered under both names with the same values', () => {
  const registry = createRegistry();
  registry.sampled('gauge', { name: 'vitrine_unavailable', help: 'Down.', labels: ['part'] }, () => [
    [['mail'], 1],
  ]);
  registry
    .counter({ name: 'vitrine_cache_hits_total', help: 'Hits.', labels: ['route'] })
    .add(['/branches'], 3);
  expect(registry.text()).toBe(`# HELP vitrine_unavailable Down.
# TYPE vitrine_unavailable gauge
vitrine_unavailable{part="mail"} 1
# HELP vitrine_away Deprecated: use vitrine_unavailable.
# TYPE vitrine_away gauge
vitrine_away{part="mail"} 1
# HELP vitrine_cache_hits_total Hits.
# TYPE vitrine_cache_hits_total counter
vitrine_cache_hits_total{route="/branches"} 3
# HELP vitrine_http_hits_total Deprecated: use vitrine_cache_hits_total.
# TYPE vitrine_http_hits_total counter
vitrine_http_hits_total{route="/branches"} 3
`);
});
