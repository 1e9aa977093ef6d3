import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, engine, type TestApp, testClock } from '../../../test/app.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { isoAt } from '../../platform/clock.ts';
import { listenForMetrics } from '../operations.ts';

const TOKEN = 'um-segredo-para-medir';
const directory = resolve(import.meta.dirname, '../../../deploy/monitoring');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { METRICS: '1', METRICS_TOKEN: TOKEN } });
});
afterAll(() => app.remove());

interface Family {
  type: string;
  labels: Set<string>;
}

/** Returns the metrics by name, with the labels that occur. */
function familiesOf(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    families.set(name, { type, labels: new Set() });
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const family = families.get(series) ?? families.get(series.replace(/_(bucket|sum|count)$/, ''));
    expect(family, series).toBeDefined();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) family?.labels.add(label);
  }
  return families;
}

/** Returns the expressions of dashboard and alerts. */
async function expressions(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(resolve(directory, 'dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = await readFile(resolve(directory, 'alerts.yml'), 'utf8');
  const judged = Array.from(
    rules.matchAll(/^ +expr: (?:>-\n((?: {10}.*\n)+)|(.*))/gm),
    ([, long, short]) => long ?? short ?? '',
  );
  return [...shown, ...judged];
}

/** Prometheus creates this metric itself. */
const ITS_OWN = new Set(['up']);
/** Recording rules create these. */
const isRecorded = (name: string) => name.includes(':');
const ITS_LABELS = new Set(['job', 'instance', 'le']);

describe.runIf(engine === 'postgres')('dashboard and alerts', () => {
  test('dashboard and alerts use only existing metrics and labels', async () => {
    await app.request('GET', '/api/site/home');
    await app.deps.jobs.drain();
    await app.deps.store.check();
    const families = familiesOf(await app.renderMetrics());
    const used = await expressions();
    expect(used.length).toBeGreaterThan(50);
    const names = new Set<string>();
    for (const expression of used)
      for (const [, name = '', selector = ''] of expression
        .replace(/"[^"]*"/g, '""')
        .matchAll(/\b((?:vitrine|nodejs|process|up)[\w:]*)(?:\{([^}]*)\})?/g)) {
        if (/^up./.test(name) || name === 'process') continue;
        if (ITS_OWN.has(name) || isRecorded(name)) continue;
        names.add(name);
        const base = name.replace(/_(bucket|sum|count)$/, '');
        const family = families.get(name) ?? families.get(base);
        expect(family, `${name} in ${expression}`).toBeDefined();
        expect(family?.type === 'histogram', `${name} in ${expression}`).toBe(base !== name);
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
          if (!ITS_LABELS.has(label) && (family?.labels.size ?? 0) > 0)
            expect(family?.labels.has(label), `${label} of ${name}`).toBe(true);
      }
    expect(names.size).toBeGreaterThan(30);
  });

  test('the dashboard is valid in Grafana: panels have their own ids and do not overlap', async () => {
    const board = JSON.parse(await readFile(resolve(directory, 'dashboard.json'), 'utf8')) as {
      schemaVersion: number;
      uid: string;
      panels: { id: number; type: string; title: string; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
    };
    expect(board).toMatchObject({ uid: 'vitrine', schemaVersion: 38 });
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of board.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x, title).toBeLessThan(24);
          expect(taken.has(`${x} ${y}`), title).toBe(false);
          taken.add(`${x} ${y}`);
        }
  });

  test('a rule test fires each alert', async () => {
    const [rules, ...tests] = await Promise.all(
      ['alerts.yml', 'alerts.test.yml', 'alerts.slow.test.yml'].map((file) =>
        readFile(resolve(directory, file), 'utf8'),
      ),
    );
    const shown = tests.join('\n');
    const names = Array.from(rules?.matchAll(/- alert: (\w+)/g) ?? [], ([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(shown).toContain(`alertname="${name}"`);
  });

  test('a missing gauge of an alert raises another alert', async () => {
    const types = familiesOf(await app.renderMetrics());
    const rules = await readFile(resolve(directory, 'alerts.yml'), 'utf8');
    const judged = Array.from(
      rules.matchAll(/- alert: (\w+)\n +expr: (?:>-\n((?: {10}.*\n)+)|(.*))/g),
      ([, name = '', long, short]) => ({ name, expr: long ?? short ?? '' }),
    );
    const absence = judged.find(({ name }) => name === 'VitrineSemMedida')?.expr ?? '';
    // Without waiting jobs this gauge has no sample, and nothing is late.
    const emptyIsZero = ['vitrine_job_late_seconds'];
    for (const { name, expr } of judged)
      for (const [metric] of expr.matchAll(/\b(?:vitrine|nodejs|process)_\w+/g))
        if (types.get(metric)?.type === 'gauge' && !emptyIsZero.includes(metric))
          expect(absence, `${metric} of ${name}`).toContain(metric);
    for (const { expr } of judged.filter(({ expr }) => /\b(up|probe_success)\{[^}]*\} == 0/.test(expr)))
      expect(expr).toMatch(/ or absent\(/);
  });

  test('docs/operations.md describes each alert', async () => {
    const rules = await readFile(resolve(directory, 'alerts.yml'), 'utf8');
    const docs = await readFile(resolve(directory, '../../docs/operations.md'), 'utf8');
    for (const [, name] of rules.matchAll(/- alert: (\w+)/g)) expect(docs).toContain(`\`${name}\``);
  });
});

describe('metrics', () => {
  test("metrics require the token on the site's own port", async () => {
    const ask = async (authorization?: string) =>
      (await app.request('GET', '/metrics', { headers: authorization ? { authorization } : {} })).statusCode;
    expect(await ask()).toBe(404);
    expect(await ask('Bearer outro-segredo-qualquer')).toBe(404);
    expect(await ask(`Bearer ${TOKEN}`)).toBe(200);
  });

  test('metrics have a port of their own, and the site still runs if it is taken', async () => {
    const lines = collectLogLines();
    const log = {
      error: (details: object, text?: string) => lines.logTo.write(JSON.stringify({ ...details, msg: text })),
    };
    const at = { METRICS: true, METRICS_HOST: '127.0.0.1', METRICS_PORT: 0, METRICS_TOKEN: undefined };
    const served = await listenForMetrics(at, app.renderMetrics, log as never);
    const answer = await fetch(served?.url ?? '');
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    expect(await answer.text()).toContain('vitrine_build_info{version="');
    expect((await fetch(new URL('/', served?.url))).status).toBe(404);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    served?.close();

    // On a public address it requires the token.
    const open = { ...at, METRICS_HOST: '0.0.0.0', METRICS_TOKEN: TOKEN };
    const exposed = await listenForMetrics(open, app.renderMetrics, log as never);
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(exposed?.url ?? '', { headers })).status;
    expect(await statusFor({})).toBe(404);
    expect(await statusFor({ authorization: 'Bearer outro-segredo-qualquer' })).toBe(404);
    expect(await statusFor({ authorization: `Bearer ${TOKEN}` })).toBe(200);
    exposed?.close();

    const occupied = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => occupied.once('listening', listening));
    const { port } = occupied.address() as AddressInfo;
    expect(await listenForMetrics({ ...at, METRICS_PORT: port }, app.renderMetrics, log as never)).toBeNull();
    expect(lines.withMessage('metrics are not served')).toMatchObject([{ port }]);
    occupied.close();
    expect(await listenForMetrics({ ...at, METRICS: false }, app.renderMetrics, log as never)).toBeNull();
  });

  test('metrics report the age of the last backup, also if there never was one', async () => {
    const ago = async (made: boolean) => {
      const instance = await createTestApp({ env: { METRICS: '1' }, clock: testClock(Date.now()) });
      instance.clock.advance(40 * 3_600_000);
      const at = isoAt(instance.clock.now() - 60_000);
      const last = { target: '/mnt/copias', state: 'done', started_at: at } as const;
      if (made)
        await instance.deps.db
          .insertInto('backups')
          .values({ ...last, leased_until: at, finished_at: at })
          .execute();
      const text = await instance.renderMetrics();
      await instance.remove();
      return Number(/^vitrine_backup_missing_seconds (\S+)$/m.exec(text)?.[1]);
    };
    expect(await ago(false)).toBeGreaterThanOrEqual(40 * 3600);
    expect(await ago(true)).toBe(60);
  });

  test('metrics report waiting work, its age and the free disk space', async () => {
    const instance = await createTestApp({ env: { METRICS: '1' } });
    const { write, mailer } = instance.deps;
    await write(null, (work) => mailer.queue(work, { to: 'a@b.example', subject: 'Oi', text: 'Oi' }), {
      content: false,
    });
    instance.clock.advance(90_000);
    // The event loop is sampled every 20 ms.
    await setTimeout(100);
    const text = await instance.renderMetrics();
    const value = (name: string) =>
      Number(new RegExp(`^${RegExp.escape(name)} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(value('vitrine_mails_waiting')).toBe(1);
    expect(value('vitrine_mail_oldest_seconds')).toBeCloseTo(90, 0);
    expect(value('vitrine_jobs{kind="mail",state="waiting"}')).toBe(1);
    expect(value('vitrine_job_late_seconds{kind="mail"}')).toBeCloseTo(90, 0);
    expect(value('vitrine_disk_free_bytes')).toBeGreaterThan(0);
    expect(value('vitrine_metrics_source_up{source="disk"}')).toBe(1);
    expect(value('nodejs_eventloop_delay_max_seconds')).toBeGreaterThan(0);
    await instance.remove();
  });
});
