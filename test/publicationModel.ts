import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type fastCheck from 'fast-check';
import { expect } from 'vitest';
import type { Actor } from '../src/platform/database/write.ts';
import { processInChild } from '../src/records/server/files/file.images.process.ts';
import { eraseRecordAndFiles } from '../src/records/server/files/file.purge.ts';
import { fileParts } from '../src/records/server/files/file.rows.ts';
import {
  claimHiddenFile,
  type ProcessedPicture,
  removeFiles,
  storeProcessedPicture,
  sweep,
} from '../src/records/server/files/file.service.ts';
import { searchText } from '../src/records/server/lists/list.ts';
import type { TestApp } from './app.ts';
import { checkHistory, emptyTables } from './historyInvariants.ts';
import { fileOf, jpeg } from './images.ts';
import { formOf } from './uploads.ts';

// Random sequences of staff actions on banners and about pages, compared with a plain model of what the site
// must show.

const DAY = 86_400_000;
const BIN_DAYS = 30;
/** A title of the maximum length, which stands for "unchanged". */
const UNCHANGED = '—'.repeat(200);
const START = '2026-01-10T15:00:00.000Z';
const TABLES = [
  'banners',
  'about_items',
  'abouts',
  'files',
  'audit_log',
  'removed_files',
  'backups',
] as const;

interface Banner {
  uuid: string;
  title: string;
  picture: string;
  /** Whether the banner is published; otherwise only staff see it. */
  shown: boolean;
}

interface Model {
  banners: Banner[];
  /** Addresses of pictures that must not be served. */
  hiddenPictures: Set<string>;
  trash: (Banner & { place: number; at: number })[];
  /** Pending changes; a change without a title unpublishes the banner. */
  pending: {
    id: number;
    uuid: string;
    title: string | null;
    picture: string | null;
    from: number | null;
    /** Whether the change is the publication time of an unpublished banner, which a new time replaces. */
    isPublication?: boolean;
  }[];
  about: { uuid: string; title: string } | null;
}

type Command =
  | { kind: 'store'; title: string; position: number; later: number | null }
  | { kind: 'save'; at: number; title: string; picture: boolean; position: number | null }
  | { kind: 'behind'; at: number }
  | { kind: 'delete'; at: number }
  | { kind: 'order'; seed: number }
  | { kind: 'about'; title: string }
  | { kind: 'no about' }
  | { kind: 'draft'; at: number; title: string; picture: boolean; days: number | null; until: number | null }
  | { kind: 'leave'; at: number; days: number }
  | { kind: 'save for later'; at: number; title: string; picture: boolean; days: number | null }
  | { kind: 'go on'; at: number; title: string; now: boolean }
  | { kind: 'replace elsewhere'; at: number; by: 'new banner' | 'other banner' | 'about'; now: boolean }
  | { kind: 'publish' | 'drop' | 'restore' | 'revert' | 'show' | 'withdraw'; at: number }
  | { kind: 'erase'; at: number; fromBin: boolean }
  | { kind: 'backup'; ends: boolean }
  | { kind: 'pass'; days: number };

function commands(fc: typeof fastCheck): fastCheck.Arbitrary<Command> {
  const at = fc.nat(20);
  const title = fc
    .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'água 1%"\\{}日😀') })
    .map((text) => `x${text}`.trim());
  const position = fc.integer({ min: 1, max: 6 });
  const days = fc.integer({ min: 0, max: 3 });
  return fc.oneof(
    fc.record({
      kind: fc.constant('store' as const),
      title,
      position,
      later: fc.constantFrom(null, null, -1, 0, 2),
    }),
    fc.record({
      kind: fc.constant('save' as const),
      at,
      title,
      picture: fc.boolean(),
      position: fc.option(position),
    }),
    fc.record({ kind: fc.constant('behind' as const), at }),
    fc.record({ kind: fc.constant('delete' as const), at }),
    fc.record({ kind: fc.constant('order' as const), seed: fc.nat(1000) }),
    fc.record({ kind: fc.constant('about' as const), title }),
    fc.constant({ kind: 'no about' as const }),
    fc.record({
      kind: fc.constant('draft' as const),
      at,
      title,
      picture: fc.boolean(),
      days: fc.option(days),
      until: fc.option(days),
    }),
    fc.record({ kind: fc.constant('leave' as const), at, days }),
    fc.record({
      kind: fc.constant('save for later' as const),
      at,
      title,
      picture: fc.boolean(),
      days: fc.option(days),
    }),
    fc.record({ kind: fc.constant('go on' as const), at, title, now: fc.boolean() }),
    fc.record({
      kind: fc.constant('replace elsewhere' as const),
      at,
      by: fc.constantFrom('new banner' as const, 'other banner' as const, 'about' as const),
      now: fc.boolean(),
    }),
    fc.record({
      kind: fc.constantFrom('publish' as const, 'drop', 'restore', 'revert', 'show', 'withdraw'),
      at,
    }),
    fc.record({ kind: fc.constant('erase' as const), at, fromBin: fc.boolean() }),
    fc.record({ kind: fc.constant('backup' as const), ends: fc.boolean() }),
    fc.record({ kind: fc.constant('pass' as const), days: fc.constantFrom(0, 1, 29, 31, 400) }),
  );
}

export async function runHistory(
  app: TestApp,
  fc: typeof fastCheck,
  { numRuns, maxCommands }: { numRuns: number; maxCommands: number },
): Promise<void> {
  const token = await app.signIn();
  const picture = await jpeg();
  const image = () => fileOf(picture, 'a.jpg', 'image/jpeg');
  const editor = await app.deps.authenticate(token);
  const drawn = await draw(picture);
  await fc.assert(
    fc.asyncProperty(
      fc.array(commands(fc), { minLength: 5, maxLength: maxCommands, size: 'max' }),
      async (done) => {
        await emptyTables(app.deps, TABLES);
        await app.emptyStore();
        app.deps.responseCache.invalidate();
        app.clock.set(START);
        app.deps.publication.invalidate('all');
        const model: Model = { banners: [], hiddenPictures: new Set(), trash: [], pending: [], about: null };
        for (const command of done) {
          await publishDueChanges(app, model);
          await apply(app, { token, image, editor, drawn }, model, command);
        }
        await publishDueChanges(app, model);
        await checkHistory(app.deps);
        await checkStore(app);
        await checkVisible(app, model);
      },
    ),
    { numRuns },
  );
}

async function draw(picture: Buffer): Promise<ProcessedPicture> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  try {
    await writeFile(join(folder, 'a'), picture);
    return await processInChild(join(folder, 'a'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Publishes due changes, as the product does before any request. */
async function publishDueChanges(app: TestApp, model: Model): Promise<void> {
  await app.deps.publication.publishDueChangesForRead();
  const now = app.clock.now();
  const due = model.pending
    .filter(({ from }) => from !== null && from <= now)
    .toSorted(
      (a, b) =>
        Number(a.from) - Number(b.from) || Number(a.title === null) - Number(b.title === null) || a.id - b.id,
    );
  for (const change of due) {
    // An earlier change may have removed this one.
    if (!model.pending.includes(change)) continue;
    const isThere = model.banners.some(({ uuid }) => uuid === change.uuid);
    if (isThere) publishInModel(model, change);
    else if (change.title === null) model.pending = model.pending.filter((other) => other !== change);
    else change.from = null;
  }
}

function publishInModel(model: Model, change: Model['pending'][number]) {
  model.pending = model.pending.filter((other) => other !== change);
  const banner = model.banners.find(({ uuid }) => uuid === change.uuid);
  if (!banner) throw new Error('nothing to publish');
  if (change.title === null) {
    if (banner.shown) hide(model, banner);
    return;
  }
  if (change.title !== UNCHANGED) banner.title = change.title;
  if (change.picture) showInstead(model, banner, change.picture);
  if (!banner.shown) reveal(model, banner);
}

function hide(model: Model, banner: Banner) {
  banner.shown = false;
  model.hiddenPictures.add(banner.picture);
}

function reveal(model: Model, banner: Banner) {
  banner.shown = true;
  model.hiddenPictures.delete(banner.picture);
  forgetMinute(model, banner);
}

function forgetMinute(model: Model, { uuid }: Banner) {
  model.pending = model.pending.filter(
    (change) => change.uuid !== uuid || !change.isPublication || change.from === null,
  );
}

function moveToBin(model: Model, banner: Banner, at: number) {
  const place = model.banners.indexOf(banner) + 1;
  model.trash.push({ ...banner, place, at });
  model.hiddenPictures.add(banner.picture);
  model.banners = model.banners.filter((other) => other !== banner);
}

function showInstead(model: Model, banner: Banner, picture: string) {
  model.hiddenPictures.add(banner.picture);
  if (banner.shown) model.hiddenPictures.delete(picture);
  else model.hiddenPictures.add(picture);
  banner.picture = picture;
}

interface Hands {
  token: string;
  image: () => File;
  editor: Actor | null;
  drawn: ProcessedPicture;
}

async function apply(
  app: TestApp,
  { token, image, editor, drawn }: Hands,
  model: Model,
  command: Command,
): Promise<void> {
  const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body: object = {}) =>
    app.request(method, `/api/admin${path}`, { token, ...body });
  const pictureOf = async (uuid: string): Promise<string> =>
    (await send('GET', `/banners/details/${uuid}`)).json().data.file.url_s3.replace(/\?.*/, '');
  const lastWaiting = async (uuid: string): Promise<number> => {
    const last = await deps.db
      .selectFrom('record_versions')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    return last.id;
  };
  const place = (uuid: string, position: number) => {
    const [moved] = model.banners.splice(
      model.banners.findIndex((banner) => banner.uuid === uuid),
      1,
    );
    if (moved) model.banners.splice(position - 1, 0, moved);
  };
  const pick = <T>(list: T[]) => ('at' in command ? list[command.at % (list.length || 1)] : undefined);
  const target = pick(model.banners);
  const { deps } = app;
  const { publication } = deps;
  switch (command.kind) {
    case 'store': {
      const { title, position, later } = command;
      const from = later === null || later < 0 ? null : app.clock.now() + later * DAY + 1;
      const publish_at = later === null ? '' : from === null ? 'later' : new Date(from).toISOString();
      const form = formOf({ title, position: String(position), image: image(), publish_at });
      const answer = await send('POST', '/banners/store', { form });
      expect(answer.statusCode, answer.payload).toBe(201);
      const { uuid } = answer.json().data;
      const banner = { uuid, title, picture: await pictureOf(uuid), shown: later === null };
      model.banners.push(banner);
      if (!banner.shown) model.hiddenPictures.add(banner.picture);
      if (from !== null)
        model.pending.push({
          id: await lastWaiting(uuid),
          uuid,
          title: UNCHANGED,
          picture: null,
          from,
          isPublication: true,
        });
      place(uuid, position);
      return;
    }
    case 'save': {
      if (!target) return;
      const { title, position } = command;
      const form = formOf({
        title,
        ...(position !== null && { position: String(position) }),
        ...(command.picture && { image: image() }),
      });
      const answer = await send('POST', `/banners/update/${target.uuid}`, { form });
      expect(answer.statusCode, answer.payload).toBe(200);
      target.title = title;
      if (command.picture) showInstead(model, target, await pictureOf(target.uuid));
      if (!target.shown) reveal(model, target);
      if (position !== null) place(target.uuid, position);
      return;
    }
    case 'save for later': {
      if (!target || waitingOf(model, target) > 45) return;
      const { title, days } = command;
      const { uuid } = target;
      const from = days === null ? null : app.clock.now() + days * DAY + 1;
      const publish_at = from === null ? 'later' : new Date(from).toISOString();
      const form = formOf({ title, publish_at, ...(command.picture && { image: image() }) });
      const answer = await send('POST', `/banners/update/${uuid}`, { form });
      expect(answer.statusCode, answer.payload).toBe(200);
      if (target.shown) {
        const id = await lastWaiting(uuid);
        const picture = command.picture ? await pictureIn(deps, id) : null;
        if (picture) model.hiddenPictures.add(picture);
        model.pending.push({ id, uuid, title: title === target.title ? UNCHANGED : title, picture, from });
        return;
      }
      target.title = title;
      if (command.picture) showInstead(model, target, await pictureOf(uuid));
      forgetMinute(model, target);
      if (from !== null)
        model.pending.push({
          id: await lastWaiting(uuid),
          uuid,
          title: UNCHANGED,
          picture: null,
          from,
          isPublication: true,
        });
      return;
    }
    case 'go on': {
      const change = pick(
        model.pending.filter(
          ({ title, uuid }) => title !== null && model.banners.some((one) => one.uuid === uuid && one.shown),
        ),
      );
      const banner = model.banners.find(({ uuid }) => uuid === change?.uuid);
      if (!change || !banner) return;
      const { title } = command;
      const form = formOf({ title, replaces: String(change.id), publish_at: command.now ? '' : 'later' });
      const answer = await send('POST', `/banners/update/${banner.uuid}`, { form });
      expect(answer.statusCode, answer.payload).toBe(200);
      model.pending = model.pending.filter((other) => other !== change);
      if (command.now) {
        banner.title = title;
        if (change.picture) showInstead(model, banner, change.picture);
        return;
      }
      const id = await lastWaiting(banner.uuid);
      model.pending.push({ ...change, id, from: null, title: title === banner.title ? UNCHANGED : title });
      return;
    }
    case 'replace elsewhere': {
      const change = pick(model.pending);
      if (!change) return;
      const plan = { replaces: String(change.id), publish_at: command.now ? '' : 'later' };
      const other = model.banners.find(({ uuid }) => uuid !== change.uuid);
      if (command.by === 'other banner' && !other) return;
      const path =
        command.by === 'other banner' && other ? `/banners/update/${other.uuid}` : '/banners/store';
      const answer =
        command.by === 'about'
          ? await send('POST', '/abouts/store', { json: { title: 'nunca', type: 3, ...plan } })
          : await send('POST', path, { form: formOf({ title: 'nunca', image: image(), ...plan }) });
      expect(answer.statusCode, answer.payload).toBe(409);
      return;
    }
    case 'show': {
      if (!target) return;
      const answer = await send('POST', `/publication/banners/${target.uuid}/publish`, { json: {} });
      expect(answer.statusCode, answer.payload).toBe(target.shown ? 409 : 200);
      if (!target.shown) reveal(model, target);
      return;
    }
    case 'withdraw': {
      if (!target) return;
      const answer = await send('POST', `/publication/banners/${target.uuid}/withdraw`, { json: {} });
      expect(answer.statusCode, answer.payload).toBe(target.shown ? 200 : 409);
      if (target.shown) hide(model, target);
      return;
    }
    case 'behind': {
      if (!target) return;
      const form = formOf({ title: 'nunca', version: '999', image: image() });
      expect((await send('POST', `/banners/update/${target.uuid}`, { form })).statusCode).toBe(409);
      return;
    }
    case 'delete': {
      if (!target) return;
      expect((await send('DELETE', `/banners/destroy/${target.uuid}`)).statusCode).toBe(200);
      moveToBin(model, target, app.clock.now());
      return;
    }
    case 'order': {
      if (model.banners.length === 0) return;
      const { seed } = command;
      model.banners = model.banners.toSorted(
        (a, b) => ((a.title.length * seed) % 7) - ((b.title.length * seed) % 7),
      );
      const uuids = model.banners.map(({ uuid }) => uuid);
      expect((await send('PUT', '/banners/order', { json: { uuids } })).statusCode).toBe(200);
      return;
    }
    case 'about': {
      const { title } = command;
      const answer = model.about
        ? await send('PUT', `/abouts/update/${model.about.uuid}`, { json: { title, type: 4 } })
        : await send('POST', '/abouts/store', { json: { title, type: 4 } });
      expect(answer.statusCode, answer.payload).toBeLessThan(300);
      model.about = { uuid: answer.json().data.uuid, title };
      return;
    }
    case 'no about': {
      if (!model.about) return;
      expect((await send('DELETE', `/abouts/destroy/${model.about.uuid}`)).statusCode).toBe(200);
      model.about = null;
      return;
    }
    case 'draft': {
      if (!target || waitingOf(model, target) > 45) return;
      const now = app.clock.now();
      // A time in the future, so that this call itself publishes nothing.
      const from = command.days === null ? null : now + command.days * DAY + 1;
      const until = command.until === null || from === null ? null : from + command.until * DAY + 1;
      const file = command.picture
        ? await storeProcessedPicture(deps, { kind: 'image', name: 'b.jpg' }, drawn)
        : undefined;
      const { title } = command;
      const id = await deps.write(editor, async (work) => {
        if (file) await claimHiddenFile(deps, work, file);
        const values = { title, ...(file && { file_id: file.id }) };
        return publication.addPendingChange(work, 'banners', target.uuid, { values, from, until });
      });
      const picture = file ? `/media/${file.uuid}/original.jpg` : null;
      if (picture) model.hiddenPictures.add(picture);
      // The model stores an unchanged title as `UNCHANGED`.
      const { uuid } = target;
      const isPublication = !target.shown;
      model.pending.push({
        ...{ id, uuid, title: title === target.title ? UNCHANGED : title, picture, from },
        isPublication,
      });
      if (until !== null) model.pending.push({ id: id + 1, uuid, title: null, picture: null, from: until });
      return;
    }
    case 'leave': {
      if (!target || waitingOf(model, target) > 45) return;
      const from = app.clock.now() + command.days * DAY + 1;
      const { uuid } = target;
      const id = await deps.write(editor, (work) =>
        publication.scheduleUnpublication(work, 'banners', uuid, from),
      );
      model.pending.push({ id, uuid, title: null, picture: null, from });
      return;
    }
    case 'publish': {
      const change = pick(model.pending);
      if (!change) return;
      const publishing = deps.write(editor, (work) => publication.publishPendingChange(work, change.id));
      if (!model.banners.some(({ uuid }) => uuid === change.uuid))
        return expect(publishing).rejects.toMatchObject({ code: 'conflict' });
      await publishing;
      return publishInModel(model, change);
    }
    case 'drop': {
      const change = pick(model.pending);
      if (!change) return;
      await deps.write(editor, async (work) =>
        removeFiles(deps, work, await publication.discardPendingChange(work, change.id)),
      );
      model.pending = model.pending.filter((other) => other !== change);
      return;
    }
    case 'restore': {
      const deleted = pick(model.trash);
      if (!deleted) return;
      const { uuid, title, picture, shown, place: former } = deleted;
      await deps.write(editor, (work) => publication.restore(work, 'banners', uuid));
      model.trash = model.trash.filter((other) => other !== deleted);
      if (shown) model.hiddenPictures.delete(picture);
      model.banners.splice(former - 1, 0, { uuid, title, picture, shown });
      return;
    }
    case 'revert': {
      if (!target) return;
      const former = await deps.db
        .selectFrom('record_versions')
        .selectAll()
        .where('uuid', '=', target.uuid)
        .where('state', '=', 'former')
        .orderBy('id')
        .execute();
      const version = pick(former);
      if (!version) return;
      await deps.write(editor, (work) => publication.revert(work, version.id));
      target.title = JSON.parse(version.data).title;
      const picture = await pictureOf(target.uuid);
      if (picture !== target.picture) showInstead(model, target, picture);
      return;
    }
    case 'erase': {
      const erased = command.fromBin ? pick(model.trash) : target;
      if (!erased) return;
      await eraseRecordAndFiles(deps, 'banners', erased.uuid);
      const others = ({ uuid }: { uuid: string }) => uuid !== erased.uuid;
      model.hiddenPictures.add(erased.picture);
      model.banners = model.banners.filter(others);
      model.trash = model.trash.filter(others);
      model.pending = model.pending.filter(others);
      return;
    }
    case 'backup': {
      const running = deps.db.updateTable('backups').where('state', '=', 'running');
      await running.set({ state: command.ends ? 'done' : 'failed' }).execute();
      if (command.ends) return;
      const started_at = new Date(app.clock.now()).toISOString();
      const leased_until = new Date(app.clock.now() + DAY / 2).toISOString();
      const run = { target: 'x', state: 'running' as const, started_at, leased_until };
      await deps.db.insertInto('backups').values(run).execute();
      return;
    }
    case 'pass': {
      app.clock.advance(command.days * DAY);
      await publishDueChanges(app, model);
      await app.deps.db
        .updateTable('sessions')
        .set({
          last_used_at: new Date(app.clock.now()).toISOString(),
          expires_at: '2099-01-01T00:00:00.000Z',
        })
        .execute();
      await sweep(app.deps);
      const before = app.clock.now() - BIN_DAYS * DAY;
      const purged = model.trash.filter(({ at }) => at < before).map(({ uuid }) => uuid);
      model.trash = model.trash.filter(({ uuid }) => !purged.includes(uuid));
      model.pending = model.pending.filter(({ uuid }) => !purged.includes(uuid));
    }
  }
}

/** Returns the address of the picture once the change `id` is published. */
async function pictureIn({ db }: TestApp['deps'], id: number): Promise<string> {
  const { data } = await db
    .selectFrom('record_versions')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { uuid } = await db
    .selectFrom('files')
    .select('uuid')
    .where('id', '=', JSON.parse(data).file_id)
    .executeTakeFirstOrThrow();
  return `/media/${uuid}/original.jpg`;
}

const waitingOf = ({ pending: waiting }: Model, { uuid }: Banner) =>
  waiting.filter((change) => change.uuid === uuid).length;

/**
 * Expects every stored object to belong to a file, or to a removed file that waits for a backup, and each of
 * their objects to be stored.
 */
async function checkStore(app: TestApp): Promise<void> {
  const files = await app.deps.db.selectFrom('files').selectAll().execute();
  const waiting = await app.deps.db.selectFrom('removed_files').selectAll().execute();
  const expected = [...files, ...waiting].flatMap((file) => fileParts(file).map(({ key }) => key));
  expect(await app.storedKeys()).toEqual(expected.sort());
  expect(files.filter(({ state }) => state === 'staged')).toEqual([]);
}

async function checkVisible(app: TestApp, model: Model): Promise<void> {
  const banners = (await app.request('GET', '/api/site/home')).json().data.banners as {
    uuid: string;
    title: string;
    file: { url_s3: string };
  }[];
  const shown = model.banners.filter((banner) => banner.shown);
  expect(
    banners.map(({ uuid, title, file }) => ({ uuid, title, picture: file.url_s3, shown: true })),
  ).toEqual(shown);
  const listed = (await app.request('GET', '/api/admin/banners', { token: await app.signIn() })).json()
    .data as {
    uuid: string;
    publication: { standing: string | null };
  }[];
  expect(listed.map(({ uuid, publication }) => [uuid, publication.standing === null])).toEqual(
    model.banners.map(({ uuid, shown }) => [uuid, shown]),
  );
  const statusOf = async (url: string) => (await app.request('GET', url)).statusCode;
  for (const { picture } of shown) expect(await statusOf(picture)).toBe(200);
  for (const picture of model.hiddenPictures) expect(await statusOf(picture)).toBe(404);
  const waiting = await app.deps.db
    .selectFrom('record_versions')
    .select(['id', 'valid_from'])
    .where('state', 'in', ['draft', 'scheduled'])
    .orderBy('id')
    .execute();
  expect(waiting.map(({ id, valid_from }) => [id, valid_from && Date.parse(valid_from)])).toEqual(
    model.pending.toSorted((a, b) => a.id - b.id).map(({ id, from }) => [id, from]),
  );
  const rows = await app.deps.db.selectFrom('banners').select(['title', 'title_key', 'search']).execute();
  for (const { title, title_key, search } of rows)
    expect([title_key, search]).toEqual([searchText(title), searchText(title)]);
  const about = await app.deps.db
    .selectFrom('abouts')
    .select(['uuid', 'title'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  expect(about ? { ...about } : null).toEqual(model.about);
}
