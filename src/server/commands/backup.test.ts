import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmation, createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { historyFaults } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { filesIn, rowsOf } from '../../../test/installation.ts';
import { createTestDatabase } from '../../../test/postgres.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { formOf } from '../../../test/uploads.ts';
import { lastBackup, startBackupRun } from '../../platform/backup/runs.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { openStore } from '../../platform/files/open.ts';
import { eraseRecordAndFiles } from '../../records/server/files/file.purge.ts';
import { removeFiles } from '../../records/server/files/file.service.ts';
import { eraseRecord } from '../../records/server/store/eraseRecord.ts';
import { createApp } from '../app.ts';
import { backUp, EXCLUDED_TABLES, migrateTo, restore, UNMIGRATED_TABLES, verifyBackup } from './backup.ts';
import { runCommand } from './commands.ts';

const PASSPHRASE = 'quatro palavras bem escolhidas';
const DAY = 86_400_000;

let app: TestApp;
let folder: string;
const drops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  app = await createTestApp({ env: { AVIF: '0' } });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
});
afterAll(async () => {
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
  await app.remove();
});

async function storeBanner(title: string): Promise<string> {
  const image = fileOf(await jpeg(), 'a.jpg', 'image/jpeg');
  const form = formOf({ title, image });
  const answer = await app.request('POST', '/api/admin/banners/store', { token: await app.signIn(), form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

async function replacePicture(uuid: string, title: string) {
  const form = formOf({ title, image: fileOf(await jpeg({ colour: '#123456' }), 'b.jpg', 'image/jpeg') });
  const url = `/api/admin/banners/update/${uuid}`;
  const answer = await app.request('POST', url, { token: await app.signIn(), form });
  expect(answer.statusCode, answer.payload).toBe(200);
}

async function apply(): Promise<string> {
  const doc = fileOf(pdf(), 'curriculo.pdf', 'application/pdf');
  const form = formOf({
    name: 'Bia Reis',
    email: 'bia@rede.example',
    phone: '(85) 90000-0012',
    vacancy: 'Caixa',
    doc,
  });
  const answer = await app.request('POST', '/api/site/work-with-us', { form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

/** Imports an offer, whose sequence number the database assigns. A restore must keep such counters. */
async function importOffer() {
  const csv =
    'Produto;Tamanho;Unidade;Preço;Departamento;Vale de;Vale até\nFigo;1;kg;3;Pet;21/11/2026;30/11/2026';
  const answer = await app.request('POST', '/api/admin/offers/import', {
    token: await app.signIn(),
    json: { csv },
  });
  expect(answer.statusCode, answer.payload).toBe(200);
}

/** Returns an empty machine with the same engine, or with the other one. */
async function emptyMachine(on = engine): Promise<Config> {
  const dataDir = join(folder, `machine-${Math.random()}`);
  const database = on === 'postgres' ? await createTestDatabase() : null;
  if (database) drops.push(database.drop);
  return readConfig({ DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) });
}

async function inside(config: Config, leftOut: ReadonlySet<string>) {
  const { db, close } = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR });
  try {
    const faults = await historyFaults({ db });
    return { rows: await rowsOf(db, leftOut), files: await filesIn(await openStore(config)), faults };
  } finally {
    await close();
  }
}

test('restores every row and byte elsewhere, on either engine, from a folder and from an encrypted file', async () => {
  const uuid = await storeBanner('Primeiro');
  await replacePicture(uuid, 'Segundo');
  await apply();
  await importOffer();
  const { config } = app.deps;
  const to = join(folder, 'backups');

  const first = await backUp(config, { to });
  expect(first.copied.count).toBe(first.files);
  await storeBanner('Depois');
  const second = await backUp(config, { to, keep: 1 });
  expect(second.files).toBeGreaterThan(first.files);
  expect(second.copied.count).toBe(second.files - first.files);
  expect(second.removed).toHaveLength(1);
  expect(await lastBackup(app.deps.db)).toMatchObject({ target: to, files: second.files });

  const source = await inside(config, EXCLUDED_TABLES);
  const elsewhere = await emptyMachine('sqlite');
  await restore(elsewhere, to, {});
  const arrived = await inside(elsewhere, EXCLUDED_TABLES);
  expect(arrived).toEqual({ ...source, faults: [] });
  expect(arrived.rows.get('job_applications')).toHaveLength(1);
  expect(arrived.rows.get('offers_counts')).toHaveLength(2);

  // Sessions are not restored.
  const { db, close } = await openDatabase({ url: elsewhere.DATABASE_URL, dataDir: elsewhere.DATA_DIR });
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  await close();

  const file = join(folder, 'tudo.vitrine');
  // Key derivation is slow: once is enough.
  const sealed = engine === 'sqlite' ? { passphrase: PASSPHRASE } : {};
  await backUp(elsewhere, { to: file, ...sealed });
  const again = await emptyMachine();
  if (engine === 'sqlite') await expect(restore(again, file, {})).rejects.toThrow('está cifrado');
  await restore(again, file, sealed);
  expect(await inside(again, EXCLUDED_TABLES)).toEqual({ ...source, faults: [] });

  // Nothing is overwritten.
  await expect(restore(again, file, sealed)).rejects.toThrow('já tem conteúdo');
  await expect(backUp(again, { to: file })).rejects.toThrow('já existe');
});

test('moves an installation with its sessions to another database, and names the settings to change', async () => {
  await storeBanner('Vai junto');
  await app.signIn();
  const { config } = app.deps;
  const target = await emptyMachine('sqlite');
  const url = `sqlite:${target.DATA_DIR}`;
  const moved = await migrateTo(config, url, undefined);
  const [source, arrived] = [
    await inside(config, UNMIGRATED_TABLES),
    await inside(target, UNMIGRATED_TABLES),
  ];
  expect(arrived).toEqual({ ...source, faults: [] });
  expect(arrived.rows.get('sessions')?.length).toBeGreaterThan(0);
  expect(moved.configLines).toContain(`DATA_DIR=${target.DATA_DIR}`);
  await expect(migrateTo(config, url, target.DATA_DIR)).rejects.toThrow('já tem conteúdo');
});

test('finds a changed byte, a missing file and a missing part', async () => {
  await storeBanner('Inteiro');
  const to = join(folder, 'damaged');
  const { name } = await backUp(app.deps.config, { to });
  const verify = async () => (await verifyBackup(app.deps.config, to, {})).findings.map(({ text }) => text);
  expect(await verify()).toEqual([]);
  const paths = (await readdir(to, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const stored = paths.find((path) => path.endsWith('original.jpg')) ?? '';
  for (const path of [stored, name]) {
    const original = await readFile(path);
    for (let count = 0; count < 12; count += 1) {
      const at = Math.floor((original.length * count) / 12);
      const changed = Buffer.from(original);
      changed[at] = (changed[at] ?? 0) ^ 4;
      await writeFile(path, changed);
      expect(await verify(), `${path} at ${at}`).toHaveLength(1);
    }
    await writeFile(path, original.subarray(0, -1));
    expect(await verify()).toHaveLength(1);
    await writeFile(path, original);
  }
  await rm(stored);
  expect(await verify()).toEqual([expect.stringContaining('original.jpg: falta')]);
  const target = await emptyMachine('sqlite');
  await expect(restore(target, to, {})).rejects.toThrow('não está inteiro');
  await rm(name);
  await expect(verify()).rejects.toThrow('Não há backups');
});

test('deletes a removed file only after the backup that needs it, and an erased file at once', async () => {
  const { deps } = app;
  const stored = async (title: string) => {
    const uuid = await storeBanner(title);
    const file = await deps.db
      .selectFrom('banners')
      .innerJoin('files', 'files.id', 'banners.file_id')
      .select('files.uuid')
      .where('banners.uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    const key = `${file.uuid.slice(0, 2)}/${file.uuid}/original.jpg`;
    return { uuid, url: `/media/${file.uuid}/original.jpg`, key };
  };
  type Banner = Awaited<ReturnType<typeof stored>>;
  const lies = async ({ key }: Banner) => (await deps.store.size('public', key)) !== null;
  const served = async ({ url }: Banner) => (await app.request('GET', url)).statusCode === 200;
  const forget = ({ uuid }: Banner) =>
    deps.write(null, async (work) => removeFiles(deps, work, await eraseRecord(work, 'banners', uuid)));
  const now = () => app.clock.set(Date.now());
  const clear = () => deps.jobs.drain('removed files');
  const [stays, waits, erased] = [await stored('Fica'), await stored('Sai'), await stored('Apagado')];

  const run = await startBackupRun(deps.db, 'um lugar');
  await expect(startBackupRun(deps.db, 'outro')).rejects.toThrow();
  now();
  await forget(waits);
  expect([await lies(waits), await served(waits), await served(stays)]).toEqual([true, false, true]);
  await eraseRecordAndFiles(deps, 'banners', erased.uuid);
  expect([await lies(erased), await served(erased)]).toEqual([false, false]);
  await clear();
  expect(await lies(waits)).toBe(true);
  // The running backup began before the removal, so the next one is needed.
  await run.done({ files: 0, bytes: 0 });
  app.clock.advance(DAY / 10);
  await clear();
  expect(await lies(waits)).toBe(true);
  await backUp(deps.config, { to: join(folder, 'next') });
  app.clock.advance(DAY / 100);
  await clear();
  expect([await lies(waits), await lies(stays)]).toEqual([false, true]);

  // Erasing a record also deletes its removed files at once.
  now();
  const replaced = await stored('Trocado');
  await startBackupRun(deps.db, 'um lugar');
  await forget(replaced);
  await deps.db.updateTable('removed_files').set({ record: stays.uuid }).execute();
  expect(await lies(replaced)).toBe(true);
  await eraseRecordAndFiles(deps, 'banners', stays.uuid);
  expect([await lies(replaced), await lies(stays)]).toEqual([false, false]);

  // A killed backup must not block deletions for ever, nor another backup.
  const last = await stored('Último');
  await deps.db
    .updateTable('backups')
    .set({ leased_until: new Date(Date.now() + 1000).toISOString() })
    .where('state', '=', 'running')
    .execute();
  await forget(last);
  expect(await lies(last)).toBe(true);
  app.clock.advance(8 * DAY);
  await clear();
  expect(await lies(last)).toBe(false);
  await deps.db.updateTable('backups').set({ leased_until: '2020' }).where('state', '=', 'running').execute();
  await (await startBackupRun(deps.db, 'depois')).done({ files: 0, bytes: 0 });
});

const erasePerson = async (on: Pick<TestApp, 'request' | 'signIn'>, email: string) => {
  const json = { email, confirmation: email, ...confirmation };
  const answer = await on.request('POST', '/api/admin/personal-data/erase', {
    token: await on.signIn(),
    json,
  });
  expect(answer.statusCode, answer.payload).toBe(200);
};

/** Starts the product on a machine; returns the number of applications and of pending erasures. */
async function startedOn(config: Config): Promise<{ applications: number; due: number }> {
  const started = await createApp({ config: { ...config, LOG_LEVEL: 'silent' } });
  try {
    const { db } = started.deps;
    const applications = await db.selectFrom('job_applications').select('id').execute();
    const due = await db.selectFrom('erasures').select('id').where('due', '=', 1).execute();
    return { applications: applications.length, due: due.length };
  } finally {
    await started.close();
  }
}

test('erases restored people again before anything is served, also after a key rotation', async () => {
  const to = join(folder, 'erased');
  const instance = await createTestApp({ env: { BACKUP_TO: to } });
  try {
    const apply = async (email: string) => {
      const doc = fileOf(pdf(), 'curriculo.pdf', 'application/pdf');
      const form = formOf({ name: 'Bia Reis', email, phone: '(85) 90000-0012', vacancy: 'Caixa', doc });
      expect((await instance.request('POST', '/api/site/work-with-us', { form })).statusCode).toBe(201);
    };
    await apply('bia@rede.example');
    await apply('fica@rede.example');
    const { name } = await backUp(instance.deps.config, { to });
    const file = join(folder, 'antes.vitrine');
    await backUp(instance.deps.config, { to: file });
    instance.clock.set(Date.now());
    await erasePerson(instance, 'bia@rede.example');
    await instance.deps.jobs.drain('erasures');
    const list = JSON.parse(await readFile(join(to, 'erasures.json'), 'utf8'));
    expect(list.erasures).toHaveLength(1);
    expect(JSON.stringify(list)).not.toContain('bia');
    // The list is not a backup and does not disturb backups.
    expect((await verifyBackup(instance.deps.config, to, {})).findings).toEqual([]);

    const machine = await emptyMachine();
    expect((await restore(machine, name, {})).erased).toEqual({ again: 1, unreadable: 0 });
    expect(await startedOn(machine)).toEqual({ applications: 1, due: 0 });
    expect((await restore(await emptyMachine('sqlite'), file, {})).erased).toBeNull();

    // A new key still reads entries of the former key; another person is erased under it.
    const { text } = await runCommand(['rotate-key'], () => instance.deps.config);
    expect(text).toContain('Chave nova');
    const output = await runCommand(['person', 'fica@rede.example', '--erase'], () => instance.deps.config);
    expect(output.text).toContain('apagado para sempre');
    await backUp(instance.deps.config, { to });
    const both = await emptyMachine('sqlite');
    expect((await restore(both, name, {})).erased).toEqual({ again: 2, unreadable: 0 });
    expect(await startedOn(both)).toEqual({ applications: 0, due: 0 });

    // A lost key makes its entries unreadable. Their number is reported, for staff to repeat the erasures.
    await runCommand(['rotate-key', '--lost'], () => instance.deps.config);
    await apply('depois@rede.example');
    await runCommand(['person', 'depois@rede.example', '--erase'], () => instance.deps.config);
    await backUp(instance.deps.config, { to, keep: 2 });
    expect(await readdir(to)).toContain('erasures.json');
    const lost = await emptyMachine('sqlite');
    const oldest = (await readdir(to)).filter((entry) => entry.endsWith('.vitrine')).sort()[0] ?? '';
    expect((await restore(lost, join(to, oldest), {})).erased).toEqual({ again: 0, unreadable: 1 });
  } finally {
    await instance.remove({ rewritten: true });
  }
});
