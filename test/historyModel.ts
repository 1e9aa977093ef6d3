import type fastCheck from 'fast-check';
import { expect } from 'vitest';
import { partsOf } from '../src/features/files/file.rows.ts';
import { sweep } from '../src/features/files/file.service.ts';
import type { TestApp } from './app.ts';
import { checkHistory, emptyTables } from './history.ts';
import { fileOf, jpeg } from './images.ts';
import { formOf } from './uploads.ts';

// Banners and texts under random sequences of what staff do, beside a plain model of what shoppers are to see.

const DAY = 86_400_000;
const START = '2026-01-10T15:00:00.000Z';
const TABLES = ['banners', 'about_items', 'abouts', 'files', 'audit_log'] as const;

interface Model {
  banners: { uuid: string; title: string; picture: string }[];
  /** What each deleted or replaced picture was served at. */
  gone: string[];
  about: { uuid: string; title: string } | null;
}

type Command =
  | { kind: 'store'; title: string; position: number }
  | { kind: 'save'; at: number; title: string; picture: boolean; position: number | null }
  | { kind: 'behind'; at: number }
  | { kind: 'delete'; at: number }
  | { kind: 'order'; seed: number }
  | { kind: 'about'; title: string }
  | { kind: 'no about' }
  | { kind: 'pass'; days: number };

function commands(fc: typeof fastCheck): fastCheck.Arbitrary<Command> {
  const at = fc.nat(20);
  const title = fc
    .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'água 1%"\\{}日😀') })
    .map((text) => `x${text}`.trim());
  const position = fc.integer({ min: 1, max: 6 });
  return fc.oneof(
    fc.record({ kind: fc.constant('store' as const), title, position }),
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
  await fc.assert(
    fc.asyncProperty(fc.array(commands(fc), { minLength: 5, maxLength: maxCommands }), async (done) => {
      await emptyTables(app.deps, TABLES);
      await app.emptyStore();
      app.deps.answers.invalidate();
      app.clock.set(START);
      const model: Model = { banners: [], gone: [], about: null };
      for (const command of done) await apply(app, { token, image }, model, command);
      await checkHistory(app.deps);
      await checkBytes(app);
      await checkSeen(app, model);
    }),
    { numRuns },
  );
}

async function apply(
  app: TestApp,
  { token, image }: { token: string; image: () => File },
  model: Model,
  command: Command,
): Promise<void> {
  const send = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body: object = {}) =>
    app.request(method, `/api/admin${path}`, { token, ...body });
  const pictureOf = async (uuid: string): Promise<string> =>
    (await send('GET', `/banners/details/${uuid}`)).json().data.file.url_s3;
  const place = (uuid: string, position: number) => {
    const [moved] = model.banners.splice(
      model.banners.findIndex((banner) => banner.uuid === uuid),
      1,
    );
    if (moved) model.banners.splice(position - 1, 0, moved);
  };
  const target = 'at' in command ? model.banners[command.at % (model.banners.length || 1)] : undefined;
  switch (command.kind) {
    case 'store': {
      const { title, position } = command;
      const form = formOf({ title, position: String(position), image: image() });
      const answer = await send('POST', '/banners/store', { form });
      expect(answer.statusCode, answer.payload).toBe(201);
      const { uuid } = answer.json().data;
      model.banners.push({ uuid, title, picture: await pictureOf(uuid) });
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
      if (command.picture) {
        model.gone.push(target.picture);
        target.picture = await pictureOf(target.uuid);
      }
      if (position !== null) place(target.uuid, position);
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
      model.gone.push(target.picture);
      model.banners = model.banners.filter((banner) => banner !== target);
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
    case 'pass':
      app.clock.advance(command.days * DAY);
      await app.deps.db
        .updateTable('sessions')
        .set({
          last_used_at: new Date(app.clock.now()).toISOString(),
          expires_at: '2099-01-01T00:00:00.000Z',
        })
        .execute();
      await sweep(app.deps);
  }
}

/** All that is stored has a row, and all that a row speaks for is stored. */
async function checkBytes(app: TestApp): Promise<void> {
  const files = await app.deps.db.selectFrom('files').selectAll().execute();
  const expected = files.flatMap((file) => partsOf(file).map(({ key }) => key));
  expect(await app.storedKeys()).toEqual(expected.sort());
  expect(files.filter(({ state }) => state === 'staged')).toEqual([]);
}

async function checkSeen(app: TestApp, model: Model): Promise<void> {
  const banners = (await app.request('GET', '/api/site/home')).json().data.banners as {
    uuid: string;
    title: string;
    file: { url_s3: string };
  }[];
  expect(banners.map(({ uuid, title, file }) => ({ uuid, title, picture: file.url_s3 }))).toEqual(
    model.banners,
  );
  const statusOf = async (url: string) => (await app.request('GET', url)).statusCode;
  for (const { picture } of model.banners) expect(await statusOf(picture)).toBe(200);
  for (const picture of model.gone) expect(await statusOf(picture)).toBe(404);
  const about = await app.deps.db
    .selectFrom('abouts')
    .select(['uuid', 'title'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  expect(about ? { ...about } : null).toEqual(model.about);
}
