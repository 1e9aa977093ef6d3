import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeIn } from '../../../test/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf } from '../../../test/images.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { type MailServer, startMailServer } from '../../../test/mailServer.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { builtPages } from '../pages/builtPages.ts';

/** These values are so rare that they occur in a day's output only if they leak. */
const PERSON = {
  name: 'Zuleide Quitéria Brandão',
  email: 'Zuleide.Brandao@correio.example',
  password: 'jabuticaba com queijo 77',
  wrong: 'graviola sem queijo 88',
  next: 'cupuaçu e pimenta 99',
};
const APPLICANT = {
  name: 'Deusdedite Pimentel Xavante',
  email: 'deusdedite@caixapostal.example',
  phone: '(85) 98123-4567',
  vacancy: 'Peixaria, CPF 123.456.789-09',
};
const FILE = 'curriculo-do-deusdedite.pdf';
const IP = '203.0.113.77';
const TYPED = ['zuleidebrandao', '85981234567', '12345678909'];

const lines = collectLogLines();
const printed: string[] = [];
const secrets = new Set<string>();
let app: TestApp;
let mailServer: MailServer;

/** Starts a server that refuses all mail, with the recipient's address in the message. */
const refusingServer = () =>
  startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`${address} mora aqui não`), { responseCode: 450 })),
  });

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => Boolean(printed.push(String(text))));
  for (const way of ['log', 'warn', 'error', 'info', 'debug'] as const)
    vi.spyOn(console, way).mockImplementation((...said) => void printed.push(said.map(String).join(' ')));
  mailServer = await refusingServer();
  app = await createTestApp({
    env: {
      LOG_LEVEL: 'trace',
      ACCESS_LOG: '1',
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mailServer.url,
    },
    pages: builtPages,
    logTo: lines.logTo,
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.remove({ rewritten: true });
  await mailServer.close();
});

const call = (method: 'GET' | 'POST', url: string, options: Parameters<TestApp['request']>[2] = {}) =>
  app.request(method, url, { ...options, headers: { 'x-forwarded-for': IP, ...options.headers } });

const signIn = (password: string, email = PERSON.email) =>
  call('POST', '/api/auth/login', { json: { email, password } });

function application(fields: Record<string, string> = {}, doc: Buffer = pdf()): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...APPLICANT, ...fields })) form.set(name, value);
  form.set('doc', fileOf(doc, FILE, 'application/pdf'));
  return form;
}

async function broken<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { db } = app.deps;
  await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_gone`)}`.execute(db);
  try {
    return await work();
  } finally {
    await sql`alter table ${sql.table(`${table}_gone`)} rename to ${sql.table(table)}`.execute(db);
  }
}

async function atTheDoor() {
  await createUser(app.deps, PERSON);
  expect((await signIn(PERSON.wrong)).statusCode).toBe(401);
  expect((await signIn(PERSON.wrong, `x${PERSON.email}`)).statusCode).toBe(401);
  const answer = await signIn(PERSON.password);
  expect(answer.statusCode).toBe(200);
  const token = answer.json().data.token.access_token as string;
  secrets.add(token);
  for (const cookie of [answer.headers['set-cookie']].flat())
    secrets.add(/=([^;]*)/.exec(String(cookie))?.[1] || token);
  expect(
    (
      await call('POST', '/api/auth/login', {
        payload: `{"email": "${PERSON.email}`,
        headers: { 'content-type': 'application/json' },
      })
    ).statusCode,
  ).toBe(400);
  expect((await broken('users', () => signIn(PERSON.password))).statusCode).toBe(500);
  return token;
}

async function recovery() {
  const seal = vi.spyOn(JSON, 'stringify');
  await call('POST', '/api/auth/forgot-it', { json: { email: PERSON.email } });
  const mails = seal.mock.calls.map(([value]) => String((value as { text?: string } | null)?.text ?? ''));
  seal.mockRestore();
  const code = mails.map(codeIn).find(Boolean) ?? '';
  expect(code).not.toBe('');
  secrets.add(code);
  // The mail server's refusal contains the recipient's address.
  await app.deps.mailer.flush();
  expect(
    (await call('POST', '/api/auth/verification-code', { json: { code: 'AAAAA-AAAAA' } })).statusCode,
  ).toBe(422);
  const verified = await call('POST', '/api/auth/verification-code', { json: { code } });
  expect(verified.statusCode).toBe(200);
  secrets.add(verified.json().code);
  const json = { code: verified.json().code, password: PERSON.next, password_confirmation: PERSON.next };
  expect(
    (await broken('sessions', () => call('POST', '/api/auth/reset-password', { json }))).statusCode,
  ).toBe(500);
  expect((await call('POST', '/api/auth/reset-password', { json })).statusCode).toBe(200);
}

async function applications() {
  expect((await call('POST', '/api/site/work-with-us', { form: application() })).statusCode).toBe(201);
  expect((await call('POST', '/work-with-us', { form: application() })).statusCode).toBe(303);
  expect((await call('POST', '/work-with-us', { form: application({ phone: '1' }) })).statusCode).toBe(422);
  const empty = application({}, Buffer.from('%PDF-1.4'));
  expect((await call('POST', '/api/site/work-with-us', { form: empty })).statusCode).toBe(422);
  for (const url of ['/api/site/work-with-us', '/work-with-us'])
    expect(
      (await broken('job_applications', () => call('POST', url, { form: application() }))).statusCode,
    ).toBe(500);
  const token = (await signIn(PERSON.next)).json().data.token.access_token as string;
  secrets.add(token);
  const search = `/api/admin/work-with-us?search=${encodeURIComponent(APPLICANT.name)}`;
  const { data } = (await call('GET', search, { token })).json();
  expect(data).toHaveLength(2);
  const { pathname } = new URL(data[0].doc.url_s3, 'http://localhost');
  secrets.add(pathname.split('/').at(-1) as string);
  expect((await call('GET', pathname, { token })).statusCode).toBe(200);
  expect((await call('GET', `${pathname}x`, { headers: { accept: 'text/html' } })).statusCode).toBe(403);
  expect((await broken('files', () => call('GET', pathname, { token }))).statusCode).toBe(500);
  const { uuid } = data[0];
  const office = '/api/admin/work-with-us';
  const json = { email: APPLICANT.email };
  const request = '/api/admin/personal-data';
  expect((await call('POST', `${request}/find`, { token, json })).statusCode).toBe(200);
  expect((await call('POST', `${request}/export`, { token, json })).statusCode).toBe(200);
  expect(
    (await broken('application_notes', () => call('POST', `${request}/find`, { token, json }))).statusCode,
  ).toBe(500);
  const letter = { template: 'closed', subject: APPLICANT.name, text: APPLICANT.vacancy };
  expect((await call('POST', `${office}/messages/${uuid}`, { token, json: letter })).statusCode).toBe(201);
  const note = { text: `${APPLICANT.name} ${TYPED.join(' ')}` };
  expect((await call('POST', `${office}/notes/store/${uuid}`, { token, json: note })).statusCode).toBe(201);
  const erasure = { ...json, confirmation: APPLICANT.email, current_password: PERSON.next };
  expect((await call('POST', `${request}/erase`, { token, json: erasure })).statusCode).toBe(200);
}

async function addresses() {
  const typed = encodeURIComponent(`${PERSON.email} ${TYPED.join(' ')}`);
  for (const url of [
    `/${typed}`,
    `/api/${typed}`,
    `/?busca=${typed}`,
    `/media/${typed}/a`,
    `/%zz${TYPED[0]}`,
    `/shops?busca=${typed}`,
  ])
    await call('GET', url, { headers: { referer: `https://x.example/${typed}`, 'user-agent': typed } });
  await broken('shops', () => call('GET', `/shops?busca=${typed}`));
}

test('the output of the process contains no personal data, whatever happens', async () => {
  await atTheDoor();
  await recovery();
  await applications();
  await addresses();
  await app.deps.jobs.drain();

  const written = lines.text() + printed.join('\n');
  const folded = written.toLowerCase();
  const digits = written.replace(/[^\d]+/g, '');
  const personal = [PERSON, APPLICANT].flatMap((record) => Object.values(record));
  const parts = [PERSON.name, APPLICANT.name].flatMap((name) => name.split(' '));
  for (const value of [...personal, ...parts, FILE, IP, ...TYPED, ...secrets]) {
    expect(value.length).toBeGreaterThan(5);
    expect(folded.includes(value.toLowerCase()), value).toBe(false);
    expect(folded.includes(encodeURIComponent(value).toLowerCase()), value).toBe(false);
  }
  for (const number of ['85981234567', '12345678909']) expect(digits.includes(number), number).toBe(false);
  // All these events were logged.
  const failed = lines.all().filter(({ level }) => level === 50);
  expect(failed.length).toBeGreaterThanOrEqual(6);
  expect(lines.withMessage('security event').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['login_refused', 'reset_password']),
  );
  expect(lines.withMessage('service unavailable')).toMatchObject([{ part: 'mail', reason: 'EENVELOPE 450' }]);
  expect(lines.withMessage('request').length).toBeGreaterThan(25);
  // Log files beside the output contain none either.
  const files = await readdir(app.dataDir);
  for (const name of files.filter((name) => name.endsWith('.log')))
    expect(await readFile(join(app.dataDir, name), 'utf8')).not.toContain(PERSON.email);
});
