import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { createLine, type Line } from '../../../test/line.ts';
import { keepLines } from '../../../test/lines.ts';
import { instability } from '../../contract/texts.ts';

/** Path of a response that the instance caches. */
const KEPT = '/api/site/phones';
/** Returns a new path each time, so that no response is cached for it. */
let asked = 0;
const fresh = () => `/api/site/revenues?search=bolo${asked++}`;

describe.runIf(engine === 'postgres')('unresponsive database', () => {
  let there: TestApp;
  let here: TestApp;
  let line: Line;
  const log = keepLines();
  beforeAll(async () => {
    there = await createTestApp();
    const url = new URL(String(there.deps.config.DATABASE_URL));
    line = await createLine(url.href);
    url.host = new URL(line.url).host;
    here = await createTestApp({
      env: {
        DATABASE_URL: url.href,
        SECRET_KEY: there.deps.keys.own.toString('base64'),
        LOG_LEVEL: 'warn',
        METRICS: '1',
      },
      logTo: log.logTo,
    });
  });
  afterAll(async () => {
    await line?.mend();
    await here?.remove();
    await line?.cut();
    await there?.remove();
  });

  const asked = async (path: string) => {
    const { statusCode, headers, body } = await here.request('GET', path);
    return { statusCode, retryAfter: headers['retry-after'], text: JSON.parse(body).error };
  };

  it('responds with 503 and cached pages while the database hangs, and recovers by itself', async () => {
    await expect.poll(async () => (await here.request('GET', '/readyz')).json().changes).toBe('ok');
    expect((await here.request('GET', KEPT)).json().data).toEqual([]);
    log.clear();
    line.hang();
    const waiting = await Promise.all([asked(fresh()), asked(fresh()), asked('/readyz')]);
    expect(waiting.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(waiting[0]).toMatchObject({ retryAfter: '5', text: instability });
    const known = await asked(fresh());
    expect(known).toMatchObject({ statusCode: 503, text: instability });
    expect((await here.request('GET', KEPT)).statusCode).toBe(200);
    expect((await here.request('GET', '/healthz')).statusCode).toBe(200);
    // Metrics report the last known state.
    const measured = await here.measures();
    expect(measured).toContain('vitrine_away{part="database"} 1');
    expect(measured).toContain('vitrine_measured{source="jobs"} 0');
    expect(measured).not.toContain('vitrine_jobs{');

    const token = await there.signIn();
    const json = { contact: 'Açougue', ddi: '55', ddd: '11', number: '40028922', type: 1 };
    const saved = await there.request('POST', '/api/admin/phones/store', { token, json });
    expect(saved.statusCode, saved.body).toBe(201);
    line.mend();
    await expect.poll(async () => (await asked(fresh())).statusCode).toBe(200);
    await expect.poll(async () => (await here.request('GET', KEPT)).json().data.length).toBe(1);
    await expect
      .poll(async () => (await here.request('GET', '/readyz')).json())
      .toEqual({ status: 'ok', database: 'ok', schedule: 'ok', files: 'ok', disk: 'ok', changes: 'ok' });

    await expect.poll(() => log.of('back').length).toBe(1);
    expect(log.all()).toMatchObject([
      { msg: 'away', part: 'database', level: 50 },
      { msg: 'back', part: 'database', level: 40, seconds: expect.any(Number) },
    ]);
    // Three failed requests without a cached response, and those made until recovery.
    expect(log.of('back')[0]?.requests).toBeGreaterThanOrEqual(3);
    expect(await here.measures()).toContain('vitrine_away{part="database"} 0');
  });
});
