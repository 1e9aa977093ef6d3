import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, staff, type TestApp } from '../../../test/app.ts';
import { checkHistory } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { formOf } from '../../../test/uploads.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { readConfig } from '../../platform/config/config.ts';
import { lockForServing } from '../../platform/database/servingLock.ts';
import { isOperatorError, runCommand } from './commands.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());

interface Said {
  code: number;
  out: string;
  error: string;
}

const environment = () => ({
  NODE_ENV: 'production',
  DATA_DIR: app.dataDir,
  ...(engine === 'postgres' && { DATABASE_URL: app.deps.config.DATABASE_URL }),
});

/** Runs the command in a process on the database of this application. Each run takes seconds. */
const vitrine = (...args: string[]) => vitrineReads('', ...args);

async function vitrineReads(input: string, ...args: string[]): Promise<Said> {
  try {
    const running = run(process.execPath, ['src/server/commands/cli.ts', ...args], {
      cwd: root,
      env: environment(),
    });
    running.child.stdin?.end(input);
    const { stdout, stderr } = await running;
    return { code: 0, out: stdout.trim(), error: stderr.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout.trim(), error: stderr.trim() };
  }
}

/** Runs the command in this process, as `cli.ts` does in its own, for tests of what the command does. */
async function answerOf(...args: string[]): Promise<Said> {
  try {
    const { text, isOk } = await runCommand(args, () => readConfig(environment()));
    return { code: isOk ? 0 : 1, out: text, error: '' };
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return { code: 1, out: '', error: error.message };
  }
}

const profile = async (token: string) =>
  (await app.request('GET', '/api/admin/profile', { token })).statusCode;

test('adds, lists, disables and removes users while the product runs', async () => {
  const token = await app.signIn();
  const only = await answerOf('user', 'disable', staff.email);
  expect(only).toMatchObject({ code: 1, error: expect.stringContaining('última pessoa que administra') });
  expect(await profile(token)).toBe(200);

  const added = await answerOf('user', 'add', 'bia@rede.example', 'Bia Reis');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^bia@rede\.example criado\. Senha: /) });
  expect(await vitrine('user', 'disable', staff.email)).toEqual({
    code: 0,
    out: `Acesso de ${staff.email} desativado. As sessões terminaram.`,
    error: '',
  });
  expect(await profile(token)).toBe(401);
  expect((await answerOf('user', 'list')).out.split('\n')).toEqual([
    'bia@rede.example\tBia Reis\tativo',
    `${staff.email}\t${staff.name}\tdesativado`,
  ]);
  expect((await answerOf('user', 'remove', staff.email)).code).toBe(0);
  const nobody = await answerOf('user', 'enable', staff.email);
  expect(nobody).toMatchObject({ code: 1, error: `Não há ninguém com o e-mail ${staff.email}.` });
}, 120_000);

test('rotates the key while the product runs, and replaces a lost key only on request', async () => {
  const rotated = await vitrine('rotate-key');
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining('Chave nova em') });
  await rm(join(app.dataDir, 'secret.key'));
  expect(await answerOf('user', 'list')).toMatchObject({
    code: 1,
    error: expect.stringContaining('Este banco já tem uma chave'),
  });
  expect(await answerOf('rotate-key', '--lost')).toMatchObject({ code: 0 });
  expect((await answerOf('user', 'list')).code).toBe(0);
  expect((await answerOf('--version')).out).toMatch(/^\d+\.\d+\.\d+$/);
}, 60_000);

test('creates a user with a password from standard input', async () => {
  const [email, password] = ['duda@rede.example', 'quatro pontes de madeira'];
  const added = await vitrineReads(`${password}\n`, 'user', 'add', email, 'Duda Reis', '--password-stdin');
  expect(added).toEqual({ code: 0, out: `${email} criado.`, error: '' });
  expect((await app.request('POST', '/api/auth/login', { json: { email, password } })).statusCode).toBe(200);
}, 60_000);

test('writes the first password of a service to a file, not to its log, until the password is unusable', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-first-'));
  const file = join(dataDir, 'first-password');
  const product = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { DATA_DIR: dataDir, PORT: '0', DEMO_CONTENT: '0', ADMIN_EMAIL: 'ti@rede.example' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let lines = '';
    product.stdout.setEncoding('utf8').on('data', (part) => {
      lines += part;
    });
    await expect.poll(() => lines).toContain(`a senha que está em ${file}.`);
    const password = (await readFile(file, 'utf8')).trim();
    expect(password).toMatch(/^([0-9a-z]{5}-){5}[0-9a-z]{5}$/);
    expect(lines).not.toContain(password);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const [url = ''] = /http:\S+/.exec(lines) ?? [];
    const send = (method: string, path: string, body: object, token = '') =>
      fetch(`${url}/api${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      });
    const entered = await send('POST', '/auth/login', { email: 'ti@rede.example', password });
    const { data } = (await entered.json()) as { data: { token: { access_token: string } } };
    expect(existsSync(file)).toBe(true);
    const next = 'quatro pontes de madeira';
    const changed = await send(
      'PUT',
      '/admin/profile/password',
      { current_password: password, password: next, password_confirmation: next },
      data.token.access_token,
    );
    expect(changed.status, await changed.text()).toBe(200);
    await expect.poll(() => existsSync(file)).toBe(false);
  } finally {
    const ended = once(product, 'exit');
    product.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  }
}, 60_000);

test('refuses a weak password and a missing e-mail with a message', async () => {
  const caio = ['user', 'add', 'caio@rede.example', 'Caio Reis'];
  const weak = await vitrineReads('password12\n', ...caio, '--password-stdin');
  expect(weak).toMatchObject({ code: 1, error: expect.stringContaining('mais usadas') });
  expect(await answerOf(...caio, 'uma senha boa de teste')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^A senha não vai na linha de comando.*--password-stdin/),
  });
  expect(await answerOf('migrate-to', 'postgres://vitrine@banco.example/vitrine')).toMatchObject({
    code: 1,
    error: expect.stringMatching(/sslmode=verify-full.*PLAIN_INSIDE=1/),
  });
  const missing = await answerOf('user', 'remove');
  expect(missing).toMatchObject({ code: 1, error: expect.stringContaining('user remove E-MAIL') });
}, 60_000);

test('erases a record permanently, in any state, without a trace of its content', async () => {
  const who = { name: 'Ana Souza', email: 'ana@rede.example', password: 'outra senha de teste' };
  await createUser(app.deps, who);
  const login = await app.request('POST', '/api/auth/login', {
    json: { email: who.email, password: who.password },
  });
  const token = login.json().data.token.access_token;
  const image = async () => fileOf(await jpeg(), 'a.jpg', 'image/jpeg');
  const send = async (method: 'POST' | 'DELETE', path: string, fields: object = {}) => {
    const form = method === 'POST' ? { form: formOf(fields as never) } : {};
    const answer = await app.request(method, `/api/admin/banners${path}`, { token, ...form });
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    return answer.json().data.uuid as string;
  };
  const keptUuid = await send('POST', '/store', { title: 'Fica', image: await image() });
  const stored = await app.storedKeys();
  const [shown, deleted] = [
    await send('POST', '/store', { title: 'Retrato de Maria', image: await image(), position: '1' }),
    await send('POST', '/store', { title: 'Maria no caixa', image: await image() }),
  ];
  await send('POST', `/update/${shown}`, { title: 'Maria na loja', image: await image() });
  await send('DELETE', `/destroy/${deleted}`);
  const editor = await app.deps.authenticate(token);
  await app.deps.write(editor, (work) =>
    app.deps.publication.addPendingChange(work, 'banners', shown, { values: { title: 'Maria, rascunho' } }),
  );

  for (const uuid of [shown, deleted])
    expect(await answerOf('erase', 'banners', uuid)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Apagado de vez'),
    });
  const { db } = app.deps;
  const remaining = await db.selectFrom('banners').select(['uuid', 'position']).execute();
  expect(remaining).toEqual([{ uuid: keptUuid, position: 1 }]);
  expect(await app.storedKeys()).toEqual(stored);
  const everything = JSON.stringify([
    await db.selectFrom('record_versions').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(everything).toContain('Fica');
  expect(everything).not.toContain('Maria');
  const erased = await db.selectFrom('audit_log').selectAll().where('action', '=', 'erase').execute();
  expect(erased.map(({ entity_uuid, before, after }) => [entity_uuid, before, after])).toEqual([
    [shown, null, null],
    [deleted, null, null],
  ]);
  await checkHistory(app.deps);

  expect(await answerOf('erase', 'banners', shown)).toMatchObject({
    code: 1,
    error: `Não há nada em banners com o código ${shown}.`,
  });
  expect(await answerOf('erase', 'faixas', shown)).toMatchObject({
    code: 1,
    error: expect.stringContaining('As que há: videos, banners,'),
  });
  expect((await answerOf('erase', 'banners')).error).toContain('erase TABELA CÓDIGO');
}, 120_000);

test('disables a lost second factor and ends the sessions', async () => {
  const email = 'caio@rede.example';
  await createUser(app.deps, { name: 'Caio Luz', email, password: staff.password });
  const signIn = () => app.request('POST', '/api/auth/login', { json: { email, password: staff.password } });
  const token = (await signIn()).json().data.token.access_token;
  const { id } = await app.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const passkey = { credential_id: 'AQ', public_key: 'AQ', counter: 0, transports: '[]', name: 'Celular' };
  await app.deps.db
    .insertInto('passkeys')
    .values({ ...passkey, uuid: randomUUID(), user_id: id, created_at: '2026-11-23T12:00:00.000Z' })
    .execute();
  expect((await signIn()).json()).toMatchObject({ two_factor: true });
  expect(await answerOf('user', 'remove-factors', email)).toEqual({
    code: 0,
    out: `Verificação em duas etapas de ${email} desligada. As sessões terminaram; para entrar basta a senha.`,
    error: '',
  });
  expect(await profile(token)).toBe(401);
  expect((await signIn()).statusCode).toBe(200);
  expect((await answerOf('user', 'remove-factors', email)).out).toBe(
    `${email} não tinha verificação em duas etapas.`,
  );
  expect(await answerOf('user', 'remove-factors', 'ninguem@rede.example')).toMatchObject({ code: 1 });
});

test('prints personal data, writes it with the résumés, and erases it', async () => {
  const email = 'pede@rede.example';
  const doc = fileOf(pdf(), 'curriculo.pdf', 'application/pdf');
  const form = formOf({ name: 'Bia Pede', email, phone: '(85) 90000-0012', vacancy: 'Caixa', doc });
  expect((await app.request('POST', '/api/site/work-with-us', { form })).statusCode).toBe(201);

  const printed = await answerOf('person', email.toUpperCase());
  expect(printed.code).toBe(0);
  expect(JSON.parse(printed.out).candidaturas).toMatchObject([{ nome: 'Bia Pede', vaga: 'Caixa' }]);

  const out = join(app.dataDir, 'pedido.json');
  const written = await answerOf('person', email, '--out', out);
  expect(written.out.split('\n')).toEqual([`Gravado: ${out}`, `Currículo: ${out}.curriculos/1.pdf`]);
  expect(JSON.parse(await readFile(out, 'utf8'))['e-mail']).toBe(email);
  expect(await readFile(`${out}.curriculos/1.pdf`)).toEqual(pdf());
  expect((await stat(out)).mode & 0o077).toBe(0);
  expect((await answerOf('person', email, '--out', out)).error).toContain('já existe');

  const erased = await answerOf('person', email, '--erase');
  expect(erased.code).toBe(0);
  expect(erased.out).toContain('"nome": "Bia Pede"');
  expect(erased.out).toMatch(/apagado para sempre\.\nEste sistema não faz backups automaticamente/);
  expect(await answerOf('person', email)).toMatchObject({
    code: 1,
    error: expect.stringContaining('Não há nada'),
  });
  expect(await answerOf('person')).toMatchObject({
    code: 1,
    error: expect.stringContaining('person E-MAIL'),
  });
  expect(await answerOf('person', email, '--tudo')).toMatchObject({ code: 1 });
}, 60_000);

test("keeps the last administrator's account for every command", async () => {
  const only = await app.deps.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .execute();
  expect(only.length).toBeGreaterThan(0);
  const answers = [];
  for (const { email } of only) answers.push(await answerOf('person', email, '--erase'));
  // Mails to the person may be deleted; the account must stay.
  const { out, error } = answers.at(-1) ?? { out: '', error: '' };
  expect(out + error).toContain('última pessoa que administra');
  const row = await app.deps.db
    .selectFrom('users')
    .select('deleted_at')
    .where('email', '=', only.at(-1)?.email ?? '')
    .executeTakeFirst();
  expect(row).toEqual({ deleted_at: null });
});

test('sweeps unfinished files at once when no process serves, and refuses while one does', async () => {
  const key = `ab/ab${randomUUID().slice(2)}/original.jpg`;
  await app.deps.store.put('public', key, Buffer.from('x'), 'image/jpeg');
  const fileSize = () => app.deps.store.size('public', key);
  const stop = lockForServing({ ...app.deps.config, ROLLOUT: false });
  const { code, error } = await vitrine('sweep', '--now');
  expect(code).not.toBe(0);
  expect(error).toContain('ainda há um processo que serve estes dados');
  stop();
  expect((await answerOf('sweep', '--already')).error).toContain('Uso:');
  expect((await answerOf('sweep')).code).toBe(0);
  expect(await fileSize()).toBe(1);
  // On PostgreSQL the application of these tests would still count as running.
  if (engine === 'postgres') return;
  const swept = await answerOf('sweep', '--now');
  expect(swept.out, swept.error).toMatch(/e 1 arquivos?\.$/);
  expect(await fileSize()).toBeNull();
});
