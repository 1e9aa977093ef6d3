import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bodyOf,
  confirmation,
  createTestApp,
  engine,
  staff,
  type TestApp,
  testClock,
} from '../../../test/app.ts';
import { checkHistory, emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { createTestDatabase } from '../../../test/postgres.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { createApp } from '../../server/app.ts';
import { createUser } from '../auth/operatorAccounts.service.ts';
import { COLUMNS_WITHOUT_PERSONAL_DATA, columnsWithoutPersonalData } from './columnsWithoutPersonalData.ts';
import { dataInventory } from './dataInventory.ts';
import { erasureMark } from './erasures.job.ts';
import { findPersonalData, readPersonalData } from './personalData.contract.ts';
import { REDACTED_ADDRESS } from './source.ts';

const START = '2026-03-10T15:00:00.000Z';
const PASSWORD = staff.password;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp({ clock: testClock(START) });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(START);
  await emptyTables(app.deps, ['job_applications', 'mail_outbox', 'rate_limits', 'jobs', 'erasures']);
});

const call = (path: string, json?: object, bearer = token) =>
  app.request(json ? 'POST' : 'GET', `/api/admin/personal-data${path}`, {
    token: bearer,
    ...(json && { json: { ...json, ...confirmation } }),
  });
const find = async (email: string, bearer = token) =>
  bodyOf(findPersonalData.answers[200], await call('/find', { email }, bearer)).data;
const exportData = async (email: string, bearer = token) =>
  (await call('/export', { email }, bearer)).json().data;
const erase = (email: string, bearer = token) => call('/erase', { email, confirmation: email }, bearer);
const audit = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

const maria = {
  name: 'Maria José da Silva',
  email: 'maria.jose@exemplo.example',
  phone: '85900000012',
  vacancy: 'Operadora de caixa',
};
async function applied(fields: Partial<typeof maria> = {}): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...maria, ...fields })) form.append(name, value);
  form.append('doc', fileOf(pdf(), 'meu currículo.pdf', 'application/pdf'));
  const answer = await app.request('POST', '/api/site/work-with-us', { form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
const office = (method: 'POST' | 'DELETE', path: string, json?: object) =>
  app.request(method, `/api/admin${path}`, { token, ...(json && { json }) });

/** Creates and signs in a user, with a built-in role or with a new role of these permissions. */
async function colleague(
  name: string,
  role: string | readonly string[],
): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@equipe.example`;
  let key = role as string;
  if (typeof role !== 'string') {
    const json = { name: randomUUID(), permissions: role, own_branches: false };
    const answer = await app.request('POST', '/api/admin/roles/store', { token, json });
    expect(answer.statusCode, answer.payload).toBe(201);
    key = answer.json().data.uuid;
  }
  await createUser(app.deps, { name, email, password: PASSWORD, role: key });
  const answer = await app.request('POST', '/api/auth/login', { json: { email, password: PASSWORD } });
  return { email, token: answer.json().data.token.access_token };
}

async function storedShop(email: string): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: `Loja ${randomUUID()}`, email, phone: '8532224400' }))
    form.set(name, value);
  form.set('image', fileOf(await jpeg()));
  const answer = await app.request('POST', '/api/admin/shops/store', { token, form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
async function changedShop(uuid: string, email: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Loja', email, phone: '8532224400' }))
    form.set(name, value);
  const answer = await app.request('POST', `/api/admin/shops/update/${uuid}`, { token, form });
  expect(answer.statusCode, answer.payload).toBe(200);
}

describe('the data inventory', () => {
  it('the data inventory lists every column with personal data, and the others are listed as without', async () => {
    const tables = (await app.deps.db.introspection.getTables()).filter(
      // SQLite's index of the column `search`.
      ({ name }) => !/_search(_|$)/.test(name),
    );
    const entries = dataInventory(app.deps.config);
    const unlisted: string[] = [];
    for (const { name, columns } of tables) {
      const listed = new Set([
        ...COLUMNS_WITHOUT_PERSONAL_DATA,
        ...(columnsWithoutPersonalData()[name] ?? []),
        ...entries.flatMap((entry) => entry.columns[name] ?? []),
      ]);
      unlisted.push(
        ...columns.filter((column) => !listed.has(column.name)).map((column) => `${name}.${column.name}`),
      );
    }
    expect(unlisted).toEqual([]);
    const existing = new Set(
      tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
    );
    const named = [...entries.map(({ columns }) => columns), columnsWithoutPersonalData()].flatMap((lists) =>
      Object.entries(lists).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
    );
    expect(named.filter((column) => !existing.has(column))).toEqual([]);
  });

  it('returns the data inventory with roles and retention times of this installation', async () => {
    const { data } = bodyOf(readPersonalData.answers[200], await call(''));
    const entry = data.kept.find(({ key }) => key === 'applications');
    expect(entry).toMatchObject({ whose: 'Quem se candidata', seenBy: ['Administrador', 'Recrutamento'] });
    expect(entry?.howLong).toContain('12 meses');
    expect(data.kept.find(({ key }) => key === 'visitors')?.seenBy).toBeNull();
    const backups = data.kept.find(({ key }) => key === 'backups');
    expect(backups?.howLong).toContain('não faz backups automaticamente');
  });

  it('lists who looked up a person, without data of that person', async () => {
    await applied();
    const [application] = (await find(maria.email)).applications;
    expect((await app.request('GET', application?.doc.url_s3 ?? '')).statusCode).toBe(200);
    const { looks } = bodyOf(readPersonalData.answers[200], await call('')).data;
    expect(looks.slice(0, 2).map(({ text }) => text)).toEqual([
      `${staff.name} abriu o currículo de uma candidatura`,
      `${staff.name} consultou os dados de uma pessoa`,
    ]);
    expect(JSON.stringify(looks)).not.toMatch(/maria/i);
  });

  it('refuses the personal-data endpoints with 401 or 403 without the permission', async () => {
    const editor = await app.signInAs('editor');
    const reader = await colleague('Só Vê', ['personalData.read']);
    for (const path of ['', '/find', '/export', '/erase']) {
      const json = path ? { email: maria.email, confirmation: maria.email } : undefined;
      expect((await call(path, json, '')).statusCode).toBe(401);
      expect((await call(path, json, editor)).statusCode).toBe(403);
    }
    expect((await call('', undefined, reader.token)).statusCode).toBe(200);
    for (const path of ['/find', '/export'])
      expect((await call(path, { email: maria.email }, reader.token)).statusCode).toBe(403);
    expect((await erase(maria.email, reader.token)).statusCode).toBe(403);
  });
});

describe('the migration of roles', () => {
  it('the migration gives personal-data permissions to custom roles that could handle applications', async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : null;
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
    const { db, close } = await openDatabase({ url: database?.url, dataDir });
    try {
      await migrate(db, undefined, '0029_tokens');
      const roles = [
        ['vacancies.read'],
        ['applications.read', 'applications.write'],
        ['applications.read', 'applications.delete'],
      ];
      const at = { created_at: START, updated_at: START, deleted_at: null };
      for (const permissions of roles)
        await db
          .insertInto('roles')
          .values({
            ...at,
            uuid: randomUUID(),
            name: 'Papel',
            name_key: randomUUID(),
            description: null,
            permissions: JSON.stringify(permissions),
            own_branches: 0,
          })
          .execute();
      await migrate(db);
      const rows = await db.selectFrom('roles').select('permissions').orderBy('id').execute();
      expect(rows.map(({ permissions }) => JSON.parse(permissions).slice(1))).toEqual([
        [],
        ['applications.write', 'personalData.read', 'personalData.write'],
        ['applications.delete', 'personalData.read', 'personalData.write', 'personalData.delete'],
      ]);
    } finally {
      await close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('data of one person', () => {
  it('finds, exports and erases a person’s data, ignoring the case of the address', async () => {
    const one = await applied();
    const two = await applied({ email: 'MARIA.Jose@exemplo.example', vacancy: 'Padaria' });
    const other = await applied({ email: 'outra@exemplo.example' });
    await office('POST', `/work-with-us/notes/store/${one}`, { text: 'Liga depois.' });
    await office('POST', `/work-with-us/messages/${one}`, { template: 'pool', subject: 'Oi', text: 'Olá' });
    const found = await find('maria.jose@EXEMPLO.example');
    expect(found.applications).toMatchObject([
      { uuid: two, notes: 0, messages: 0, openings: 0, mails: 1 },
      { uuid: one, notes: 1, messages: 1, openings: 0, mails: 2 },
    ]);
    expect(found.mails).toEqual({ waiting: 3, files: 0 });
    expect((await app.request('GET', found.applications[0]?.doc.url_s3 ?? '')).statusCode).toBe(200);

    const exported = await exportData(maria.email);
    expect(exported.candidaturas).toHaveLength(2);
    expect(exported.candidaturas[1]).toMatchObject({
      nome: maria.name,
      telefone: '(85) 90000-0012',
      'recebida em': '10/03/2026 12:00',
      etapa: 'Nova',
      currículo: 'meu currículo.pdf',
      anotações: [{ texto: 'Liga depois.', 'por quem': staff.name, quando: '10/03/2026 12:00' }],
      'mensagens enviadas': [{ modelo: 'Banco de talentos' }],
    });
    expect(exported.candidaturas[0]['aberturas do currículo']).toHaveLength(1);
    expect(exported['e-mails na fila']).toHaveLength(3);
    expect(exported['para que usamos']).toMatchObject([{ 'para quê': 'Só para a seleção de pessoas.' }, {}]);
    expect(JSON.stringify(exported)).not.toContain('outra@');

    const wrong = await call('/erase', { email: maria.email, confirmation: 'maria' });
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['confirmation']]);
    const { email } = maria;
    const erased = await call('/erase', { email, confirmation: email.toUpperCase() });
    expect(erased.statusCode, erased.payload).toBe(200);
    expect(erased.json().data).toMatchObject({
      kept: [],
      backups: expect.stringContaining('não faz backups automaticamente'),
    });
    expect(await find(maria.email)).toMatchObject({ applications: [], mails: { waiting: 0, files: 0 } });
    const left = await app.deps.db.selectFrom('job_applications').select('uuid').execute();
    expect(left).toEqual([{ uuid: other }]);
    expect((await app.mails()).map(({ to }) => to?.[0]?.address)).toEqual(['outra@exemplo.example']);

    const entries = (await audit()).filter(({ entity }) => entity === 'personal_data');
    expect(entries.filter(({ action }) => action === 'forget')).toMatchObject([
      { entity_uuid: null, after: expect.stringContaining('"count"') },
    ]);
    expect(JSON.stringify(await audit())).not.toMatch(/maria|exemplo|Liga/i);
    const marks = await app.deps.db.selectFrom('erasures').selectAll().execute();
    expect(marks).toMatchObject([{ at: START, due: 0 }]);
    expect(JSON.stringify(marks)).not.toMatch(/maria/i);
  });

  it('returns 404 for an unknown address, 422 for an invalid one and 429 for too many look-ups', async () => {
    const email = 'ninguem@exemplo.example';
    const nothing = await find(email);
    expect(nothing).toMatchObject({ applications: [], accounts: [], mails: { waiting: 0, files: 0 } });
    expect((await call('/export', { email })).statusCode).toBe(404);
    expect((await erase(email)).statusCode).toBe(404);
    const nonsense = await call('/find', { email: 'maria' });
    expect([nonsense.statusCode, Object.keys(nonsense.json().errors)]).toEqual([422, ['email']]);
    const answers = [];
    for (let i = 0; i < 28; i += 1) answers.push((await call('/find', { email })).statusCode);
    expect(answers.filter((status) => status === 200)).toHaveLength(27);
    expect(answers.at(-1)).toBe(429);
    const { token: other } = await colleague('Rita Recruta', 'recruitment');
    expect((await call('/find', { email }, other)).statusCode).toBe(200);
  });
});

describe('staff accounts', () => {
  it('a caller without access to staff cannot see or erase a staff account', async () => {
    const { token: recruiter } = await colleague('Rui Recruta', 'recruitment');
    expect((await find(staff.email, recruiter)).accounts).toBeNull();
    const refused = await erase(staff.email, recruiter);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('continua')]);
    expect(await app.deps.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
    await applied({ email: staff.email });
    expect(JSON.stringify(await exportData(staff.email, recruiter))).not.toContain(staff.name);
    const erased = await erase(staff.email, recruiter);
    expect([erased.statusCode, erased.json().data.kept]).toEqual([
      200,
      expect.arrayContaining([expect.stringContaining('continua')]),
    ]);
    expect((await call('')).statusCode).toBe(200);
  });

  it('exports a staff account without secrets, and keeps its audit entries under a pseudonym', async () => {
    const { email, token: own } = await colleague('Zenaide Quitéria', 'admin');
    const json = { name: 'Lista', query: 'search=a' };
    await app.request('POST', '/api/admin/views/vacancies', { token: own, json });
    const shop = await app.request('POST', '/api/admin/vacancies/store', {
      token: own,
      json: { name: 'Padeira', description: 'Pães', city: 'Fortaleza', type: 1 },
    });
    expect(shop.statusCode, shop.payload).toBe(201);
    const uuid = await applied();
    await app.request('POST', `/api/admin/work-with-us/notes/store/${uuid}`, {
      token: own,
      json: { text: 'Boa conversa.' },
    });
    expect(await find(email)).toMatchObject({
      accounts: [{ name: 'Zenaide Quitéria', state: 'active', role_name: 'Administrador', refused: null }],
    });
    const exported = await exportData(email);
    expect(exported['contas da equipe']).toMatchObject([
      { nome: 'Zenaide Quitéria', papel: 'Administrador' },
    ]);
    const secrets = await app.deps.db
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.user_id', 'users.id')
      .select(['users.id', 'password_hash', 'token_hash'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(exported)).not.toContain(secrets.password_hash);
    expect(JSON.stringify(exported)).not.toContain(secrets.token_hash);

    const erased = await erase(email);
    expect(erased.statusCode, erased.payload).toBe(200);
    expect((await app.request('GET', '/api/admin/profile', { token: own })).statusCode).toBe(401);
    const { db } = app.deps;
    for (const table of [
      'users', 'audit_log', 'record_versions', 'application_notes', 'files', 'saved_views', 'devices',
    ] as const) // biome-ignore format: tables
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toMatch(
        /Zenaide|zenaide/,
      );
    const notes = await db.selectFrom('application_notes').select('user_name').execute();
    expect(notes).toEqual([{ user_name: expect.stringMatching(/^Pessoa apagada [\dA-Z]{4}$/) }]);
    expect((await find(email)).accounts).toEqual([]);
    expect((await app.request('GET', '/api/admin/audit', { token })).statusCode).toBe(200);
  });

  it('a removed account keeps its name until it is erased', async () => {
    const { email } = await colleague('Saiu Faz Tempo', 'editor');
    const row = await app.deps.db
      .selectFrom('users')
      .select('uuid')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect((await office('DELETE', `/users/destroy/${row.uuid}`)).statusCode).toBe(200);
    expect(await find(email)).toMatchObject({ accounts: [{ name: 'Saiu Faz Tempo', state: 'removed' }] });
    expect((await erase(email)).statusCode).toBe(200);
    const entries = (await audit()).filter(({ entity_uuid }) => entity_uuid === row.uuid);
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain('Saiu Faz Tempo');
  });

  it('keeps an account that the caller owns, that has more permissions, or that they may not delete', async () => {
    expect(await find(staff.email)).toMatchObject({
      accounts: [{ refused: expect.stringContaining('própria') }],
    });
    await colleague('Mais Uma', 'admin');
    const own = await erase(staff.email);
    expect([own.statusCode, own.json().message]).toEqual([409, expect.stringContaining('própria conta')]);

    const keeper = await colleague('Cuida', [
      'personalData.delete',
      'personalData.read',
      'users.write',
      'users.read',
    ]);
    const more = await erase(staff.email, keeper.token);
    expect([more.statusCode, more.json().message]).toEqual([
      409,
      expect.stringContaining('pode tudo o que ela'),
    ]);

    const sees = await colleague('Vê', [
      'personalData.delete',
      'personalData.read',
      'users.read',
      'applications.read',
      'applications.delete',
    ]);
    await applied({ email: keeper.email });
    const part = await erase(keeper.email, sees.token);
    expect([part.statusCode, part.json().data.kept]).toEqual([
      200,
      expect.arrayContaining([expect.stringContaining('conta da equipe fica')]),
    ]);
    expect((await app.request('GET', '/api/admin/profile', { token: keeper.token })).statusCode).toBe(200);
  });

  it('erasing an account keeps the name of another account with the same name', async () => {
    const [one, two] = [await colleague('Ana Souza', 'editor'), await colleague('Ana Souza', 'editor')];
    const picture = async () => {
      const form = new FormData();
      form.set('title', 'Um banner');
      form.set('image', fileOf(await jpeg()));
      const answer = await app.request('POST', '/api/admin/banners/store', { token: two.token, form });
      expect(answer.statusCode, answer.payload).toBe(201);
    };
    await picture();
    expect((await erase(one.email)).statusCode).toBe(200);
    const names = await app.deps.db.selectFrom('files').select('user_name').distinct().execute();
    expect(names).toContainEqual({ user_name: 'Ana Souza' });
  });
});

describe('site texts', () => {
  it('removes an erased address from a record, its versions and the audit log, and keeps the entries', async () => {
    const address = 'fala_com.rita@lojas.example';
    const uuid = await storedShop(address);
    await changedShop(uuid, 'x-fala_com.rita@lojas.example');
    await changedShop(uuid, address);
    const other = await storedShop('outra.fala_com.rita@lojas.example');
    const found = (await find(address)).texts;
    expect(found).toMatchObject({
      records: [{ table: 'shops', uuid, current: true, deleted: false, waiting: false, former: 1 }],
      others: 0,
    });
    expect(found.entries).toBeGreaterThan(0);
    const { token: recruiter } = await colleague('Rita Recruta', 'recruitment');
    expect((await find(address, recruiter)).texts).toMatchObject({ records: [], others: 1 });

    const entriesOf = async () =>
      (await audit()).filter(({ entity_uuid, before, after }) => entity_uuid === uuid && (before || after));
    const entries = (await entriesOf()).length;
    const erased = await erase(address);
    expect(erased.statusCode, erased.payload).toBe(200);
    expect(erased.json().data.kept).toEqual([]);
    const { db } = app.deps;
    const head = await db.selectFrom('shops').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
    expect(head).toMatchObject({ email: '[e-mail apagado]', version: 4 });
    expect(head.search).not.toContain('fala_com.rita@');
    const versions = await db.selectFrom('record_versions').select('data').where('uuid', '=', uuid).execute();
    expect(versions).toHaveLength(3);
    expect((await entriesOf()).length).toBe(entries + 1);
    await checkHistory(app.deps);
    const after = (await find(address)).texts;
    expect(after).toMatchObject({ records: [], others: 0, entries: 0 });
    expect((await find('outra.fala_com.rita@lojas.example')).texts.records).toMatchObject([{ uuid: other }]);
    expect((await erase(address)).statusCode).toBe(404);
  });

  it('removes an erased address from a version and an audit entry that are damaged JSON', async () => {
    const address = 'danificada@lojas.example';
    const uuid = await storedShop(address);
    await changedShop(uuid, 'outro@lojas.example');
    const { db } = app.deps;
    const version = await db
      .selectFrom('record_versions')
      .select(['id', 'data'])
      .where('uuid', '=', uuid)
      .where('state', '=', 'former')
      .executeTakeFirstOrThrow();
    const damaged = {
      data: version.data.slice(0, -1),
      after: `{"email":"${address}","of":"vizinha@lojas.example"`,
    };
    await db
      .updateTable('record_versions')
      .set({ data: damaged.data })
      .where('id', '=', version.id)
      .execute();
    // Entries of the log can be added and not changed.
    const entry = await db
      .insertInto('audit_log')
      .values({
        at: START,
        action: 'update',
        entity: 'shops',
        entity_uuid: uuid,
        after: damaged.after,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();

    expect((await find(address)).texts.records).toMatchObject([{ table: 'shops', uuid, former: 1 }]);
    expect(JSON.stringify(await exportData(address))).toContain('versão antiga');
    const erased = await erase(address);
    expect([erased.statusCode, erased.json().data.kept], erased.payload).toEqual([200, []]);
    const stored = {
      data: (
        await db
          .selectFrom('record_versions')
          .select('data')
          .where('id', '=', version.id)
          .executeTakeFirstOrThrow()
      ).data,
      after: (
        await db.selectFrom('audit_log').select('after').where('id', '=', entry.id).executeTakeFirstOrThrow()
      ).after,
    };
    expect(stored).toEqual({
      data: damaged.data.replaceAll(address, REDACTED_ADDRESS),
      after: damaged.after.replaceAll(address, REDACTED_ADDRESS),
    });
    // A start after a restore reads every address, in damaged texts too.
    await db.updateTable('erasures').set({ due: 1 }).execute();
    const started = await createApp({ config: app.deps.config, clock: app.clock });
    await started.close();
    await db
      .updateTable('record_versions')
      .set({ data: `${stored.data}}` })
      .where('id', '=', version.id)
      .execute();
  });

  it('keeps data in areas that the caller may not edit, and reports the areas, also after a restore', async () => {
    const email = `${randomUUID()}@pessoa.example`;
    const shop = await storedShop(email);
    await applied({ email });
    const { token: recruiter } = await colleague('Rute Recruta', 'recruitment');
    expect((await find(email, recruiter)).elsewhere).toEqual([{ area: expect.any(String), count: 2 }]);
    const erased = await erase(email, recruiter);
    expect(erased.statusCode, erased.payload).toBe(200);
    expect(erased.json().data.kept).toEqual([expect.stringContaining('peça a quem cuida')]);
    const { db } = app.deps;
    const texts = async () =>
      JSON.stringify([
        await db.selectFrom('record_versions').select('data').where('uuid', '=', shop).execute(),
        (await audit()).filter(({ entity_uuid }) => entity_uuid === shop),
      ]);
    const before = await texts();
    expect(before).toContain(email);

    await db.updateTable('erasures').set({ due: 1 }).execute();
    await applied({ email });
    const started = await createApp({ config: app.deps.config, clock: app.clock });
    await started.close();
    expect(await db.selectFrom('job_applications').select('id').execute()).toEqual([]);
    expect(await texts()).toBe(before);
  });

  it('refuses to erase an address of the chain itself with 409', async () => {
    const refused = await erase('nao-responda@hiperaurora.example');
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('da própria rede'),
    ]);
    expect(await app.deps.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });
});

describe('a role with personal data and without applications', () => {
  it('shows only the number of applications to a role without access to applications', async () => {
    await applied();
    const { token: narrow } = await colleague('Dados', [
      'personalData.read',
      'personalData.write',
      'personalData.delete',
    ]);
    expect(await find(maria.email, narrow)).toMatchObject({
      applications: [],
      elsewhere: [{ area: 'Trabalhe conosco', count: 1 }],
    });
    const exported = await exportData(maria.email, narrow);
    expect(exported).toMatchObject({
      'guardado em outras áreas': [{ área: 'Trabalhe conosco', quantidade: 1 }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/Maria|Operadora/);
    const refused = await erase(maria.email, narrow);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('Trabalhe conosco'),
    ]);
    expect(await app.deps.db.selectFrom('job_applications').select('name').execute()).toEqual([
      { name: maria.name },
    ]);
    expect(await app.deps.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });
});

describe('mails stored as files', () => {
  it('erases the stored mails to the address and keeps those to other addresses', async () => {
    const { email } = await colleague('Recebe Carta', 'editor');
    await app.deps.mailer.flush();
    await app.deps.write(
      null,
      async (work) => {
        for (const to of [email.toUpperCase(), 'outra@carta.example'])
          await app.deps.mailer.queue(work, { to, subject: 'Olá, açaí', text: 'Oi' });
      },
      { content: false },
    );
    await app.deps.mailer.flush();
    expect((await find(email)).mails).toEqual({ waiting: 0, files: 1 });
    expect((await exportData(email))['e-mails guardados em arquivo']).toEqual([
      { quando: '10/03/2026 12:00' },
    ]);
    const folder = join(app.dataDir, 'mail');
    const before = (await readdir(folder)).length;
    expect((await erase(email)).statusCode).toBe(200);
    expect((await readdir(folder)).length).toBe(before - 1);
    expect(await app.mailsTo('outra@carta.example')).not.toEqual([]);
  });
});

describe('a start after a restore', () => {
  it('a start after a restore repeats the erasures, and keeps the account of the last administrator', async () => {
    const { db } = app.deps;
    await applied();
    await applied({ email: 'fica@exemplo.example' });
    const shop = await storedShop('volta@lojas.example');
    await changedShop(shop, 'outro@lojas.example');
    const { email } = await colleague('Voltou Zuleide', 'editor');
    const admins = await db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('deleted_at', 'is', null)
      .execute();
    const due = [
      ...[maria.email.toUpperCase(), 'volta@lojas.example'].map((of) => ['all', of] as const),
      ...[email, ...admins.map((admin) => admin.email)].map((of) => ['accounts', of] as const),
    ];
    for (const [of, address] of due)
      await db
        .insertInto('erasures')
        .values({ at: START, mark: erasureMark(app.deps, of, address), due: 1 })
        .execute();
    const started = await createApp({ config: app.deps.config, clock: app.clock });
    await started.close();

    const left = await db.selectFrom('job_applications').select('email').execute();
    expect(left).toEqual([{ email: 'fica@exemplo.example' }]);
    const versions = await db.selectFrom('record_versions').select('data').where('uuid', '=', shop).execute();
    expect(JSON.stringify(versions)).not.toContain('volta@lojas.example');
    const people = await db
      .selectFrom('users')
      .select(['name', 'role'])
      .where('deleted_at', 'is', null)
      .execute();
    expect(people.some(({ name }) => name === 'Voltou Zuleide')).toBe(false);
    expect(people.filter(({ role }) => role === 'admin')).toHaveLength(1);
    const still = await db.selectFrom('erasures').select('id').where('due', '=', 1).execute();
    expect(still).toHaveLength(1);
  });
});

it('erases addresses that are unique names of two records, and the next save needs another name', async () => {
  const { token: bearer } = await colleague('Cuida dos Nomes', 'admin');
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, json?: object) =>
    app.request(method, `/api/admin/revenue-categories${path}`, { token: bearer, ...(json && { json }) });
  const emails = ['ana@exemplo.example', 'bia@exemplo.example'];
  const uuids: string[] = [];
  for (const name of emails) uuids.push((await ask('POST', '/store', { name })).json().data.uuid);
  for (const email of emails) {
    const erased = await erase(email, bearer);
    expect(erased.statusCode, erased.payload).toBe(200);
  }
  for (const uuid of uuids)
    expect((await ask('GET', `/details/${uuid}`)).json().data.name).toBe(REDACTED_ADDRESS);
  const save = (name: string) => ask('PUT', `/update/${uuids[1]}`, { name });
  expect((await save(REDACTED_ADDRESS)).json().errors).toEqual({
    name: [expect.stringContaining('Já existe')],
  });
  expect((await save('Bolos da Bia')).statusCode).toBe(200);
});
