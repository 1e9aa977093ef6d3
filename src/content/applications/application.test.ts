import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, engine, staff, type TestApp, testClock } from '../../../test/app.ts';
import { emptyAuditLog } from '../../../test/auditLog.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf } from '../../../test/images.ts';
import { inputFile, pdf, pdfOf } from '../../../test/sampleFiles.ts';
import { contentSecurityPolicy } from '../../platform/http/headers.ts';
import { signatureOf } from '../../platform/security/secrets.ts';
import { mainName, storageKey } from '../../records/server/files/file.rows.ts';
import { sweep } from '../../records/server/files/file.service.ts';
import { failureEnvelope } from '../../shared/failure.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import {
  applicationFields,
  applyForVacancy,
  getApplication,
  listApplications,
} from './application.contract.ts';
import { purgeApplications } from './application.service.ts';

const MINUTE = 60_000;
const START = '2026-03-10T15:00:00.000Z';
const PDF = pdf('Maria da Silva');
const resumeOf = (bytes: Buffer, name = 'meu currículo.pdf', type = 'application/pdf') =>
  fileOf(bytes, name, type);

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({
    env: { MAX_RESUME_MB: '0.5', RETENTION_MONTHS: '12' },
    clock: testClock(START),
  });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(START);
  await emptyTables(app.deps, [
    'job_applications',
    'vacancies',
    'files',
    'audit_log',
    'mail_outbox',
    'rate_limits',
  ]);
  await app.emptyStore();
  await rm(join(app.dataDir, 'mail'), { recursive: true, force: true });
});

type Fields = Record<string, string | File>;
const maria = {
  name: 'Maria José da Silva',
  email: 'maria.jose@exemplo.example',
  phone: '(85) 90000-0012',
  vacancy: 'Operadora de caixa',
};

function formOf(fields: Fields): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}
const send = (fields: Fields = {}) =>
  app.request('POST', '/api/site/work-with-us', {
    form: formOf({ ...maria, doc: resumeOf(PDF), ...fields }),
  });
async function sent(fields: Fields = {}): Promise<string> {
  const answer = await send(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(applyForVacancy.answers[201], answer).data.uuid;
}

const admin = (path: string) => `/api/admin/work-with-us${path}`;
async function list(query = '') {
  const answer = await app.request('GET', admin(query), { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(listApplications.answers[200], answer);
}
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);
async function details(uuid: string, bearer = token) {
  const answer = await app.request('GET', admin(`/details/${uuid}`), { token: bearer });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(getApplication.answers[200], answer).data;
}
const linkOf = async (uuid: string, bearer = token) => (await details(uuid, bearer)).doc.url_s3;
const open = (url: string, headers: Record<string, string> = {}) => app.request('GET', url, { headers });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });

async function newVacancy(name: string, more: Record<string, string> = {}): Promise<string> {
  const answer = await app.request('POST', '/api/admin/vacancies/store', {
    token,
    json: { name, type: 1, ...more },
  });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

const filesIn = async (directory: string): Promise<string[]> => {
  const found = await readdir(join(app.dataDir, directory), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};
async function counts() {
  const count = async (table: 'job_applications' | 'files' | 'audit_log' | 'mail_outbox') =>
    (await app.deps.db.selectFrom(table).select('id').execute()).length;
  // Temporary files are removed shortly after the response.
  await vi.waitFor(async () => expect(await filesIn('tmp')).toEqual([]));
  return {
    applications: await count('job_applications'),
    files: await count('files'),
    audit: await count('audit_log'),
    mails: await count('mail_outbox'),
    stored: (await app.storedKeys()).length,
  };
}
const NOTHING = { applications: 0, files: 0, audit: 0, mails: 0, stored: 0 };
const audit = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
async function mails() {
  await app.deps.mailer.flush();
  return Promise.all((await filesIn('mail')).map(async (path) => PostalMime.parse(await readFile(path))));
}

describe('application form', () => {
  it('stores name and vacancy without invisible characters', async () => {
    const answer = await send({
      name: '\u202aMaria\u200b José\u202c',
      vacancy: 'Caixa\ufeff \u2066noturno\u2069',
      phone: '\u202a(85) 90000‑0012\u202c',
    });
    expect(answer.statusCode, answer.payload).toBe(201);
    expect(await details(answer.json().data.uuid)).toMatchObject({
      ...{ name: 'Maria José', phone: '85900000012', vacancie_id: { name: 'Caixa noturno' } },
    });
    const empty = await send({ name: '\u3164\u200b' });
    expect(empty.json().errors).toEqual({ name: ['Informe o seu nome.'] });
  });

  it('stores an application, confirms it by mail and returns the résumé unchanged by its link', async () => {
    const answer = await send({ talent_pool: '1' });
    expect(answer.statusCode).toBe(201);
    const { uuid, message } = bodyOf(applyForVacancy.answers[201], answer).data;
    expect(message).toBe('Recebemos a sua candidatura. A confirmação chega pelo seu e-mail.');

    const application = await details(uuid);
    expect(application).toMatchObject({
      uuid,
      name: maria.name,
      email: maria.email,
      phone: '85900000012',
      vacancie_id: { id: null, uuid: null, name: maria.vacancy },
      talent_pool: true,
      created_at: START,
    });
    const [row] = (await list()).data;
    expect(application).toMatchObject({ ...row });
    expect(row?.stage).toBe('new');

    expect(application.doc.url_s3).toMatch(/^\/api\/files\/private\//);
    const file = await open(application.doc.url_s3);
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.equals(PDF)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-disposition':
        'attachment; filename="Curriculo Maria Jose da Silva.pdf"; filename*=UTF-8\'\'Curr%C3%ADculo%20Maria%20Jos%C3%A9%20da%20Silva.pdf',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy('sandbox'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });

    const [mail] = await mails();
    expect(mail?.to).toEqual([{ address: maria.email, name: '' }]);
    expect(mail?.text).toContain('Olá, Maria');
    expect(mail?.text).toContain('por até 12 meses');
    expect(mail?.text).toContain('para outras vagas');
    expect(mail?.html).toContain('/contacts"');
    expect(await app.deps.db.selectFrom('mail_outbox').select(['state', 'content']).execute()).toEqual([
      { state: 'sent', content: null },
    ]);
  });

  it('an application does not invalidate public content', async () => {
    const changed = vi.fn();
    app.deps.onContentChange(changed);
    await destroy(await sent());
    expect(changed).not.toHaveBeenCalled();
  });

  it('assigns an application to the open vacancy of that name, ignoring case and accents', async () => {
    const uuid = await newVacancy('Operador(a) de Caixa – Manhã');
    await newVacancy('Açougueiro', { open_until: '2026-03-09' });
    const known = await details(await sent({ vacancy: '  operador(a) de CAIXA – manha ' }));
    expect(known.vacancie_id).toEqual({
      id: expect.any(Number),
      uuid,
      name: 'Operador(a) de Caixa – Manhã',
    });
    const closed = await details(await sent({ vacancy: 'açougueiro' }));
    expect(closed.vacancie_id).toEqual({ id: null, uuid: null, name: 'açougueiro' });
    expect((await list()).data.map(({ vacancie_id }) => vacancie_id.uuid)).toEqual([null, uuid]);

    await app.request('DELETE', `/api/admin/vacancies/destroy/${uuid}`, { token });
    expect((await details(known.uuid)).vacancie_id).toEqual({
      id: null,
      uuid: null,
      name: 'Operador(a) de Caixa – Manhã',
    });
    expect(
      (await details(await sent({ vacancy: 'Operador(a) de Caixa – Manhã' }))).vacancie_id.id,
    ).toBeNull();
  });

  it('stores markup as plain text and keeps typed text out of the confirmation mail', async () => {
    const name = '<b>Ganhe</b> http://mal.example';
    const uuid = await sent({ name, vacancy: 'Compre em http://mal.example', email: 'x@exemplo.example' });
    expect(await details(uuid)).toMatchObject({ name });
    const [mail] = await mails();
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/mal\.example|Ganhe/);
    expect(mail?.text).toMatch(/^Olá\n/);
  });

  it('a filled honeypot field gets a success response and stores nothing', async () => {
    const answer = await send({ website: 'http://mal.example' });
    const real = bodyOf(applyForVacancy.answers[201], answer).data;
    expect(answer.statusCode).toBe(201);
    expect(await counts()).toEqual(NOTHING);
    expect((await app.request('GET', admin(`/details/${real.uuid}`), { token })).statusCode).toBe(404);
    await sent({ website: '' });
    expect((await counts()).applications).toBe(1);
  });

  it('audits receipt, opening and deletion without personal data of the applicant', async () => {
    const uuid = await sent();
    await open(await linkOf(uuid));
    await destroy(uuid);
    const entries = await audit();
    expect(entries.map(({ action, user_name }) => [action, user_name])).toEqual([
      ['create', null],
      ['open', staff.name],
      ['delete', staff.name],
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        entity: 'job_applications',
        entity_uuid: uuid,
        before: null,
        after: null,
      });
    expect(JSON.stringify(entries)).not.toMatch(/Maria|exemplo|90000|caixa/i);
  });

  it('mails one address at most three times a day and stores every application', async () => {
    for (let i = 0; i < 4; i += 1) await sent();
    const other = await send();
    expect(other.json().data.message).toBe('Recebemos a sua candidatura.');
    expect(await counts()).toMatchObject({ applications: 5, mails: 3 });
  });

  it('rejects an application with 429 before it reads the body once a client address exceeds its limit', async () => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => app.request('POST', '/api/site/work-with-us', { json: {} })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(60);
    const refused = await send();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    failureEnvelope.parse(refused.json());
    expect(await counts()).toEqual({ ...NOTHING, audit: 2 });
    const entries = await app.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'limit')
      .execute();
    expect(entries.map(({ after }) => JSON.parse(after ?? ''))).toMatchObject([
      { count: 1, what: '/site/work-with-us' },
      { count: 2 },
    ]);
    app.clock.advance(61 * MINUTE);
    await sent();
  });
});

it.each(['', 'application/octet-stream', 'application/x-pdf', 'APPLICATION/PDF', 'binary/octet-stream'])(
  'accepts a PDF résumé with the declared type «%s»',
  async (type) => {
    const answer = await send({ doc: resumeOf(PDF, 'curriculo.pdf', type) });
    expect(answer.statusCode, answer.payload).toBe(201);
  },
);

it('accepts a résumé whose part declares no type', async () => {
  const fields = { name: 'Maria', email: 'maria@exemplo.example', phone: '85999990000', vacancy: 'Caixa' };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const doc = `--b\r\nContent-Disposition: form-data; name="doc"; filename="cv.pdf"\r\n\r\n`;
  const answer = await app.request('POST', '/api/site/work-with-us', {
    payload: Buffer.concat([Buffer.from(parts.join('') + doc), PDF, Buffer.from('\r\n--b--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  expect(answer.statusCode, answer.payload).toBe(201);
});

describe('rejected applications', () => {
  const wrongType = 'Formato de arquivo não permitido. Envie um PDF.';
  const tooLong = (field: 'name' | 'vacancy') =>
    `Use no máximo ${maxLengthOf(applicationFields.shape[field])} caracteres.`;
  const long = 'x'.repeat(10_000);

  it.each<[string, Fields, Record<string, string[]>]>([
    ['no name', { name: ' \t' }, { name: ['Informe o seu nome.'] }],
    ['a name of 10 KB', { name: long }, { name: [tooLong('name')] }],
    ['no e-mail', { email: '' }, { email: ['Informe o seu e-mail.'] }],
    [
      'an invalid e-mail',
      { email: 'maria@' },
      { email: ['Confira o e-mail. Ele tem a forma nome@exemplo.com.br'] },
    ],
    ['no phone', { phone: '' }, { phone: ['Informe o seu telefone.'] }],
    ['letters as phone', { phone: 'noventa e nove' }, { phone: ['Use só números.'] }],
    ['half a phone', { phone: '9000' }, { phone: ['Informe o telefone com o DDD.'] }],
    ['no vacancy', { vacancy: '' }, { vacancy: ['Informe a vaga.'] }],
    ['a vacancy of 10 KB', { vacancy: long }, { vacancy: [tooLong('vacancy')] }],
    [
      'a wrong choice',
      { talent_pool: '2' },
      { talent_pool: ['Marque se aceita ficar no banco de talentos.'] },
    ],
    ['a text as résumé', { doc: 'currículo' }, { doc: ['Escolha um arquivo PDF.'] }],
    [
      'an empty résumé',
      { doc: resumeOf(Buffer.alloc(0)) },
      { doc: ['O arquivo está vazio. Escolha outro.'] },
    ],
    ['one byte', { doc: resumeOf(Buffer.from('%')) }, { doc: [wrongType] }],
    ['a truncated head', { doc: resumeOf(Buffer.from('%PD')) }, { doc: [wrongType] }],
    [
      'an HTML page named .pdf',
      { doc: resumeOf(Buffer.from('<!doctype html><script>1</script>')) },
      { doc: [wrongType] },
    ],
    [
      'an SVG named .pdf',
      { doc: resumeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')) },
      { doc: [wrongType] },
    ],
    ['a script named .pdf', { doc: resumeOf(Buffer.from('#!/bin/sh\nrm -rf /\n')) }, { doc: [wrongType] }],
    ['a program named .pdf', { doc: resumeOf(Buffer.from('MZ\x90\0\x03')) }, { doc: [wrongType] }],
    ['a PDF declared as HTML', { doc: resumeOf(PDF, 'a.pdf', 'text/html') }, { doc: [wrongType] }],
    [
      'a résumé that needs a password',
      { doc: resumeOf(inputFile('password-required.pdf')) },
      { doc: ['O PDF pede senha para abrir. Salve sem senha e envie outra vez.'] },
    ],
    [
      'a résumé without a page',
      { doc: resumeOf(pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])) },
      { doc: ['O PDF não tem nenhuma página. Confira o arquivo e envie outra vez.'] },
    ],
    [
      'a résumé with the two ends of a PDF only',
      { doc: resumeOf(Buffer.from('%PDF-1.4\n%%EOF')) },
      { doc: ['Não conseguimos abrir este PDF. Salve de novo e envie outra vez.'] },
    ],
  ])('rejects an application with %s with 422', async (_, fields, errors) => {
    const answer = await send(fields);
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects an empty form with 422 and an error for every field', async () => {
    const answer = await app.request('POST', '/api/site/work-with-us', { form: formOf({ nada: '1' }) });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).sort()).toEqual(['doc', 'email', 'name', 'phone', 'vacancy']);
  });

  it('rejects a too large résumé with 413 and names the limit', async () => {
    const answer = await send({ doc: resumeOf(Buffer.concat([PDF, Buffer.alloc(600_000)])) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { doc: ['O arquivo passa de 0,5 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('stores nothing if the file store or the transaction fails', async () => {
    const put = vi.spyOn(app.deps.store, 'put').mockRejectedValueOnce(new Error('away'));
    expect((await send()).statusCode).toBe(503);
    put.mockRestore();
    vi.spyOn(app.deps.mailer, 'queue').mockRejectedValueOnce(new Error('no'));
    expect((await send()).statusCode).toBe(500);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('résumé', () => {
  it('a résumé is neither under the public path nor at a guessable address', async () => {
    const uuid = await sent();
    const file = await app.deps.db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
    expect([file.area, file.state]).toEqual(['private', 'live']);
    for await (const { key } of app.deps.store.list('public')) expect(key).toBeNull();
    for (const url of [
      `/media/${file.uuid}/${mainName(file)}`,
      `/media/private/${storageKey(file.uuid, mainName(file))}`,
      `/api/files/private/${uuid}`,
      `/api/files/private/${file.uuid}`,
      '/api/files/private/',
    ]) {
      const answer = await open(url);
      expect([403, 404], url).toContain(answer.statusCode);
      expect(answer.payload).not.toContain('%PDF');
    }
  });

  it('a résumé link is valid for five minutes', async () => {
    const link = await linkOf(await sent());
    app.clock.advance(5 * MINUTE - 1);
    expect((await open(link)).statusCode).toBe(200);
    app.clock.advance(1);
    const late = await open(link);
    expect(late.statusCode).toBe(403);
    expect(failureEnvelope.parse(late.json()).error).toBe(
      'Este link não vale mais. Volte à tela de onde ele veio e abra de novo.',
    );
    const inBrowser = await open(link, { accept: 'text/html,*/*' });
    expect([inBrowser.statusCode, inBrowser.headers['content-type'], inBrowser.payload]).toEqual([
      403,
      'text/plain; charset=utf-8',
      late.json().error,
    ]);
    expect((await audit()).filter(({ action }) => action === 'open')).toHaveLength(1);
  });

  it('rejects every altered résumé link', async () => {
    const [uuid, other] = [await sent(), await sent({ name: 'Outra' })];
    const link = await linkOf(uuid);
    const [head = '', session = '', ends = '', signature = ''] = link.split('.');
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
    const changed = [
      link.replace(uuid, other),
      [head, session, Number(ends) + 1, signature].join('.'),
      [head, Number(session) + 1, ends, signature].join('.'),
      [head, session, ends, flipped].join('.'),
      [head, session, ends, ''].join('.'),
      [head, session, ends].join('.'),
      `${link}.x`,
      [head, '9'.repeat(30), ends, signature].join('.'),
    ];
    for (const url of changed) expect((await open(url)).statusCode, url).not.toBe(200);
    expect((await audit()).filter(({ action }) => action === 'open')).toEqual([]);
    expect((await open(link)).statusCode).toBe(200);
  });

  it('rejects links signed with stored values, and links of a user who lost the permission', async () => {
    const uuid = await sent();
    const reader = await app.signInAs('recruitment');
    const link = await linkOf(uuid, reader);
    const { db } = app.deps;
    const path = link.slice(0, link.lastIndexOf('/') + 1);
    const [, session = '', ends = ''] = link.split('.');
    const { token_hash } = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('id', '=', Number(session))
      .executeTakeFirstOrThrow();
    for (const message of [`resume ${uuid} ${ends}`, `resume ${uuid} ${token_hash} ${ends}`])
      for (const key of [token_hash, app.deps.keys.current.toString('base64url')])
        expect(
          (await open(`${path}${[uuid, session, ends, signatureOf(key, message)].join('.')}`)).statusCode,
        ).toBe(403);
    expect((await open(link)).statusCode).toBe(200);

    const { uuid: person } = (await app.request('GET', '/api/admin/profile', { token: reader })).json().data;
    await db.updateTable('users').set({ role: 'store' }).where('uuid', '=', person).execute();
    const refused = await open(link, { accept: 'text/html' });
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8']);
    expect(refused.payload).toContain('não vale mais');
  });

  it('rejects a résumé link after its session was signed out or expired', async () => {
    const login = async () => {
      const json = { email: staff.email, password: staff.password };
      const answer = await app.request('POST', '/api/auth/login', { json });
      return answer.json().data.token.access_token as string;
    };
    const uuid = await sent();
    const [leaving, staying] = [await login(), await login()];
    const [link, other] = [await linkOf(uuid, leaving), await linkOf(uuid, staying)];
    await app.request('POST', '/api/auth/logout', { json: { token: leaving } });
    expect((await open(link)).statusCode).toBe(403);
    expect((await open(other)).statusCode).toBe(200);
    await app.deps.db
      .updateTable('sessions')
      .set({ expires_at: START })
      .where('token_hash', '!=', '')
      .execute();
    expect((await open(other)).statusCode).toBe(403);
    await app.deps.db
      .updateTable('sessions')
      .set({ expires_at: '2999-01-01T00:00:00.000Z' })
      .where('token_hash', '!=', '')
      .execute();
  });

  it('sends no résumé if the opening cannot be audited', async () => {
    const link = await linkOf(await sent());
    const read = app.deps.store.read;
    let stream: Readable | undefined;
    vi.spyOn(app.deps.store, 'read').mockImplementation(async (...input) => {
      const found = await read(...input);
      stream = found?.stream;
      return found;
    });
    const write = vi.spyOn(app.deps, 'write').mockRejectedValueOnce(new Error('no'));
    expect((await open(link)).statusCode).toBe(500);
    expect(write).toHaveBeenCalled();
    expect(stream?.destroyed).toBe(true);
  });

  it('responds with 404 if the résumé is missing in the file store', async () => {
    const link = await linkOf(await sent());
    await app.emptyStore();
    const answer = await open(link);
    expect([answer.statusCode, answer.json().error]).toEqual([
      404,
      'Não encontramos o arquivo deste currículo.',
    ]);
    expect((await audit()).map(({ action }) => action)).toEqual(['create']);
  });
});

describe('list of applications', () => {
  it('lists applications newest first, with accent-insensitive search, sorting and paging', async () => {
    await sent({ name: 'Ângela Água', vacancy: 'Padeiro' });
    await sent({ name: 'Bruno', vacancy: 'Açougueiro', phone: '11 98888-7777' });
    await sent({ name: 'Carla', vacancy: 'Caixa', email: 'carla@outra.example' });
    expect(await names()).toEqual(['Carla', 'Bruno', 'Ângela Água']);
    expect(await names('?search=agua')).toEqual(['Ângela Água']);
    expect(await names('?search=acou%20bru')).toEqual(['Bruno']);
    expect(await names('?search=outra.example')).toEqual(['Carla']);
    expect(await names('?search=988887777')).toEqual(['Bruno']);
    expect(await names('?sort=name')).toEqual(['Ângela Água', 'Bruno', 'Carla']);
    expect(await names('?sort=-vacancy')).toEqual(['Ângela Água', 'Carla', 'Bruno']);
    expect(await names('?sort=created_at')).toEqual(['Ângela Água', 'Bruno', 'Carla']);
    const page = await list('?page=2&per_page=2');
    expect(page.data.map(({ name }) => name)).toEqual(['Ângela Água']);
    expect(page.meta).toEqual({ page: 2, per_page: 2, total: 3 });
  });

  it('knows the applications of one person by e-mail address or phone number, and forgets erased ones', async () => {
    const first = await sent({
      name: 'Ana',
      vacancy: 'Padeiro',
      email: 'Ana@Correio.example',
      phone: '11 90000-0001',
    });
    await sent({ name: 'Bia', vacancy: 'Caixa', email: 'bia@correio.example', phone: '11 90000-0002' });
    const second = await sent({
      name: 'Ana Lima',
      vacancy: 'Caixa',
      email: 'ana@correio.example',
      phone: '11 90000-0003',
    });
    const third = await sent({
      name: 'Ana Lima',
      vacancy: 'Estoquista',
      email: 'lima@correio.example',
      phone: '+55 (11) 90000-0003',
    });
    const counts = async () => (await list()).data.map(({ name, of_person }) => [name, of_person]);
    expect(await counts()).toEqual([
      ['Ana Lima', 2],
      ['Ana Lima', 3],
      ['Bia', 1],
      ['Ana', 2],
    ]);
    const othersOf = async (uuid: string) =>
      (await app.request('GET', admin(`/details/${uuid}`), { token })).json().data.others;
    expect(await othersOf(second)).toMatchObject([
      { uuid: third, name: 'Ana Lima', vacancy: 'Estoquista', stage: 'new' },
      { uuid: first, name: 'Ana', vacancy: 'Padeiro', stage: 'new' },
    ]);
    expect(await othersOf(third)).toMatchObject([{ uuid: second }]);
    await app.request('DELETE', admin(`/destroy/${first}`), { token });
    await app.request('DELETE', admin(`/destroy/${third}`), { token });
    expect(await othersOf(second)).toEqual([]);
    expect(await counts()).toEqual([
      ['Ana Lima', 1],
      ['Bia', 1],
    ]);
  });

  it('counts stages within the chosen vacancy, and vacancies within the chosen stage', async () => {
    const [baker, cashier] = [await newVacancy('Padeiro'), await newVacancy('Caixa')];
    const ana = await sent({ name: 'Ana', vacancy: 'Padeiro' });
    await sent({ name: 'Bia', vacancy: 'Padeiro' });
    await sent({ name: 'Dora', vacancy: 'Açougueiro' });
    await app.request('PUT', admin('/stage'), { token, json: { uuids: [ana], stage: 'pool' } });
    const countsOf = async (query = '') =>
      (await list(`?page=1&per_page=1&counts=1${query}`)).filters?.map(({ name, values }) => [
        name,
        ...values
          .filter(({ count, value }) => count > 0 || value === cashier)
          .map(({ text, count }) => `${text} ${count}`),
      ]);
    const ending = ['ending'];
    expect(await countsOf()).toEqual([
      ['stage', 'Nova 2', 'Banco de talentos 1'],
      ['vacancy', 'Padeiro 2', 'Sem vaga cadastrada 1'],
      ending,
    ]);
    expect(await countsOf(`&vacancy=${baker}&search=nada`)).toEqual([
      ['stage', 'Nova 1', 'Banco de talentos 1'],
      ['vacancy', 'Padeiro 2', 'Sem vaga cadastrada 1'],
      ending,
    ]);
    expect(await countsOf('&stage=pool')).toEqual([
      ['stage', 'Nova 2', 'Banco de talentos 1'],
      ['vacancy', 'Padeiro 1'],
      ending,
    ]);
    expect(await countsOf(`&vacancy=${cashier}`)).toEqual([
      ['stage'],
      ['vacancy', 'Caixa 0', 'Padeiro 2', 'Sem vaga cadastrada 1'],
      ending,
    ]);
    expect((await list('?page=1')).filters).toBeUndefined();
  });

  it('compresses the list only without résumé links, which could leak beside text of applicants', async () => {
    for (const at of [1, 2, 3, 4])
      await sent({ name: `${'Maria '.repeat(15)}${at}`, email: `maria${at}@exemplo.example` });
    const headers = { 'accept-encoding': 'br' };
    const url = '/api/admin/work-with-us';
    const whole = await app.request('GET', url, { token, headers });
    expect(whole.rawPayload.length).toBeGreaterThan(1024);
    expect(whole.headers['content-encoding']).toBeUndefined();
    const some = 'fields=uuid,name,email,phone,vacancie_id,talent_pool,created_at';
    const without = await app.request('GET', `${url}?${some}`, { token, headers });
    expect(without.headers['content-encoding']).toBe('br');
    const withLink = await app.request('GET', `${url}?${some},doc`, { token, headers });
    expect(withLink.headers['content-encoding']).toBeUndefined();
  });

  it('limits a user to 120 unpaged lists an hour, and does not limit pages', async () => {
    await sent();
    const { id } = await app.deps.db
      .selectFrom('users')
      .select('uuid as id')
      .where('email', '=', staff.email)
      .executeTakeFirstOrThrow();
    for (let times = 0; times < 119; times += 1)
      await app.deps.limits.count('whole lists of applications', id, { seconds: 3600 });
    expect((await list()).data).toHaveLength(1);
    expect((await app.request('GET', admin('?stage=new'), { token })).statusCode).toBe(429);
    const refused = await app.request('GET', admin(''), { token });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await list('?page=1')).data).toHaveLength(1);
  });

  it('list, details and deletion need a session', async () => {
    const uuid = await sent();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/details/${uuid}`],
      ['DELETE', `/destroy/${uuid}`],
    ] as const)
      expect((await app.request(method, admin(path))).statusCode).toBe(401);
    expect(await names()).toEqual([maria.name]);
  });

  it('responds with 404 for an unknown application', async () => {
    for (const uuid of [randomUUID(), 'nenhum']) {
      const found = await app.request('GET', admin(`/details/${uuid}`), { token });
      expect(found.statusCode).toBe(404);
      expect((await destroy(uuid)).statusCode).toBe(404);
    }
    const answer = await destroy(randomUUID());
    expect(answer.json().error).toBe('Esta candidatura não existe mais.');
  });
});

describe('erasure', () => {
  it('erasure removes the row, the résumé and an unsent mail at once', async () => {
    const [erased, remaining] = [await sent(), await sent({ name: 'Fica', email: 'fica@exemplo.example' })];
    const link = await linkOf(erased);
    const answer = await destroy(erased);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Os dados e o currículo foram apagados para sempre.' } },
    ]);
    expect(await counts()).toMatchObject({ applications: 1, files: 1, mails: 1, stored: 1 });
    expect((await open(link)).statusCode).toBe(404);
    expect((await destroy(erased)).statusCode).toBe(404);
    expect(await names()).toEqual(['Fica']);
    expect((await open(await linkOf(remaining))).statusCode).toBe(200);
    expect(await names('?search=maria')).toEqual([]);
  });

  it('erasure removes the mail file if mails are written to files', async () => {
    const erased = await sent();
    await sent({ name: 'Fica', email: 'fica@exemplo.example' });
    expect((await mails()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
      'fica@exemplo.example',
      'maria.jose@exemplo.example',
    ]);
    await destroy(erased);
    expect((await mails()).map(({ to }) => to?.[0]?.address)).toEqual(['fica@exemplo.example']);
  });

  it.runIf(engine === 'sqlite')('erasure leaves no readable traces in the database file', async () => {
    const traces = async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(app.deps.db);
      const database = await readFile(join(app.dataDir, 'vitrine.db'), 'latin1');
      return ['apagada.agora', '85911112222', 'Astrogilda'].filter((trace) => database.includes(trace));
    };
    const uuid = await sent({
      name: 'Astrogilda',
      email: 'apagada.agora@exemplo.example',
      phone: '(85) 91111-2222',
    });
    expect(await traces()).toHaveLength(3);
    await destroy(uuid);
    expect(await traces()).toEqual([]);
  });

  it('the sweep removes files that an erasure could not remove', async () => {
    const uuid = await sent();
    vi.spyOn(app.deps.store, 'remove').mockRejectedValueOnce(new Error('away'));
    expect((await destroy(uuid)).statusCode).toBe(200);
    expect(await app.storedKeys()).toHaveLength(1);
    app.clock.set(Date.now() + 25 * 60 * MINUTE);
    await sweep(app.deps);
    expect(await app.storedKeys()).toEqual([]);
  });

  it('the purge job erases applications at the end of their retention', async () => {
    app.clock.set('2025-03-10T14:59:59.999Z');
    const old = await sent({ name: 'Antiga' });
    app.clock.set('2025-03-10T15:00:00.000Z');
    await sent({ name: 'No limite' });
    app.clock.set(START);
    await sent({ name: 'Nova' });
    await emptyAuditLog(app.deps);
    expect(await purgeApplications(app.deps)).toBe(1);
    expect(await purgeApplications(app.deps)).toBe(0);
    expect(await names()).toEqual(['Nova', 'No limite']);
    expect(await counts()).toMatchObject({ files: 2, stored: 2 });
    expect(await audit()).toMatchObject([
      { action: 'purge', entity_uuid: old, user_id: null, before: null, after: null },
    ]);
    app.clock.advance(1);
    expect(await app.deps.jobs.drain('purge applications')).toBe(1);
    expect(await names()).toEqual(['Nova']);
    expect(await app.deps.jobs.drain('purge applications')).toBe(0);
    app.clock.advance(24 * 60 * MINUTE);
    expect(await app.deps.jobs.drain('purge applications')).toBe(1);
  });
});
