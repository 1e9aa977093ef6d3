import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createTestApp, staff, type TestApp } from '../../../../test/app.ts';
import { emptyTables } from '../../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { formOf } from '../../../../test/uploads.ts';
import { MINUTE_MS } from '../../../shared/dates.ts';
import type { PlanEntry, RecordVersion } from '../../../shared/history.ts';
import { planEventText } from '../../../shared/planEvents.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { labelsOf } from '../definitions.ts';
import type { RecordTable } from '../store/records.ts';
import { compositionOf } from '../versions/history.ts';
import { resourcesWithHistory } from './history.contract.ts';

const START = '2026-03-10T12:00:00.000Z';
const MINUTE = '2026-03-10T15:00:00.000Z';
const LATER = '2026-03-11T15:00:00.000Z';
const TABLES = [
  'abouts',
  'shop_images',
  'shops',
  'recipes',
  'recipe_categories',
  'phones',
  'files',
  'jobs',
  'audit_log',
] as const;

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  // One session lasts for all the days of a test.
  app = await createTestApp({ env: { SESSION_IDLE: '365d' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, TABLES);
  await app.emptyStore();
  app.clock.set(START);
  app.deps.responseCache.invalidate();
  app.deps.publication.invalidate('all');
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const request = (method: Method, path: string, body: object = {}) =>
  app.request(method, `/api/admin${path}`, { token, ...body });
const admin = async (method: Method, path: string, body: object = {}) => {
  const answer = await request(method, path, body);
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};
const outcome = async (method: Method, path: string, body: object = {}) => {
  const answer = await request(method, path, body);
  return [answer.statusCode, answer.json().message ?? answer.json().data?.message];
};

const phone = { contact: 'SAC', ddi: '55', ddd: '85', number: '32224400', type: '1' };
const storePhone = (fields: object = {}) => admin('POST', '/phones/store', { json: { ...phone, ...fields } });
const contacts = async (): Promise<string[]> =>
  (await app.request('GET', '/api/site/phones'))
    .json()
    .data.map(({ contact }: { contact: string }) => contact);

const shop = { name: 'Sorvetes Lua', email: 'lua@loja.example', phone: '8500000012' };
const image = () => fileOf(picture, 'a.jpg', 'image/jpeg');
const storeShop = (fields: Record<string, string> = {}) =>
  admin('POST', '/shops/store', {
    form: formOf({ ...shop, ...fields, image: image(), gallery: [image()] }),
  });
const shops = async () => (await app.request('GET', '/api/site/shops')).json().data;
const versions = async (name: string, uuid: string) => admin('GET', `/history/${name}/${uuid}`);

describe('a pending change', () => {
  it('shows a draft to staff only until it is published', async () => {
    const { uuid, message } = await storePhone({ publish_at: 'later' });
    expect(message).toBe('Só a equipe vê.');
    expect(await contacts()).toEqual([]);
    const [listed] = await admin('GET', '/phones');
    expect(listed.publication).toEqual({ standing: 'draft', waiting: 0, next: null, leaves: null });
    expect(await outcome('POST', `/publication/phones/${uuid}/publish`, { json: {} })).toEqual([
      200,
      'Os clientes já veem.',
    ]);
    expect(await contacts()).toEqual(['SAC']);
    expect(await outcome('POST', `/publication/phones/${uuid}/publish`, { json: {} })).toEqual([
      409,
      'Este registro já está no site.',
    ]);
  });

  it('publishes a new record on schedule and unpublishes it on schedule', async () => {
    const { uuid } = await storePhone({ publish_at: MINUTE, withdraw_at: LATER });
    const standing = async () => (await admin('GET', `/phones/details/${uuid}`)).publication;
    expect(await standing()).toEqual({
      standing: 'draft',
      waiting: 1,
      next: { at: MINUTE, goes: false },
      leaves: LATER,
    });
    expect(await contacts()).toEqual([]);
    app.clock.set(MINUTE);
    expect(await contacts()).toEqual(['SAC']);
    expect(await standing()).toEqual({
      standing: null,
      waiting: 0,
      next: { at: LATER, goes: true },
      leaves: LATER,
    });
    app.clock.set(LATER);
    expect(await contacts()).toEqual([]);
    expect(await standing()).toEqual({ standing: 'ended', waiting: 0, next: null, leaves: null });
    expect((await admin('GET', '/phones')).length).toBe(1);
  });

  it('leaves a published record unchanged when a draft of it is saved, and rejects an outdated version', async () => {
    const { uuid, version } = await storePhone();
    const path = `/phones/update/${uuid}`;
    const changed = await admin('PUT', path, { json: { ...phone, contact: 'Balcão', publish_at: 'later' } });
    expect(changed).toEqual({
      message: 'O site continua como está até alguém publicar.',
      uuid,
      version,
    });
    expect(await contacts()).toEqual(['SAC']);
    expect((await admin('GET', '/phones?search=balcao')).length).toBe(0);
    await admin('PUT', path, { json: { ...phone, contact: 'SAC', ddd: '88', version } });
    const { versions: all } = await versions('phones', uuid);
    expect(all.map(({ state }: { state: string }) => state)).toEqual(['draft', 'published', 'former']);
    const waiting = all[0].id;
    expect(await admin('GET', `/history/phones/${uuid}/${waiting}/record`)).toMatchObject({
      contact: 'Balcão',
      ddd: '88',
    });
    expect(
      await outcome('POST', `/history/phones/${uuid}/${waiting}/publish`, { json: { version } }),
    ).toEqual([409, 'Este registro mudou enquanto você editava. Recarregue e tente de novo.']);
    await admin('POST', `/history/phones/${uuid}/${waiting}/publish`, { json: { version: version + 1 } });
    expect(await contacts()).toEqual(['Balcão']);
    expect(await admin('GET', `/phones/details/${uuid}`)).toMatchObject({ contact: 'Balcão', ddd: '88' });
  });

  it('continues another pending change with its pictures and replaces it', async () => {
    const { uuid } = await storeShop();
    const path = `/shops/update/${uuid}`;
    const [before] = await shops();
    const first = {
      ...shop,
      name: 'Sorvetes Sol',
      publish_at: 'later',
      image: image(),
      gallery: [image()],
    };
    await admin('POST', path, { form: formOf(first) });
    const [one] = (await versions('shops', uuid)).versions;
    expect(one).toMatchObject({ state: 'draft', by: staff.name, changed: ['Nome', 'Imagem', 'Fotos'] });
    const record = await admin('GET', `/history/shops/${uuid}/${one.id}/record`);
    expect(record.name).toBe('Sorvetes Sol');
    expect(record.gallery.length).toBe(2);
    const url = record.file.url_s3;
    expect(url).toMatch(/\?key=/);
    expect((await app.request('GET', url)).statusCode).toBe(200);
    expect((await app.request('GET', url.replace(/\?.*/, ''))).statusCode).toBe(404);

    const second = { ...shop, name: 'Sorvetes Sol', phoneSecondary: '8500000013', replaces: String(one.id) };
    await admin('POST', path, { form: formOf({ ...second, publish_at: MINUTE }) });
    const [two, ...others] = (await versions('shops', uuid)).versions;
    expect(two.state).toBe('scheduled');
    expect(others.map(({ state }: { state: string }) => state)).toEqual(['published']);
    expect(await shops()).toEqual([before]);
    expect(await outcome('POST', path, { form: formOf({ ...second, publish_at: 'later' }) })).toEqual([
      409,
      'Esta mudança já foi publicada ou descartada. Recarregue para ver como está.',
    ]);
    app.clock.set(MINUTE);
    const [after] = await shops();
    expect([after.name, after.phone_secondary, after.gallery.length]).toEqual([
      'Sorvetes Sol',
      '8500000013',
      2,
    ]);
    expect(after.file.url_s3).toBe(url.replace(/\?.*/, ''));
    expect((await app.request('GET', before.file.url_s3)).statusCode).toBe(404);
  });

  it('validates a pending change when it is saved and rejects invalid instants at their field', async () => {
    const wrong = await request('POST', '/phones/store', {
      json: { ...phone, ddd: '', publish_at: 'later' },
    });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['ddd']]);
    const never = await request('POST', '/phones/store', { json: { ...phone, publish_at: 'amanhã' } });
    expect([never.statusCode, never.json().errors]).toEqual([
      422,
      { publish_at: ['Informe o dia e a hora em que entra no site.'] },
    ]);
    const early = await request('POST', '/phones/store', {
      json: { ...phone, publish_at: LATER, withdraw_at: MINUTE },
    });
    expect([early.statusCode, early.json().errors]).toEqual([
      422,
      { withdraw_at: ['A hora de sair do site vem depois da hora de entrar.'] },
    ]);
    expect(await admin('GET', '/phones')).toEqual([]);
    expect(
      await app.deps.db.selectFrom('record_versions').selectAll().where('entity', '=', 'phones').execute(),
    ).toEqual([]);
  });

  it('publishes a draft when a client without draft fields saves it', async () => {
    const { uuid } = await storePhone({ publish_at: 'later' });
    await admin('PUT', `/phones/update/${uuid}`, { json: { ...phone, contact: 'Loja' } });
    expect(await contacts()).toEqual(['Loja']);
  });

  it('reserves the unique name of a draft', async () => {
    const category = await admin('POST', '/revenue-categories/store', {
      json: { name: 'Bolos', publish_at: 'later' },
    });
    const again = await request('POST', '/revenue-categories/store', { json: { name: 'bolos' } });
    expect(again.statusCode).toBeGreaterThanOrEqual(409);
    await admin('DELETE', `/revenue-categories/destroy/${category.uuid}`);
  });
});

describe('plans in the history', () => {
  const plansOf = async (uuid: string) =>
    ((await versions('phones', uuid)).plans as PlanEntry[]).map(({ by, ...plan }) => [
      planEventText(plan),
      by,
    ]);
  const audited = async (uuid: string) =>
    (await admin('GET', `/audit?uuid=${uuid}`)).map(({ text }: { text: string }) => text);
  const change = (uuid: string, fields: object) =>
    admin('PUT', `/phones/update/${uuid}`, { json: { ...phone, ...fields } });
  const [at, later] = [formatInstant(MINUTE), formatInstant(LATER)];

  it('says who scheduled, moved and cancelled a change, and for when', async () => {
    const { uuid } = await storePhone();
    await change(uuid, { contact: 'Balcão', publish_at: MINUTE });
    // A pending version says itself what is planned.
    expect(await plansOf(uuid)).toEqual([]);
    const pending = async () => (await versions('phones', uuid)).versions[0].id;
    app.clock.advance(MINUTE_MS);
    await change(uuid, { contact: 'Balcão', publish_at: LATER, replaces: await pending() });
    app.clock.advance(MINUTE_MS);
    await change(uuid, { contact: 'Caixa', publish_at: LATER, replaces: await pending() });
    app.clock.advance(MINUTE_MS);
    await admin('DELETE', `/history/phones/${uuid}/${await pending()}`);
    expect(await plansOf(uuid)).toEqual([
      [`Cancelou o agendamento para ${later}`, staff.name],
      [`Mudou o que está agendado para ${later}`, staff.name],
      [`Mudou o agendamento de ${at} para ${later}`, staff.name],
      [`Agendou uma mudança para ${at}`, staff.name],
    ]);
    expect(await audited(uuid)).toEqual([
      `${staff.name} cancelou o agendamento para ${later} do telefone`,
      `${staff.name} mudou o que está agendado para ${later} no telefone`,
      `${staff.name} mudou de ${at} para ${later} o agendamento do telefone`,
      `${staff.name} agendou para ${at} uma mudança no telefone`,
      `${staff.name} adicionou o telefone`,
    ]);
  });

  it('says that a schedule published and unpublished a record', async () => {
    const { uuid } = await storePhone({ publish_at: MINUTE, withdraw_at: LATER });
    app.clock.set(MINUTE);
    await contacts();
    app.clock.set(LATER);
    await contacts();
    const { versions: all } = await versions('phones', uuid);
    expect(all.map((one: RecordVersion) => [one.state, one.planned])).toEqual([
      ['withheld', LATER],
      ['former', MINUTE],
      ['former', null],
    ]);
    expect(await plansOf(uuid)).toEqual(
      expect.arrayContaining([
        [`Agendou a publicação para ${at}`, staff.name],
        [`Agendou a saída do site para ${later}`, staff.name],
      ]),
    );
    expect(await audited(uuid)).toEqual(
      expect.arrayContaining([
        `${staff.name} tirou do site (agendado) o telefone`,
        `${staff.name} publicou (agendado) o telefone`,
      ]),
    );
  });

  it('says that the publication of a draft was moved and cancelled, and nothing of a save that keeps it', async () => {
    const { uuid } = await storePhone({ publish_at: MINUTE });
    await change(uuid, { contact: 'Balcão', publish_at: MINUTE });
    await change(uuid, { contact: 'Balcão', publish_at: LATER });
    app.clock.advance(MINUTE_MS);
    await change(uuid, { contact: 'Balcão', publish_at: 'later' });
    expect(await plansOf(uuid)).toEqual([
      [`Cancelou o agendamento para ${later}`, staff.name],
      [`Mudou o agendamento de ${at} para ${later}`, staff.name],
      [`Agendou a publicação para ${at}`, staff.name],
    ]);
  });

  it('says that an unpublication was moved and cancelled, and nothing of a save that keeps it', async () => {
    const { uuid } = await storePhone();
    await change(uuid, { withdraw_at: MINUTE });
    await change(uuid, { contact: 'Balcão', withdraw_at: MINUTE });
    await change(uuid, { contact: 'Balcão', withdraw_at: LATER });
    app.clock.advance(MINUTE_MS);
    await change(uuid, { contact: 'Balcão', withdraw_at: '' });
    await change(uuid, { contact: 'Balcão', withdraw_at: '' });
    expect(await plansOf(uuid)).toEqual([
      [`Cancelou o agendamento para ${later}`, staff.name],
      [`Mudou o agendamento de ${at} para ${later}`, staff.name],
      [`Agendou a saída do site para ${at}`, staff.name],
    ]);
  });
});

describe('version history', () => {
  it('compares versions with the previous or the current one and reverts to them', async () => {
    const { uuid } = await storePhone();
    await admin('PUT', `/phones/update/${uuid}`, { json: { ...phone, contact: 'Ouvidoria', type: '3' } });
    const { title, version, versions: all } = await versions('phones', uuid);
    expect([title, version]).toEqual(['Ouvidoria', 2]);
    expect(all).toMatchObject([
      { state: 'published', by: staff.name, changed: ['Contato', 'Tipo'] },
      { state: 'former', changed: [] },
    ]);
    const fields = (await admin('GET', `/history/phones/${uuid}/${all[0].id}`)).fields;
    expect(fields.filter(({ differs }: { differs: boolean }) => differs)).toEqual([
      {
        label: 'Contato',
        before: { kind: 'text', text: 'SAC' },
        after: { kind: 'text', text: 'Ouvidoria' },
        differs: true,
      },
      {
        label: 'Tipo',
        before: { kind: 'fact', text: 'Fixo' },
        after: { kind: 'fact', text: 'WhatsApp' },
        differs: true,
      },
    ]);
    const back = `/history/phones/${uuid}/${all[1].id}/revert`;
    expect((await request('POST', back, { json: { version: 1 } })).statusCode).toBe(409);
    await admin('POST', back, { json: { version: 2 } });
    expect(await contacts()).toEqual(['SAC']);
    expect((await versions('phones', uuid)).versions.length).toBe(3);
  });

  it('serves former pictures to staff but not to shoppers', async () => {
    const { uuid } = await storeShop();
    await admin('POST', `/shops/update/${uuid}`, { form: formOf({ ...shop, image: image() }) });
    const [now] = (await versions('shops', uuid)).versions;
    const { fields } = await admin('GET', `/history/shops/${uuid}/${now.id}`);
    const { before, after } = fields.find(({ label }: { label: string }) => label === 'Imagem');
    expect((await app.request('GET', before.picture.url_s3)).statusCode).toBe(200);
    expect((await app.request('GET', before.picture.url_s3)).headers['cache-control']).toContain('private');
    expect(after.picture.url_s3).not.toContain('key=');
    app.clock.set('2026-03-10T15:30:00.000Z');
    expect((await app.request('GET', before.picture.url_s3)).statusCode).toBe(404);
  });

  it('deletes the files of a discarded change', async () => {
    const { uuid } = await storeShop();
    const count = async () => (await app.storedKeys()).length;
    const stored = await count();
    await admin('POST', `/shops/update/${uuid}`, {
      form: formOf({ ...shop, publish_at: 'later', image: image() }),
    });
    expect(await count()).toBeGreaterThan(stored);
    const [one] = (await versions('shops', uuid)).versions;
    await admin('DELETE', `/history/shops/${uuid}/${one.id}`);
    expect(await count()).toBe(stored);
    expect((await request('DELETE', `/history/shops/${uuid}/${one.id}`)).statusCode).toBe(404);
  });

  it('answers 401 without a session and 404 for unknown records and versions', async () => {
    const { uuid } = await storePhone();
    const [one] = (await versions('phones', uuid)).versions;
    for (const path of [`/history/phones/${uuid}`, `/history/phones/${uuid}/${one.id}`, '/bin', '/audit'])
      expect((await app.request('GET', `/api/admin${path}`)).statusCode, path).toBe(401);
    const unknownUuid = randomUUID();
    for (const [method, path] of [
      ['GET', `/history/phones/${unknownUuid}`],
      ['GET', `/history/phones/${uuid}/999999`],
      ['GET', `/history/shops/${uuid}/${one.id}`],
      ['GET', `/history/phones/${uuid}/999999/record`],
      ['POST', `/history/phones/${uuid}/999999/revert`],
      ['POST', `/publication/phones/${unknownUuid}/publish`],
      ['POST', `/publication/phones/${unknownUuid}/withdraw`],
    ] as const)
      expect((await request(method, path, method === 'POST' ? { json: {} } : {})).statusCode, path).toBe(404);
    expect((await request('POST', `/bin/phones/${unknownUuid}/restore`)).statusCode).toBe(409);
  });
});

test('answers 404 or 422 to ids that exceed the integer column', async () => {
  const { uuid } = await storePhone();
  const huge = 9_999_999_999;
  expect((await request('GET', `/history/phones/${uuid}/${huge}`)).statusCode).toBe(404);
  expect((await request('GET', `/audit?before=${huge}&person=${huge}`)).statusCode).toBe(200);
  expect((await request('GET', `/pictures?before=${huge}`)).statusCode).toBe(200);
  expect((await request('DELETE', `/profile/sessions/${huge}`)).statusCode).toBe(404);
  for (const wrong of [{ version: huge }, { publish_at: 'later', replaces: huge }]) {
    const { statusCode } = await request('PUT', `/phones/update/${uuid}`, { json: { ...phone, ...wrong } });
    expect(statusCode).toBe(422);
  }
});

describe('the trash', () => {
  it('lists deleted records with author and expiry and restores them to their position', async () => {
    const uuids: string[] = [];
    for (const name of ['A', 'B', 'C']) uuids.push((await storeShop({ name })).uuid);
    await admin('DELETE', `/shops/destroy/${uuids[1]}`);
    const [gone] = await admin('GET', '/bin');
    expect(gone).toMatchObject({
      table: 'shops',
      uuid: uuids[1],
      title: 'B',
      deleted_at: START,
      until: '2026-04-09T12:00:00.000Z',
      by: staff.name,
    });
    expect((await app.request('GET', gone.picture.url_s3)).statusCode).toBe(200);
    expect((await admin('GET', '/bin?search=lojas')).length).toBe(1);
    expect((await admin('GET', '/bin?search=filiais')).length).toBe(0);
    expect((await admin('GET', '/bin?search=b')).length).toBe(1);
    expect(await outcome('POST', `/bin/shops/${uuids[1]}/restore`)).toEqual([
      200,
      'Está no site, como antes.',
    ]);
    expect((await shops()).map(({ name }: { name: string }) => name)).toEqual(['A', 'B', 'C']);
    expect(await admin('GET', '/bin')).toEqual([]);
  });

  it('restores a draft as a draft', async () => {
    const { uuid } = await storePhone({ publish_at: 'later' });
    await admin('DELETE', `/phones/destroy/${uuid}`);
    expect(await outcome('POST', `/bin/phones/${uuid}/restore`)).toEqual([
      200,
      'Está na lista. Só a equipe vê.',
    ]);
    expect(await contacts()).toEqual([]);
  });
});

describe('a copy', () => {
  it('creates a copy as a draft after the original, with pictures of its own', async () => {
    const { uuid } = await storeShop();
    await storeShop({ name: 'Outra' });
    const [status, message] = await outcome('POST', `/history/shops/${uuid}/duplicate`);
    expect([status, message]).toEqual([201, 'É um rascunho: só a equipe vê até alguém publicar.']);
    const [original, copy, other] = await admin('GET', '/shops');
    expect([original.name, copy.name, other.name]).toEqual(['Sorvetes Lua', 'Sorvetes Lua (cópia)', 'Outra']);
    expect(copy.publication.standing).toBe('draft');
    expect((await shops()).length).toBe(2);
    // Both records use the same files, which stay if one record is deleted.
    expect(copy.gallery.length).toBe(1);
    expect(copy.gallery[0].uuid).not.toBe(original.gallery[0].uuid);
    await admin('DELETE', `/shops/destroy/${uuid}`);
    await admin('POST', `/publication/shops/${copy.uuid}/publish`, { json: {} });
    const [first] = await shops();
    expect((await app.request('GET', first.file.url_s3)).statusCode).toBe(200);
  });

  it('refuses to copy a single record or a record whose name is taken', async () => {
    const about = await admin('POST', '/abouts/store', { json: { title: 'Nós', type: 4 } });
    expect((await request('POST', `/history/abouts/${about.uuid}/duplicate`)).statusCode).toBe(409);
    await admin('DELETE', `/abouts/destroy/${about.uuid}`);
    const category = await admin('POST', '/revenue-categories/store', { json: { name: 'Bolos' } });
    await admin('POST', `/history/revenue-categories/${category.uuid}/duplicate`);
    const again = await request('POST', `/history/revenue-categories/${category.uuid}/duplicate`);
    expect(again.statusCode).toBeGreaterThanOrEqual(409);
    expect((await request('POST', `/history/shops/${randomUUID()}/duplicate`)).statusCode).toBe(404);
    expect(
      (await app.request('POST', `/api/admin/history/shops/${category.uuid}/duplicate`)).statusCode,
    ).toBe(401);
  });
});

describe('bulk actions', () => {
  it('applies bulk actions and names the records that reject them', async () => {
    const category = await admin('POST', '/revenue-categories/store', { json: { name: 'Bolos' } });
    const empty = await admin('POST', '/revenue-categories/store', { json: { name: 'Sopas' } });
    const form = formOf({
      name: 'Bolo',
      revenue_category_id: String((await admin('GET', `/revenue-categories/details/${category.uuid}`)).id),
      image: image(),
    });
    await admin('POST', '/revenues/store', { form });
    const uuids = [category.uuid, empty.uuid];
    const json = { action: 'delete', uuids };
    expect(await admin('POST', '/bulk/revenue-categories', { json })).toEqual({
      message: '1 registro na lixeira.',
      uuids: [empty.uuid],
      refused: [{ uuid: category.uuid, title: 'Bolos', message: expect.stringContaining('Bolo') }],
    });
    expect((await request('POST', '/bulk/revenue-categories', { json })).statusCode).toBe(409);
    await admin('POST', '/bulk/revenue-categories', { json: { action: 'restore', uuids: [empty.uuid] } });
    expect((await admin('GET', '/revenue-categories')).length).toBe(2);

    const phones = [(await storePhone()).uuid, (await storePhone({ contact: 'Loja' })).uuid];
    const answer = await admin('POST', '/bulk/phones', { json: { action: 'withdraw', uuids: phones } });
    expect(answer.message).toBe('2 registros fora do site.');
    expect(await contacts()).toEqual([]);
    await admin('POST', '/bulk/phones', { json: { action: 'publish', uuids: phones } });
    expect(await contacts()).toEqual(['SAC', 'Loja']);
  });

  it('rejects bulk actions without records, over 200 records, or of unknown kind', async () => {
    const wrong = await request('POST', '/bulk/phones', { json: { action: 'erase', uuids: [] } });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      {
        action: ['Escolha o que fazer com os registros.'],
        uuids: ['Escolha pelo menos um registro.'],
      },
    ]);
    const many = Array.from({ length: 201 }, () => randomUUID());
    const answer = await request('POST', '/bulk/phones', { json: { action: 'delete', uuids: many } });
    expect(answer.json().errors.uuids[0]).toBe('Escolha até 200 registros por vez.');
  });
});

describe('the audit log', () => {
  it('lists audit entries in words, by user, resource and day, page by page', async () => {
    const { uuid } = await storePhone();
    await admin('DELETE', `/phones/destroy/${uuid}`);
    app.clock.set('2026-03-12T02:30:00.000Z');
    await storePhone({ contact: 'Loja', publish_at: 'later' });
    const read = async (query = '') => (await request('GET', `/audit${query}`)).json();
    const { data, meta } = await read();
    expect(data.map(({ text, title }: { text: string; title: string }) => [text, title])).toEqual([
      [`${staff.name} adicionou o telefone`, 'Loja'],
      [`${staff.name} excluiu o telefone`, 'SAC'],
      [`${staff.name} adicionou o telefone`, 'SAC'],
    ]);
    expect(data[1].opens).toBe(true);
    expect(meta.people).toEqual([{ id: expect.any(Number), name: staff.name }]);
    // Days are in the chain's time zone: 02:30 UTC is still the previous day.
    expect((await read('?from=2026-03-11&until=2026-03-11')).data.length).toBe(1);
    expect((await read('?from=2026-03-12')).data.length).toBe(0);
    expect((await read('?until=2026-03-10')).data.length).toBe(2);
    expect((await read(`?person=${meta.people[0].id}&table=phones`)).data.length).toBe(3);
    expect((await read('?table=shops')).data.length).toBe(0);
    expect((await read(`?before=${data[1].id}`)).data.length).toBe(1);
  });
});

/** Columns with content that forms do not show. */
const UNLABELLED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  daily_booklets: ['demo'],
  fortnightly_booklets: ['sequence'],
};

it('has a label for every column of every record', async () => {
  const nameless: string[] = [];
  const tables = await app.deps.db.introspection.getTables();
  const technical = new Set([
    'id',
    'uuid',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
    'standing',
    'position',
    'search',
  ]);
  for (const { table } of resourcesWithHistory()) {
    const { derived = [], part } = compositionOf(table as RecordTable);
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    for (const column of [...columns, ...(part?.columns ? [part.table] : [])])
      if (
        !technical.has(column) &&
        !column.endsWith('_key') &&
        !derived.includes(column) &&
        !UNLABELLED_COLUMNS[table]?.includes(column) &&
        !labelsOf(table)[column]
      )
        nameless.push(`${table}.${column}`);
  }
  expect(nameless).toEqual([]);
});
