import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { createLine, type Line } from '../../../test/networkLine.ts';
import { instability } from '../../shared/text/texts.ts';

/** Path of a response that the instance caches. */
const CACHED_PATH = '/api/site/phones';
/** Counter that makes each requested path new, so that no response is cached for it. */
let uncachedRequests = 0;
const uncachedPath = () => `/api/site/revenues?search=bolo${uncachedRequests++}`;

describe.runIf(engine === 'postgres')('unresponsive database', () => {
  let direct: TestApp;
  let proxied: TestApp;
  let proxy: Line;
  const log = collectLogLines();
  beforeAll(async () => {
    direct = await createTestApp();
    const url = new URL(String(direct.deps.config.DATABASE_URL));
    proxy = await createLine(url.href);
    url.host = new URL(proxy.url).host;
    proxied = await createTestApp({
      env: {
        DATABASE_URL: url.href,
        SECRET_KEY: direct.deps.keys.current.toString('base64'),
        LOG_LEVEL: 'warn',
        METRICS: '1',
      },
      logTo: log.logTo,
    });
  });
  afterAll(async () => {
    await proxy?.restore();
    await proxied?.remove();
    await proxy?.close();
    await direct?.remove();
  });

  const get = async (path: string) => {
    const { statusCode, headers, body } = await proxied.request('GET', path);
    return { statusCode, retryAfter: headers['retry-after'], text: JSON.parse(body).error };
  };

  it('responds with 503 and cached pages while the database hangs, and recovers by itself', async () => {
    await expect.poll(async () => (await proxied.request('GET', '/readyz')).json().changes).toBe('ok');
    expect((await proxied.request('GET', CACHED_PATH)).json().data).toEqual([]);
    log.clear();
    proxy.hang();
    const waiting = await Promise.all([get(uncachedPath()), get(uncachedPath()), get('/readyz')]);
    expect(waiting.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(waiting[0]).toMatchObject({ retryAfter: '5', text: instability });
    const known = await get(uncachedPath());
    expect(known).toMatchObject({ statusCode: 503, text: instability });
    expect((await proxied.request('GET', CACHED_PATH)).statusCode).toBe(200);
    expect((await proxied.request('GET', '/healthz')).statusCode).toBe(200);
    // Metrics report the last known state.
    const measured = await proxied.renderMetrics();
    expect(measured).toContain('vitrine_unavailable{part="database"} 1');
    expect(measured).toContain('vitrine_metrics_source_up{source="jobs"} 0');
    expect(measured).not.toContain('vitrine_jobs{');

    const token = await direct.signIn();
    const json = { contact: 'Açougue', ddi: '55', ddd: '11', number: '40028922', type: 1 };
    const saved = await direct.request('POST', '/api/admin/phones/store', { token, json });
    expect(saved.statusCode, saved.body).toBe(201);
    proxy.restore();
    await expect.poll(async () => (await get(uncachedPath())).statusCode).toBe(200);
    await expect.poll(async () => (await proxied.request('GET', CACHED_PATH)).json().data.length).toBe(1);
    await expect
      .poll(async () => (await proxied.request('GET', '/readyz')).json())
      .toEqual({ status: 'ok', database: 'ok', schedule: 'ok', files: 'ok', disk: 'ok', changes: 'ok' });

    await expect.poll(() => log.withMessage('service recovered').length).toBe(1);
    expect(log.all()).toMatchObject([
      { msg: 'service unavailable', part: 'database', level: 50 },
      { msg: 'service recovered', part: 'database', level: 40, seconds: expect.any(Number) },
    ]);
    // Three failed requests without a cached response, and those made until recovery.
    expect(log.withMessage('service recovered')[0]?.requests).toBeGreaterThanOrEqual(3);
    expect(await proxied.renderMetrics()).toContain('vitrine_unavailable{part="database"} 0');
  });
});
