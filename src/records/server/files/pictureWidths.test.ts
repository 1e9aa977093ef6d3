import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { emptyTables } from '../../../../test/historyInvariants.ts';
import { fileOf, noise } from '../../../../test/images.ts';
import { uploadCalls } from '../../../../test/uploads.ts';
import { imageFile } from '../../../shared/files/image.ts';
import { WIDTHS_VERSION } from '../../../shared/files/pictureWidths.ts';
import { fileParts, mainName, storageKey, variantName, variantsOf } from './file.rows.ts';
import { type FileRow, sweep } from './file.service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = '2026-03-10T15:00:00.000Z';

let app: TestApp;
let token: string;
let picture: Buffer;

const banners = uploadCalls(() => app, 'banners', {
  fields: () => ({ title: 'Festival do pão' }),
  files: () => ({ image: fileOf(picture) }),
});

beforeAll(async () => {
  app = await createTestApp({ clock: testClock(START) });
  token = await app.signIn();
  picture = await noise(2560, 400);
});
afterAll(() => app.remove());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  app.clock.set(START);
  await emptyTables(app.deps, ['jobs', 'banners', 'files', 'audit_log']);
  await app.emptyStore();
  await app.deps.db
    .updateTable('installation')
    .set({ pictures_sized_with: null, pictures_sized_at: null })
    .execute();
});

const onlyFile = () => app.deps.db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
const widthsOf = (file: FileRow, type = 'image/webp') =>
  variantsOf(file)
    .filter((variant) => variant.type === type)
    .map(({ width }) => width);

/** Stores a banner whose picture has the widths of the earlier release. */
async function storeOldBanner(): Promise<{ uuid: string; file: FileRow }> {
  const uuid = await banners.storeRecord();
  const file = await app.deps.db
    .selectFrom('files')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const isNew = ({ width }: { width: number }) => width === 96 || width === 2560;
  for (const variant of variantsOf(file).filter(isNew))
    await app.deps.store.remove('public', storageKey(file.uuid, variantName(variant)));
  const variants = JSON.stringify(variantsOf(file).filter((variant) => !isNew(variant)));
  await app.deps.db.updateTable('files').set({ variants, sized_with: 0 }).where('id', '=', file.id).execute();
  app.deps.responseCache.invalidate();
  return { uuid, file: { ...file, variants, sized_with: 0 } };
}

/** Runs the search and what it finds; returns the number of jobs started. */
async function search(): Promise<number> {
  // The first run is scheduled for some time after the start.
  await app.deps.jobs.drain('find outdated pictures');
  app.clock.advance(HOUR);
  return app.deps.jobs.drain('find outdated pictures', 'picture widths');
}

const rows = z.object({ data: z.array(z.object({ file: imageFile })) });

const listed = async () => {
  const answer = await app.request('GET', '/api/admin/banners?page=1&fields=uuid,file', { token });
  return rows.parse(answer.json()).data.flatMap(({ file }) => file.variants);
};

describe('widths of stored pictures', () => {
  it('a new picture has all widths, and no job looks at it again', async () => {
    await banners.storeRecord();
    const file = await onlyFile();
    expect(widthsOf(file)).toEqual([96, 180, 360, 540, 750, 1100, 1440, 1920, 2560]);
    expect(file.sized_with).toBe(WIDTHS_VERSION);
    expect(await search(), 'only the search').toBe(1);
  });

  it('a list offers the widths that exist before and after the job', async () => {
    await storeOldBanner();
    const before = await listed();
    expect(before.map(({ width }) => width)).toEqual([180, 360, 540]);
    expect(await search()).toBe(2);
    const after = await listed();
    expect(after.map(({ width }) => width)).toEqual([96, 180, 360, 540]);
    for (const { url, width } of [...before, ...after]) {
      const answer = await app.request('GET', url);
      expect(answer.statusCode, url).toBe(200);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, format: 'webp' });
    }
  });

  it('adds the missing widths once, in each format that the picture has', async () => {
    const { file } = await storeOldBanner();
    await app.deps.jobs.drain('avif');
    expect(widthsOf(await onlyFile(), 'image/avif')).toEqual([180, 360, 540, 750, 1100, 1440, 1920]);
    const kept = new Map<string, Buffer>();
    for (const { name } of fileParts(await onlyFile()))
      kept.set(name, (await app.request('GET', `/media/${file.uuid}/${name}`)).rawPayload);
    const changed = vi.fn();
    app.deps.onContentChange(changed);

    expect(await search()).toBe(2);
    expect(changed).toHaveBeenCalled();
    const all = [96, 180, 360, 540, 750, 1100, 1440, 1920, 2560];
    const done = await onlyFile();
    expect([widthsOf(done), widthsOf(done, 'image/avif')]).toEqual([all, all]);
    expect(variantsOf(done).map(({ type }) => type)).toEqual([
      ...Array(9).fill('image/webp'),
      ...Array(9).fill('image/avif'),
    ]);
    for (const { name, bytes } of fileParts(done)) {
      const { rawPayload } = await app.request('GET', `/media/${file.uuid}/${name}`);
      expect(rawPayload.length, name).toBe(bytes);
      const before = kept.get(name);
      if (before) expect(rawPayload.equals(before), name).toBe(true);
    }
    expect(await search(), 'only the search').toBe(1);
  });

  it('records and logs once that all pictures have the current widths', async () => {
    await storeOldBanner();
    await storeOldBanner();
    const info = vi.spyOn(app.deps.log, 'info');
    const read = () =>
      app.deps.db
        .selectFrom('installation')
        .select(['pictures_sized_with', 'pictures_sized_at'])
        .executeTakeFirstOrThrow();
    await search();
    expect(await read()).toEqual({ pictures_sized_with: null, pictures_sized_at: null });
    await search();
    expect(await read()).toEqual({
      pictures_sized_with: WIDTHS_VERSION,
      pictures_sized_at: new Date(app.clock.now()).toISOString(),
    });
    await search();
    const lines = info.mock.calls.filter(([, text]) => text === 'stored pictures have all widths');
    expect(lines).toEqual([[{ pictures: 2, version: WIDTHS_VERSION }, 'stored pictures have all widths']]);
  });

  it('resumes after the store was unavailable and after its process was killed', async () => {
    await storeOldBanner();
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    await search();
    vi.restoreAllMocks();
    expect((await onlyFile()).sized_with).toBe(0);
    expect((await listed()).map(({ width }) => width)).toEqual([180, 360, 540]);
    // A process that was killed holds the work until its lease ends.
    await app.deps.db
      .updateTable('jobs')
      .set({ state: 'running', holder: 'gone', leased_until: new Date(app.clock.now()).toISOString() })
      .where('kind', '=', 'picture widths')
      .execute();
    app.clock.advance(HOUR);
    expect(await app.deps.jobs.drain('picture widths')).toBe(1);
    expect(widthsOf(await onlyFile())).toContain(96);
  });

  it('keeps the variants of a picture that can no longer be read and does not try again', async () => {
    const { file } = await storeOldBanner();
    const key = storageKey(file.uuid, mainName(file));
    await app.deps.store.put('public', key, Buffer.from('x'.repeat(file.bytes)), 'image/jpeg');
    const warn = vi.spyOn(app.deps.log, 'warn');
    expect(await search()).toBe(2);
    expect(warn).toHaveBeenCalledOnce();
    expect(await onlyFile()).toMatchObject({ variants: file.variants, sized_with: WIDTHS_VERSION });
    expect(await search(), 'only the search').toBe(1);
  });

  it('starts again from the variants that another job saved meanwhile', async () => {
    const { file } = await storeOldBanner();
    const avif = { type: 'image/avif' as const, width: 360, bytes: 1 };
    const put = app.deps.store.put.bind(app.deps.store);
    let isFirst = true;
    vi.spyOn(app.deps.store, 'put').mockImplementation(async (...content) => {
      await put(...content);
      if (!isFirst) return;
      isFirst = false;
      await put('public', storageKey(file.uuid, variantName(avif)), Buffer.from('x'), avif.type);
      const variants = JSON.stringify([...variantsOf(file), avif]);
      await app.deps.db
        .updateTable('files')
        .set({ avif: 'done', variants })
        .where('id', '=', file.id)
        .execute();
    });
    await search();
    vi.restoreAllMocks();
    expect(await onlyFile()).toMatchObject({ sized_with: 0, avif: 'done' });
    app.clock.advance(HOUR);
    await app.deps.jobs.drain('picture widths');
    const done = await onlyFile();
    expect(done.sized_with).toBe(WIDTHS_VERSION);
    expect(widthsOf(done, 'image/avif')).toEqual(widthsOf(done));
    expect(variantsOf(done)).toContainEqual(avif);
  });

  it('leaves nothing of a picture that was deleted meanwhile', async () => {
    const { uuid } = await storeOldBanner();
    const put = app.deps.store.put.bind(app.deps.store);
    let isFirst = true;
    vi.spyOn(app.deps.store, 'put').mockImplementation(async (...content) => {
      await put(...content);
      if (!isFirst) return;
      isFirst = false;
      await banners.destroy(uuid);
      app.clock.advance((app.deps.config.BIN_DAYS + 1) * DAY);
      await sweep(app.deps);
    });
    await search();
    expect(await app.storedKeys()).toEqual([]);
  });

  it('a deleted picture takes all its widths along, and a sweep removes none of a picture in use', async () => {
    const { uuid } = await storeOldBanner();
    await search();
    app.clock.advance(2 * DAY);
    expect(await sweep(app.deps)).toEqual({ rows: 0, files: 0 });
    expect((await app.storedKeys()).map((key) => key.split('/')[2])).toEqual(
      expect.arrayContaining(['96.webp', '2560.webp']),
    );
    // The session would have expired.
    app.clock.set(START);
    await banners.destroy(uuid);
    app.clock.advance((app.deps.config.BIN_DAYS + 1) * DAY);
    expect(await sweep(app.deps)).toEqual({ rows: 1, files: 0 });
    app.clock.advance(HOUR);
    await sweep(app.deps);
    expect(await app.storedKeys()).toEqual([]);
  });

  it('gives a hidden picture its widths, which only its key opens', async () => {
    const { uuid, file } = await storeOldBanner();
    await banners.destroy(uuid);
    expect((await onlyFile()).state).toBe('hidden');
    expect(await search()).toBe(2);
    expect(widthsOf(await onlyFile())).toContain(96);
    expect((await app.request('GET', `/media/${file.uuid}/96.webp`)).statusCode).toBe(404);
    const open = app.deps.mediaUrl(file.uuid, '96.webp', true);
    expect((await app.request('GET', open)).statusCode).toBe(200);
  });
});
