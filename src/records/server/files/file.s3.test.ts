import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { createLine, type Line } from '../../../../test/networkLine.ts';
import { openVideoHead } from '../../../../test/videos.ts';
import { examineVideos } from '../../../content/videos/videoFormats.job.ts';
import { purgeHistory } from './file.purge.ts';
import { storageKey, variantName, variantsOf } from './file.rows.ts';
import { sweep } from './file.service.ts';

const DAY = 86_400_000;
let proxy: Line;
let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  proxy = await createLine(inject('s3').S3_ENDPOINT ?? '');
  await proxy.close();
  app = await createTestApp({ env: { S3_ENDPOINT: proxy.url } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(async () => {
  await proxy.close();
  await app.remove();
});
beforeEach(() => proxy.restore());

function form(withImage: boolean): FormData {
  const data = new FormData();
  data.append('title', 'Feira');
  if (withImage) data.append('image', fileOf(picture));
  return data;
}
const send = (path: string, withImage = true) =>
  app.request('POST', `/api/admin/banners/${path}`, { token, form: form(withImage) });
const get = (url: string) => app.request('GET', url, { token });
const count = async () => (await app.deps.db.selectFrom('files').select('id').execute()).length;

async function stored(): Promise<{ uuid: string; url: string }> {
  const { uuid } = (await send('store')).json().data as { uuid: string };
  const { data } = (await get(`/api/admin/banners/details/${uuid}`)).json();
  return { uuid, url: data.file.url_s3 };
}

describe('on an object store', () => {
  it('stores, serves, replaces and deletes a picture with its bytes', async () => {
    const { uuid, url } = await stored();
    const keys = await app.storedKeys();
    expect(keys.length).toBeGreaterThan(1);
    expect(await app.deps.store.size('private', keys[0] ?? '')).toBeNull();
    const whole = await get(url);
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const part = await app.request('GET', url, { headers: { range: 'bytes=10-19' } });
    expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(10, 20))]).toEqual([206, true]);
    expect((await send(`update/${uuid}`)).statusCode).toBe(200);
    expect((await get(url)).statusCode).toBe(404);
    expect(await app.storedKeys(), 'kept with the version that uses it').toEqual(
      expect.arrayContaining(keys),
    );
    await app.request('DELETE', `/api/admin/banners/destroy/${uuid}`, { token });
    expect((await get('/api/site/home')).json().data.banners).toEqual([]);
    expect((await app.storedKeys()).length).toBe(2 * keys.length);
    const now = app.clock.now();
    app.clock.advance((app.deps.config.BIN_DAYS + 1) * DAY);
    expect(await purgeHistory(app.deps)).toBe(1);
    app.clock.set(now);
    expect(await app.storedKeys()).toEqual([]);
  });

  it('adds the widths that a stored picture lacks', async () => {
    picture = await jpeg({ width: 300, height: 200 });
    const { uuid } = await stored();
    const file = await app.deps.db
      .selectFrom('files')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const isNew = ({ width }: { width: number }) => width === 96;
    const [thumbnail] = variantsOf(file).filter(isNew).map(variantName);
    const key = storageKey(file.uuid, thumbnail ?? '');
    await app.deps.store.remove('public', key);
    const variants = JSON.stringify(variantsOf(file).filter((variant) => !isNew(variant)));
    await app.deps.db
      .updateTable('files')
      .set({ variants, sized_with: 0 })
      .where('id', '=', file.id)
      .execute();
    const now = app.clock.now();
    await app.deps.jobs.drain('find outdated pictures');
    app.clock.advance(DAY / 24);
    expect(await app.deps.jobs.drain('find outdated pictures', 'picture widths')).toBe(2);
    const { data } = (await get(`/api/admin/banners/details/${uuid}`)).json();
    expect((await get(data.file.variants[0].url)).statusCode).toBe(200);
    expect(data.file.variants[0].width).toBe(96);
    expect(await app.deps.store.size('public', key)).toBeGreaterThan(0);
    app.clock.set(now);
    await app.request('DELETE', `/api/admin/banners/destroy/${uuid}`, { token });
    app.clock.advance((app.deps.config.BIN_DAYS + 1) * DAY);
    expect(await purgeHistory(app.deps)).toBe(1);
    app.clock.set(now);
    expect(await app.storedKeys()).toEqual([]);
    picture = await jpeg();
  });

  it('uploads a video in parts and serves ranges of it', async () => {
    const bytes = Buffer.concat([openVideoHead(), randomBytes(12_000_000)]);
    const data = new FormData();
    data.append('video', fileOf(bytes, 'a.mp4', 'video/mp4'));
    expect((await app.request('POST', '/api/admin/videos/store', { token, form: data })).statusCode).toBe(
      201,
    );
    const { url_s3 } = (await get('/api/site/video')).json().data.file;
    const [start, end] = [5_000_000, 11_000_000];
    const part = await app.request('GET', url_s3, { headers: { range: `bytes=${start}-${end}` } });
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(part.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);

    await app.deps.db.updateTable('files').set({ video_format: null }).execute();
    await examineVideos(app.deps, AbortSignal.timeout(30_000));
    const video = (await get('/api/admin/videos')).json().data;
    expect(video.format).toEqual({ container: 'MP4', video: 'H.264', audio: null });
  });
});

describe('outage of the object store', () => {
  it('answers 503 to requests for files during an outage, serves all others and recovers', async () => {
    const kept = await stored();
    const gone = await stored();
    const files = await count();
    await proxy.close();

    const upload = await send('store');
    expect([upload.statusCode, upload.headers['retry-after'], upload.json().error]).toEqual([
      503,
      '5',
      'Não conseguimos guardar o arquivo agora. Tente de novo em instantes.',
    ]);
    expect((await send(`update/${kept.uuid}`)).statusCode).toBe(503);
    expect(await count()).toBe(files);

    const media = await get(kept.url);
    expect([media.statusCode, media.headers['cache-control'], media.headers['retry-after']]).toEqual([
      503,
      'no-store',
      '5',
    ]);
    expect(media.json().error).toMatch(/Tente de novo em instantes/);
    expect(media.payload).not.toMatch(/ECONN|127\.0\.0\.1/);
    expect((await app.request('HEAD', kept.url)).statusCode).toBe(200);

    expect((await send(`update/${kept.uuid}`, false)).statusCode).toBe(200);
    expect(
      (await app.request('DELETE', `/api/admin/banners/destroy/${gone.uuid}`, { token })).statusCode,
    ).toBe(200);
    expect((await get('/api/site/home')).json().data.banners).toHaveLength(1);
    expect((await get('/healthz')).statusCode).toBe(200);
    const ready = await get('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        database: 'ok',
        schedule: 'ok',
        files: 'unavailable',
        disk: 'ok',
        changes: 'ok',
      },
    ]);
    expect(await app.deps.jobs.drain('avif')).toBeGreaterThan(0);
    const waiting = await app.deps.db
      .selectFrom('jobs')
      .select(['state', 'attempts'])
      .where('kind', '=', 'avif')
      .execute();
    expect(waiting.length).toBeGreaterThan(0);
    for (const job of waiting) expect(job).toEqual({ state: 'waiting', attempts: 1 });

    await proxy.restore();
    // A slow answer of the store counts as none.
    await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200);
    expect((await get(kept.url)).statusCode).toBe(200);
    expect((await send(`update/${kept.uuid}`)).statusCode).toBe(200);
    expect((await send('store')).statusCode).toBe(201);
    app.clock.advance(60_000);
    expect(await app.deps.jobs.drain('avif')).toBeGreaterThan(0);
    expect(
      await app.deps.db.selectFrom('files').select('id').where('avif', '=', 'pending').execute(),
    ).toEqual([]);
  });

  it('the sweep removes files that could not be removed before', async () => {
    const { uuid } = await stored();
    await proxy.close();
    await app.request('DELETE', `/api/admin/banners/destroy/${uuid}`, { token });
    await proxy.restore();
    app.clock.advance(40 * DAY);
    await sweep(app.deps);
    const known = await app.deps.db.selectFrom('files').select('uuid').execute();
    for (const key of await app.storedKeys())
      expect(known.some((file) => key.includes(file.uuid))).toBe(true);
  });
});
