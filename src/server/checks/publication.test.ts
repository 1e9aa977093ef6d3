import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, engine, staff, type TestApp, testClock } from '../../../test/app.ts';
import { checkHistory, emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { pdfOfPages } from '../../../test/sampleFiles.ts';
import { formOf } from '../../../test/uploads.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { storeWebhook } from '../../accounts/webhooks/webhook.service.ts';
import type { Actor } from '../../platform/database/write.ts';
import { processInChild } from '../../records/server/files/file.images.process.ts';
import {
  claimHiddenFile,
  removeFiles,
  storeProcessedPicture,
  sweep,
} from '../../records/server/files/file.service.ts';
import type { PendingChangeInput } from '../../records/server/publication/pendingVersions.ts';
import type { RecordTable } from '../../records/server/store/records.ts';
import { type App, createApp } from '../app.ts';

const START = '2026-03-10T12:00:00.000Z';
const MINUTE = Date.parse('2026-03-10T15:00:00.000Z');
const LATER = MINUTE + 60_000;
const TABLES = [
  'booklet_pages',
  'fortnightly_booklets',
  'shop_images',
  'shops',
  'banners',
  'about_items',
  'abouts',
  'recipes',
  'recipe_categories',
  'company_information',
  'files',
  'jobs',
  'mail_outbox',
  'audit_log',
] as const;

let app: TestApp;
let token: string;
let picture: Buffer;
let editor: Actor;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await jpeg();
  editor = (await app.deps.authenticate(token)) as Actor;
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, TABLES);
  await app.emptyStore();
  app.clock.set(START);
  app.deps.responseCache.invalidate();
  app.deps.publication.invalidate('all');
});

const image = () => fileOf(picture, 'a.jpg', 'image/jpeg');
const admin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => {
  const answer = await app.request(method, `/api/admin${path}`, { token, ...body });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};
const storeBanner = async (title: string, fields: Record<string, string> = {}): Promise<string> =>
  (await admin('POST', '/banners/store', { form: formOf({ title, ...fields, image: image() }) })).uuid;
const saveBanner = (uuid: string, fields: Record<string, string>) =>
  admin('POST', `/banners/update/${uuid}`, { form: formOf(fields) });
const storeShop = async (gallery: number): Promise<string> => {
  const pictures = Array.from({ length: gallery }, image);
  const form = formOf({
    name: 'Livraria',
    email: 'oi@l.example',
    phone: '1',
    image: image(),
    gallery: pictures,
  });
  return (await admin('POST', '/shops/store', { form })).uuid;
};

interface Shown {
  uuid: string;
  title: string;
  file: { url_s3: string };
}
const home = async ({ server }: Pick<App, 'server'> = app): Promise<Shown[]> =>
  (await server.inject({ url: '/api/site/home' })).json().data.banners;
const titles = async (on: Pick<App, 'server'> = app) => (await home(on)).map(({ title }) => title);
const statusOf = async (url: string) => (await app.request('GET', url)).statusCode;

const keep = (uuid: string, change: PendingChangeInput, table: RecordTable = 'banners') =>
  app.deps.write(editor, (work) => app.deps.publication.addPendingChange(work, table, uuid, change));
const takeOff = (uuid: string, at: number, table: RecordTable = 'banners') =>
  app.deps.write(editor, (work) => app.deps.publication.scheduleUnpublication(work, table, uuid, at));
const publish = (id: number, seen?: number) =>
  app.deps.write(editor, (work) => app.deps.publication.publishPendingChange(work, id, seen));
const restore = (uuid: string, table: RecordTable = 'banners') =>
  app.deps.write(editor, (work) => app.deps.publication.restore(work, table, uuid));
const keepPictured = async (uuid: string, change: PendingChangeInput) => {
  const { deps } = app;
  const file = await storeProcessedPicture(deps, { kind: 'image', name: 'b.jpg' }, await drawn());
  const id = await deps.write(editor, async (work) => {
    await claimHiddenFile(deps, work, file);
    const values = { ...change.values, file_id: file.id };
    return deps.publication.addPendingChange(work, 'banners', uuid, { ...change, values });
  });
  return { id, file, url: `/media/${file.uuid}/original.jpg` };
};
const drawn = async () => {
  const { mkdtemp, writeFile, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  await writeFile(join(folder, 'a'), picture);
  const made = await processInChild(join(folder, 'a'));
  await rm(folder, { recursive: true });
  return made;
};

const versionsOf = async (uuid: string) =>
  (
    await app.deps.db
      .selectFrom('record_versions')
      .selectAll()
      .where('uuid', '=', uuid)
      .orderBy('id')
      .execute()
  ).map(({ data, ...version }) => ({ ...version, data: JSON.parse(data) }));
const statesOf = async (uuid: string) => (await versionsOf(uuid)).map(({ state }) => state);
const lastAudit = async (action: string) => {
  const entry = await app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry && { ...entry, after: JSON.parse(entry.after ?? 'null') };
};

describe('scheduled changes', () => {
  it('shows a scheduled change at the first request after its minute, with its picture, and never before', async () => {
    const uuid = await storeBanner('Páscoa');
    const [before] = await home();
    const { url } = await keepPictured(uuid, { values: { title: 'Páscoa chegou' }, from: MINUTE });
    expect(await titles()).toEqual(['Páscoa']);
    expect([await statusOf(url), await statusOf(before?.file.url_s3 ?? '')]).toEqual([404, 200]);
    app.clock.set(MINUTE - 1);
    expect(await titles()).toEqual(['Páscoa']);
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Páscoa chegou']);
    expect([await statusOf(url), await statusOf(before?.file.url_s3 ?? '')]).toEqual([200, 404]);
    expect(await statesOf(uuid)).toEqual(['former', 'published']);
    const [, published] = await versionsOf(uuid);
    expect(published).toMatchObject({
      version: 2,
      user_name: staff.name,
      valid_from: new Date(MINUTE).toISOString(),
    });
    expect(await lastAudit('update')).toMatchObject({
      user_name: staff.name,
      entity_uuid: uuid,
      after: { title: 'Páscoa chegou' },
    });
    expect((await admin('GET', '/banners?search=chegou')).length).toBe(1);
    const stale = { token, form: formOf({ title: 'x', version: '1' }) };
    expect((await app.request('POST', `/api/admin/banners/update/${uuid}`, stale)).statusCode).toBe(409);
  });

  it.each([
    ['staff read', async () => (await admin('GET', '/banners'))[0].title],
    ['a picture is asked for', async (url: string) => ((await statusOf(url)) === 200 ? 'Depois' : 'Antes')],
  ])('applies a scheduled change when %s first', async (_, read) => {
    const uuid = await storeBanner('Antes');
    const { url } = await keepPictured(uuid, { values: { title: 'Depois' }, from: MINUTE });
    expect(await read(url)).toBe('Antes');
    app.clock.set(MINUTE);
    expect(await read(url)).toBe('Depois');
  });

  it('merges a scheduled change with later saves of other fields', async () => {
    const uuid = await storeBanner('Antes', { alt: 'errado' });
    await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
    await saveBanner(uuid, { title: 'Antes!', alt: 'certo', link: 'https://a.example' });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Depois']);
    const versions = await versionsOf(uuid);
    expect(versions.at(-1)?.data).toMatchObject({ title: 'Depois', alt: 'certo', link: 'https://a.example' });
    expect(versions.map(({ state }) => state)).toEqual(['former', 'former', 'published']);
  });

  it('applies two changes at the same minute in the order in which they were scheduled', async () => {
    const uuid = await storeBanner('Antes');
    await keep(uuid, { values: { title: 'Segunda' }, from: MINUTE + 1 });
    await keep(uuid, { values: { title: 'Um', alt: 'texto' }, from: MINUTE });
    await keep(uuid, { values: { title: 'Dois' }, from: MINUTE });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Dois']);
    expect((await versionsOf(uuid)).map(({ data, state }) => [data.title, data.alt, state])).toEqual([
      ['Antes', null, 'former'],
      ['Segunda', null, 'scheduled'],
      ['Um', 'texto', 'former'],
      ['Dois', 'texto', 'published'],
    ]);
    app.clock.set(LATER);
    expect(await titles()).toEqual(['Segunda']);
  });

  it('applies a change before a withdrawal at the same minute', async () => {
    const uuid = await storeBanner('Antes');
    await takeOff(uuid, MINUTE);
    await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual([]);
    expect((await versionsOf(uuid)).map(({ data, state }) => [data.title, state])).toEqual([
      ['Antes', 'former'],
      ['Depois', 'former'],
      ['Depois', 'withheld'],
    ]);
  });

  it("ends a change at its end date and keeps the record's position for staff", async () => {
    const [uuid, other] = [await storeBanner('Um'), await storeBanner('Outro')];
    await keep(uuid, { values: { title: 'Só hoje' }, from: MINUTE, until: LATER });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Só hoje', 'Outro']);
    app.clock.set(LATER);
    expect(await titles()).toEqual(['Outro']);
    expect((await admin('GET', `/banners/details/${other}`)).position).toBe(2);
    expect(await lastAudit('withdraw')).toMatchObject({ entity_uuid: uuid, user_name: staff.name });
    await expect(keep(other, { values: {}, from: LATER, until: LATER })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('turns a due change of a deleted record into a draft, which can be published after a restore', async () => {
    const uuid = await storeBanner('Antes');
    const id = await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
    await takeOff(uuid, LATER);
    await admin('DELETE', `/banners/destroy/${uuid}`);
    app.clock.set(LATER);
    expect(await titles()).toEqual([]);
    expect((await versionsOf(uuid)).map(({ state, valid_from }) => [state, valid_from])).toEqual([
      ['deleted', START],
      ['draft', null],
    ]);
    expect((await lastAudit('refuse'))?.after.reason).toContain('foi excluído');
    await expect(publish(id)).rejects.toMatchObject({ code: 'conflict' });
    await restore(uuid);
    await publish(id);
    expect(await titles()).toEqual(['Depois']);
  });

  it('turns an invalid due change into a draft and publishes the others', async () => {
    const [uuid, other] = [await storeBanner('Um'), await storeBanner('Outro')];
    await keep(uuid, { values: { starts_at: '2026-05-01T00:00:00.000Z' }, from: MINUTE });
    await keep(other, { values: { title: 'Novo' }, from: MINUTE });
    await saveBanner(uuid, { title: 'Um', ends_at: '2026-04-01T00:00:00Z' });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Um', 'Novo']);
    expect(await statesOf(uuid)).toEqual(['former', 'draft', 'published']);
    expect((await lastAudit('refuse'))?.after.reason).toBe('O fim vem depois do começo.');
  });

  it('mails the author once when a scheduled change cannot be published', async () => {
    const [uuid, other] = [await storeBanner('Natal'), await storeBanner('Páscoa')];
    await keep(uuid, { values: { starts_at: '2026-05-01T00:00:00.000Z' }, from: MINUTE });
    await keep(other, { values: { title: 'Sem problema' }, from: MINUTE });
    await saveBanner(uuid, { title: 'Natal', ends_at: '2026-04-01T00:00:00Z' });
    app.clock.set(MINUTE);
    await titles();
    const [mail, ...more] = (await app.mails()).filter(({ text }) => text?.includes(uuid));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: [{ address: staff.email }],
      subject: expect.stringContaining('uma mudança não entrou no site na hora marcada'),
    });
    expect(mail?.text).toContain(
      'A mudança que você marcou no banner «Natal» para 10/03/2026 12:00 não entrou no site:',
    );
    expect(mail?.text).toContain('O fim vem depois do começo.');
    expect(mail?.text).toContain(`/admin/history/banners/${uuid}`);
  });

  it('sends no mail about a refused change to an author without access', async () => {
    const formerUser = await createUser(app.deps, {
      name: 'Saiu',
      email: 'saiu@aurora.example',
      password: 'café com leite 12',
    });
    const { id } = await app.deps.db
      .updateTable('users')
      .set({ disabled_at: START })
      .where('uuid', '=', formerUser.uuid)
      .returning('id')
      .executeTakeFirstOrThrow();
    const uuid = await storeBanner('Antes');
    await app.deps.write({ id, name: 'Saiu' }, (work) =>
      app.deps.publication.addPendingChange(work, 'banners', uuid, {
        values: { title: 'Depois' },
        from: MINUTE,
      }),
    );
    await admin('DELETE', `/banners/destroy/${uuid}`);
    app.clock.set(MINUTE);
    await titles();
    expect((await lastAudit('refuse'))?.entity_uuid).toBe(uuid);
    expect(await app.mailsTo('saiu@aurora.example')).toEqual([]);
  });

  it('merges a scheduled gallery with later changes of the gallery', async () => {
    const uuid = await storeShop(3);
    const gallery = async () =>
      (await app.deps.db.selectFrom('shop_images').selectAll().orderBy('position').execute()).map(
        ({ uuid, alt, file_id, position }) => ({ uuid, alt, file_id, position }),
      );
    const [first, second, third] = await gallery();
    if (!first || !second || !third) throw new Error('no gallery');
    await keep(
      uuid,
      { values: { name: 'Sebo' }, part: [third, { ...first, alt: 'Fachada' }], from: MINUTE },
      'shops',
    );
    // Meanwhile one picture is deleted, one is added, and one gets a text.
    await admin('DELETE', `/shops/destroy/gallery-img/${third.uuid}`);
    const form = formOf({ name: 'Livraria', email: 'novo@l.example', phone: '1', gallery: [image()] });
    await admin('POST', `/shops/update/${uuid}`, { form });
    app.clock.set(MINUTE);
    expect((await admin('GET', `/shops/details/${uuid}`)).email).toBe('novo@l.example');
    const after = await gallery();
    expect(after.map(({ uuid, alt, position }) => [uuid, alt, position])).toEqual([
      [first.uuid, 'Fachada', 1],
      [expect.any(String), null, 2],
    ]);
    expect([first.uuid, second.uuid, third.uuid]).not.toContain(after[1]?.uuid);
  });

  it('does not restore an erased picture with a scheduled gallery', async () => {
    const uuid = await storeShop(2);
    const rows = await app.deps.db.selectFrom('shop_images').selectAll().orderBy('position').execute();
    const part = rows.map(({ uuid, file_id, alt }) => ({ uuid, file_id, alt }));
    await keep(uuid, { values: { name: 'Sebo' }, part, from: MINUTE }, 'shops');
    const file = rows[0]?.file_id ?? 0;
    await app.deps.write(null, async (work) => {
      await work.trx.deleteFrom('shop_images').where('file_id', '=', file).execute();
      await work.trx.deleteFrom('file_uses').where('file_id', '=', file).execute();
      await removeFiles(app.deps, work, [{ file_id: file, entity: 'shops', uuid }]);
    });
    app.clock.set(MINUTE);
    expect((await admin('GET', `/shops/details/${uuid}`)).name).toBe('Sebo');
    const remaining = await app.deps.db.selectFrom('shop_images').select('uuid').execute();
    expect(remaining.map(({ uuid }) => uuid)).toEqual([rows[1]?.uuid]);
  });
});

describe('drafts', () => {
  it('hides a draft and discards it with its picture', async () => {
    const uuid = await storeBanner('Antes');
    const before = await app.storedKeys();
    const { id, url } = await keepPictured(uuid, { values: { title: 'Depois' } });
    await checkHistory(app.deps);
    app.clock.advance(400 * 86_400_000);
    await sweep(app.deps);
    app.deps.publication.invalidate('all');
    expect(await titles()).toEqual(['Antes']);
    expect(await statusOf(url)).toBe(404);
    await app.deps.write(editor, async (work) => {
      await removeFiles(app.deps, work, await app.deps.publication.discardPendingChange(work, id));
    });
    expect(await statesOf(uuid)).toEqual(['published']);
    expect(await app.storedKeys()).toEqual(before);
    await expect(publish(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('publishes a draft on request, unless the record has a newer version than expected', async () => {
    const uuid = await storeBanner('Antes');
    const { id, url } = await keepPictured(uuid, { values: { title: 'Depois' } });
    await saveBanner(uuid, { title: 'Antes!' });
    await expect(publish(id, 1)).rejects.toMatchObject({ code: 'conflict' });
    await publish(id, 2);
    expect([await titles(), await statusOf(url)]).toEqual([['Depois'], 200]);
    expect(await statesOf(uuid)).toEqual(['former', 'former', 'published']);
  });

  it('refuses a draft that is invalid or one of too many', async () => {
    const uuid = await storeBanner('Antes', { ends_at: '2026-04-01T00:00:00Z' });
    const values = { starts_at: '2026-05-01T00:00:00.000Z' };
    await expect(keep(uuid, { values })).rejects.toMatchObject({ code: 'invalid' });
    for (let at = 0; at < 50; at += 1) await keep(uuid, { values: { title: String(at) } });
    await expect(keep(uuid, { values: {} })).rejects.toThrow('50 mudanças');
    await expect(takeOff(uuid, MINUTE)).rejects.toThrow('50 mudanças');
  });
});

describe('restore', () => {
  it('restores a record with its picture and position, and indexes it', async () => {
    const [, uuid] = [
      await storeBanner('Um'),
      await storeBanner('Dois', { alt: 'Ovo' }),
      await storeBanner('Três'),
    ];
    const { url_s3 } = (await home())[1]?.file ?? { url_s3: '' };
    await admin('DELETE', `/banners/destroy/${uuid}`);
    expect([await titles(), await statusOf(url_s3)]).toEqual([['Um', 'Três'], 404]);
    await restore(uuid);
    expect([await titles(), await statusOf(url_s3)]).toEqual([['Um', 'Dois', 'Três'], 200]);
    expect(await statesOf(uuid)).toEqual(['former', 'published']);
    expect((await versionsOf(uuid)).at(-1)).toMatchObject({ version: 3, data: { alt: 'Ovo' } });
    expect((await admin('GET', '/banners?search=ovo')).length).toBe(1);
    expect(await lastAudit('restore')).toMatchObject({ entity_uuid: uuid, user_name: staff.name });
    await expect(restore(uuid)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('restores a record with its gallery', async () => {
    const uuid = await storeShop(2);
    await admin('DELETE', `/shops/destroy/${uuid}`);
    await restore(uuid, 'shops');
    const { gallery } = await admin('GET', `/shops/details/${uuid}`);
    expect(gallery).toHaveLength(2);
    for (const { path } of gallery) expect(await statusOf(path)).toBe(200);
  });

  it('refuses to restore a record whose unique name is taken or whose parent is deleted', async () => {
    const category = await admin('POST', '/revenue-categories/store', { json: { name: 'Bolos' } });
    await admin('DELETE', `/revenue-categories/destroy/${category.uuid}`);
    const again = await admin('POST', '/revenue-categories/store', { json: { name: 'bôlos' } });
    await expect(restore(category.uuid, 'recipe_categories')).rejects.toMatchObject({ code: 'invalid' });
    const rows = await app.deps.db.selectFrom('recipe_categories').select(['id', 'uuid']).execute();
    const id = rows.find(({ uuid }) => uuid === again.uuid)?.id;
    const form = formOf({ name: 'Bolo', revenue_category_id: String(id), file: image(), image: image() });
    const { uuid: recipe } = await admin('POST', '/revenues/store', { form });
    await takeOff(again.uuid, MINUTE, 'recipe_categories');
    app.clock.set(MINUTE);
    // A recipe uses it, so it cannot be deleted.
    expect((await admin('GET', '/revenue-categories')).length).toBe(1);
    expect((await lastAudit('refuse'))?.after.reason).toContain('1 receita usa esta categoria');
    await admin('DELETE', `/revenues/destroy/${recipe}`);
    await admin('DELETE', `/revenue-categories/destroy/${again.uuid}`);
    await expect(restore(recipe, 'recipes')).rejects.toMatchObject({ code: 'invalid' });
    await restore(again.uuid, 'recipe_categories');
    await restore(recipe, 'recipes');

    const about = await admin('POST', '/abouts/store', { json: { title: 'Cartão', type: 4 } });
    await admin('DELETE', `/abouts/destroy/${about.uuid}`);
    await admin('POST', '/abouts/store', { json: { title: 'Outro', type: 4 } });
    await expect(restore(about.uuid, 'abouts')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('restores a former version as a new version', async () => {
    const uuid = await storeBanner('Natal', { alt: 'Árvore' });
    const { url_s3 } = (await home())[0]?.file ?? { url_s3: '' };
    await admin('POST', `/banners/update/${uuid}`, {
      form: formOf({ title: 'Ano-novo', alt: '', image: image() }),
    });
    expect(await statusOf(url_s3)).toBe(404);
    const [first] = await versionsOf(uuid);
    const revert = (seen?: number) =>
      app.deps.write(editor, (work) => app.deps.publication.revert(work, first?.id ?? 0, seen));
    await expect(revert(1)).rejects.toMatchObject({ code: 'conflict' });
    await revert(2);
    expect([await titles(), await statusOf(url_s3)]).toEqual([['Natal'], 200]);
    expect(
      (await versionsOf(uuid)).map(({ data, state, version }) => [data.title, data.alt, state, version]),
    ).toEqual([
      ['Natal', 'Árvore', 'former', 1],
      ['Ano-novo', null, 'former', 2],
      ['Natal', 'Árvore', 'published', 3],
    ]);
  });

  it('requests derived data that was discarded while the record was deleted', async () => {
    const uuid = await storeBanner('Um');
    const pdf = fileOf(pdfOfPages(['um'], '90 40'), 'a.pdf', 'application/pdf');
    const { uuid: booklet } = await admin('POST', '/booklets/fortnightly/store', {
      form: formOf({ doc: pdf }),
    });
    await admin('DELETE', `/banners/destroy/${uuid}`);
    await admin('DELETE', `/booklets/fortnightly/destroy/${booklet}`);
    await app.deps.db.deleteFrom('jobs').execute();
    await restore(uuid);
    await restore(booklet, 'fortnightly_booklets');
    const jobs = await app.deps.db.selectFrom('jobs').select('kind').orderBy('kind').execute();
    expect(jobs.map(({ kind }) => kind)).toEqual(['avif', 'booklet pages']);
    const avif = async () =>
      (
        await app.deps.db
          .selectFrom('files')
          .select('avif')
          .where('kind', '=', 'image')
          .where('name', '=', 'a.jpg')
          .execute()
      ).map((file) => file.avif);
    expect(await avif()).toEqual(['pending']);
    await app.deps.jobs.drain('avif', 'booklet pages');
    expect(await avif()).toEqual(['done']);
    expect(await app.deps.db.selectFrom('booklet_pages').select('page').execute()).toEqual([{ page: 1 }]);
  });
});

describe('titles that look like an instant or a date', () => {
  const TITLES = ['2026-13-45T99:99:99Z', '2026-02-31T10:00:00Z', '+275760-09-13T00:00:01Z', '2026-13-45'];

  it('lists such titles as typed in log, dashboard, trash, search, history, webhook log and mails', async () => {
    const { uuid: webhook } = await storeWebhook(app.deps, editor, {
      name: 'Aviso',
      address: 'https://aurora.example/avisos',
      resources: ['banners'],
      events: ['published', 'changed', 'removed'],
      enabled: true,
    });
    for (const title of TITLES) {
      const uuid = await storeBanner(title);
      await keep(uuid, { values: { starts_at: '2026-05-01T00:00:00.000Z' }, from: MINUTE });
      await saveBanner(uuid, { title, ends_at: '2026-04-01T00:00:00Z' });
      app.clock.set(MINUTE);
      await titles();
      const named = (path: string) => admin('GET', path).then((data) => JSON.stringify(data));
      expect(await named('/audit')).toContain(`"title":"${title}"`);
      expect(await named('/dashboard')).toContain(title);
      expect(await named(`/find?search=${encodeURIComponent(title)}`)).toContain(title);
      expect((await admin('GET', `/history/banners/${uuid}`)).title).toBe(title);
      expect(await named(`/webhooks/deliveries/${webhook}`)).toContain(title);
      const [mail] = (await app.mails()).filter(({ text }) => text?.includes(uuid));
      expect(mail?.text).toContain(`banner «${title}»`);
      await admin('DELETE', `/banners/destroy/${uuid}`);
      expect(await named('/bin')).toContain(`"title":"${title}"`);
      app.clock.set(START);
      app.deps.publication.invalidate('all');
    }
    await admin('DELETE', `/webhooks/destroy/${webhook}`);
  });
});

describe('publication of due changes', () => {
  /** Returns the title of a row that a listener got. */
  const titled = (row: object | null) => (row as { title?: string } | null)?.title;

  it('sets aside a change that fails with a bug, notifies its author and continues', async () => {
    const [bad, good] = [await storeBanner('Um'), await storeBanner('Dois')];
    app.deps.publication.onRepublished(async (_, { row }) => {
      if (titled(row) === 'Defeito') throw new Error('a defect');
    });
    await keep(bad, { values: { title: 'Defeito' }, from: MINUTE });
    await keep(good, { values: { title: 'Novo' }, from: MINUTE });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Um', 'Novo']);
    expect(await statesOf(bad)).toEqual(['published', 'draft']);
    expect((await app.mails()).filter(({ text }) => text?.includes(bad))).toHaveLength(1);
    expect(app.deps.publication.publishDueChangesForRead()).toBeUndefined();
  });

  it('survives errors of listeners of visible changes and of refusals', async () => {
    const [fine, refused] = [await storeBanner('Um'), await storeBanner('Dois')];
    app.deps.publication.onVisibleChange(async ({ trx }, seen) => {
      if (!seen.some(({ row }) => titled(row) === 'Visto')) return;
      await trx
        .selectFrom('nothing' as 'banners')
        .selectAll()
        .execute();
    });
    app.deps.publication.onRefused(async ({ trx }, { uuid }) => {
      if (uuid === refused)
        await trx
          .selectFrom('nothing' as 'banners')
          .selectAll()
          .execute();
    });
    await keep(fine, { values: { title: 'Visto' }, from: MINUTE });
    await keep(refused, { values: { starts_at: '2026-05-01T00:00:00.000Z' }, from: MINUTE });
    await saveBanner(refused, { title: 'Dois', ends_at: '2026-04-01T00:00:00Z' });
    app.clock.set(MINUTE);
    expect(await titles()).toEqual(['Visto', 'Dois']);
    expect(await statesOf(refused)).toEqual(['former', 'draft', 'published']);
    expect((await lastAudit('refuse'))?.entity_uuid).toBe(refused);
  });

  it('lets reads and sign-ins pass and publishes the rest if a change cannot even be set aside', async () => {
    const [bad, good] = [await storeBanner('Um'), await storeBanner('Dois')];
    await keep(bad, { values: { starts_at: '2026-05-01T00:00:00.000Z' }, from: MINUTE });
    await keep(good, { values: { title: 'Novo' }, from: LATER });
    await saveBanner(bad, { title: 'Um', ends_at: '2026-04-01T00:00:00Z' });
    const restoreLog = await refuseAuditOf('refuse');
    const logged = vi.spyOn(app.deps.log, 'error');
    try {
      app.clock.set(LATER);
      expect(await titles()).toEqual(['Um', 'Novo']);
      await app.signIn();
      for (let reads = 0; reads < 3; reads++) {
        app.clock.advance(60_000);
        await app.deps.publication.publishDueChanges();
      }
      const lines = logged.mock.calls.filter(([, text]) => text === 'scheduled change not returned to draft');
      expect(lines).toHaveLength(1);
      expect(await statesOf(bad)).toEqual(['former', 'scheduled', 'published']);
      app.clock.advance(600_000);
      const ready = await app.request('GET', '/readyz');
      expect([ready.statusCode, ready.json()]).toEqual([
        200,
        expect.objectContaining({ status: 'ok', schedule: 'late' }),
      ]);
    } finally {
      logged.mockRestore();
      await restoreLog();
    }
    app.clock.advance(60_000);
    await app.deps.publication.publishDueChanges();
    expect(await statesOf(bad)).toEqual(['former', 'draft', 'published']);
    expect((await app.request('GET', '/readyz')).json()).toMatchObject({ schedule: 'ok' });
  });

  it.runIf(engine === 'sqlite')(
    'readyz responds with 503 while a transaction on SQLite never ends',
    async () => {
      const stuck = await createTestApp();
      await sql`begin immediate`.execute(stuck.deps.db);
      expect((await stuck.request('GET', '/readyz')).statusCode).toBe(503);
      await sql`rollback`.execute(stuck.deps.db);
      await stuck.remove();
    },
  );

  /** Makes the database refuse audit entries of one action. Returns the function that ends it. */
  async function refuseAuditOf(action: string) {
    const { db } = app.deps;
    if (engine === 'sqlite') {
      await sql`create trigger refused before insert on audit_log when new.action = ${sql.lit(action)}
        begin select raise(abort, 'refused by the test'); end`.execute(db);
      return () => sql`drop trigger refused`.execute(db);
    }
    await sql`alter table audit_log add constraint refused check (action <> ${sql.lit(action)}) not valid`.execute(
      db,
    );
    return () => sql`alter table audit_log drop constraint refused`.execute(db);
  }

  it('serves the published state, uncached, to a read that waits too long', async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const hasty = await createApp({ config: app.deps.config, clock: app.clock, publishTimeoutMs: 0 });
    try {
      const uuid = await storeBanner('Antes');
      await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
      const { write } = hasty.deps;
      // Locks the row that the publication needs; on SQLite, holds its only writer.
      const { promise: holding, resolve: held } = Promise.withResolvers<void>();
      const holder = write(null, async ({ trx }) => {
        await trx
          .updateTable('record_versions')
          .set({ user_name: staff.name })
          .where('uuid', '=', uuid)
          .execute();
        held();
        await mayGoOn;
      });
      await holding;
      hasty.deps.publication.invalidate('all');
      app.clock.set(MINUTE);
      expect(await hasty.deps.publication.publishDueChangesForRead()).toBe(false);
      if (engine === 'postgres') expect(await titles(hasty)).toEqual(['Antes']);
      goOn();
      await holder;
      await expect.poll(() => titles(hasty)).toEqual(['Depois']);
    } finally {
      goOn();
      await hasty.close();
    }
  });
});

describe('several instances', () => {
  it('two instances publish a due change once, and each is correct at the first request', async () => {
    const secondInstance = await createApp({
      config: app.deps.config,
      clock: app.clock,
      publishTimeoutMs: 60_000,
    });
    const uuid = await storeBanner('Antes');
    // Both have cached it.
    for (const on of [app, secondInstance]) expect((await titles(on)).length).toBeLessThan(2);
    await expect.poll(() => titles(secondInstance)).toEqual(['Antes']);
    await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
    // The other instance learns of the scheduled minute through the same notification as of any change, so
    // before it learns of a later change.
    await storeBanner('Marco');
    await expect.poll(() => titles(secondInstance)).toContain('Marco');
    app.clock.set(MINUTE);
    // Two connections of one process to one SQLite file would wait for each other on one thread.
    const shownTitles =
      engine === 'postgres'
        ? await Promise.all([titles(secondInstance), titles(app), titles(secondInstance), titles(app)])
        : [await titles(secondInstance), await titles(app)];
    for (const shown of shownTitles) expect(shown.toSorted()).toEqual(['Depois', 'Marco']);
    expect(await statesOf(uuid)).toEqual(['former', 'published']);
    await secondInstance.close();
  });

  it('the first request is correct if no instance ran at that minute', async () => {
    const uuid = await storeBanner('Antes');
    await keep(uuid, { values: { title: 'Depois' }, from: MINUTE });
    const late = await createApp({
      config: app.deps.config,
      clock: testClock(LATER),
      publishTimeoutMs: 60_000,
    });
    expect(await titles(late)).toEqual(['Depois']);
    await late.close();
  });

  it('an instance sends no query for due changes while there is no save', async () => {
    await storeBanner('Antes');
    await titles();
    expect(app.deps.publication.publishDueChangesForRead()).toBeUndefined();
    app.clock.advance(60_000);
    expect(app.deps.publication.publishDueChangesForRead()).toBeUndefined();
  });
});
