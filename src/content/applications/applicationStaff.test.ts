import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf } from '../../../test/images.ts';
import { memoryExhaustingPdf, pdf, pdfOfPages, pdfWithExcess, slowPdf } from '../../../test/sampleFiles.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { contentSecurityPolicy } from '../../platform/http/headers.ts';
import {
  applicationOverview,
  applyForVacancy,
  getApplication,
  listApplications,
  MAX_RESUME_PAGES,
  openResumePages,
} from './application.contract.ts';
import { TEMPLATES } from './application.stages.ts';
import { drawResumePages } from './resumePages.draw.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = '2026-03-10T15:00:00.000Z';
const OTHER = { name: 'Rui Barbosa', email: 'rui@exemplo.example', password: 'outra senha comprida 2' };

async function login({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await app.request('POST', '/api/auth/login', { json: { email, password } });
  return answer.json().data.token.access_token;
}

let app: TestApp;
let token: string;
let other: string;

beforeAll(async () => {
  app = await createTestApp({ env: { RETENTION_MONTHS: '12' }, clock: testClock(START) });
  token = await app.signIn();
  await createUser(app.deps, OTHER);
  other = await login(OTHER);
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(START);
  await emptyTables(app.deps, [
    'job_applications',
    'application_notes',
    'application_messages',
    'resume_pages',
    'vacancies',
    'files',
    'audit_log',
    'mail_outbox',
    'rate_limits',
    'jobs',
  ]);
  await app.emptyStore();
  await rm(join(app.dataDir, 'mail'), { recursive: true, force: true });
});

const maria = {
  name: 'Maria José da Silva',
  email: 'maria.jose@exemplo.example',
  phone: '85900000012',
  vacancy: 'Operadora de caixa',
};
async function sent(fields: Record<string, string> = {}, doc = pdf()): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...maria, ...fields })) form.append(name, value);
  form.append('doc', fileOf(doc, 'meu currículo.pdf', 'application/pdf'));
  const answer = await app.request('POST', '/api/site/work-with-us', { form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(applyForVacancy.answers[201], answer).data.uuid;
}
const admin = (path: string) => `/api/admin/work-with-us${path}`;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object, bearer = token) =>
  app.request(method, admin(path), { token: bearer, ...(json && { json }) });
const list = async (query: string) => bodyOf(listApplications.answers[200], await call('GET', query));
const names = async (query: string) => (await list(query)).data.map(({ name }) => name);
const details = async (uuid: string, bearer = token) =>
  bodyOf(getApplication.answers[200], await call('GET', `/details/${uuid}`, undefined, bearer)).data;
const overview = async () => bodyOf(applicationOverview.answers[200], await call('GET', '/overview')).data;
const move = (json: object) => call('PUT', '/stage', json);
const audit = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
const actions = async () => (await audit()).map(({ action }) => action);
const rowsIn = async (table: 'application_notes' | 'application_messages' | 'resume_pages' | 'files') =>
  (await app.deps.db.selectFrom(table).select('id').execute()).length;
async function newVacancy(name: string): Promise<string> {
  const answer = await app.request('POST', '/api/admin/vacancies/store', { token, json: { name, type: 1 } });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
/** Returns the mails without the confirmations of receipt. */
const letters = async () =>
  (await app.mails()).filter(({ subject }) => !subject?.includes('recebemos a sua candidatura'));

describe('stage', () => {
  it('an application starts as new and records time and author of a stage change', async () => {
    const uuid = await sent();
    expect(await details(uuid)).toMatchObject({ stage: 'new', staged: null, version: 1 });
    app.clock.advance(MINUTE);
    const answer = await move({ uuids: [uuid], stage: 'interview', version: 1 });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: '1 candidatura está em «Entrevista».', version: 2 } },
    ]);
    expect(await details(uuid)).toMatchObject({
      stage: 'interview',
      staged: { at: '2026-03-10T15:01:00.000Z', by: staff.name },
      version: 2,
    });
    expect(await audit()).toMatchObject([
      { action: 'create' },
      { action: 'stage', entity_uuid: uuid, user_name: staff.name, before: null, after: null },
    ]);
  });

  it('moves several applications at once and leaves those already in the stage unchanged', async () => {
    const [first, second, missing] = [await sent(), await sent({ name: 'Outra' }), randomUUID()];
    await move({ uuids: [second], stage: 'closed' });
    const before = (await details(second)).staged;
    app.clock.advance(MINUTE);
    const answer = await move({ uuids: [first, second, missing, first], stage: 'closed' });
    expect(answer.json().data.message).toBe('2 candidaturas estão em «Encerrada». 1 já não existia.');
    expect((await details(second)).staged).toEqual(before);
    expect((await details(first)).stage).toBe('closed');
  });

  it('rejects a stage change with an outdated version, of unknown applications or with invalid input', async () => {
    const uuid = await sent();
    await move({ uuids: [uuid], stage: 'review' });
    const late = await move({ uuids: [uuid], stage: 'closed', version: 1 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict']);
    expect((await details(uuid)).stage).toBe('review');
    expect((await move({ uuids: [randomUUID()], stage: 'closed' })).statusCode).toBe(404);
    for (const wrong of [
      { uuids: [], stage: 'closed' },
      { uuids: ['x'], stage: 'closed' },
      { uuids: [uuid], stage: 'hired' },
      { uuids: Array.from({ length: 201 }, () => randomUUID()), stage: 'closed' },
      { uuids: [uuid], stage: 'review', message: { subject: 'a', text: 'b' } },
      {
        uuids: Array.from({ length: 51 }, () => randomUUID()),
        stage: 'closed',
        message: { subject: 'a', text: 'b' },
      },
      { uuids: [uuid], stage: 'closed', message: { subject: '', text: 'b' } },
    ])
      expect((await move(wrong)).statusCode, JSON.stringify(wrong).slice(0, 80)).toBe(422);
    expect((await app.request('PUT', admin('/stage'), { json: {} })).statusCode).toBe(401);
  });
});

describe('list by stage and vacancy', () => {
  it('searches, sorts, pages and counts within a filter', async () => {
    const vacancy = await newVacancy('Padeiro');
    const [ana] = [
      await sent({ name: 'Ana Água', vacancy: 'Padeiro' }),
      await sent({ name: 'Bia', vacancy: 'Padeiro' }),
    ];
    const carla = await sent({ name: 'Carla', vacancy: 'Açougueiro' });
    await sent({ name: 'Dora', vacancy: 'Açougueiro' });
    await move({ uuids: [ana, carla], stage: 'pool' });
    expect(await names('?stage=pool')).toEqual(['Carla', 'Ana Água']);
    expect(await names('?stage=pool&sort=name')).toEqual(['Ana Água', 'Carla']);
    expect(await names('?stage=pool&sort=vacancy')).toEqual(['Carla', 'Ana Água']);
    expect(await names('?stage=new&sort=-name')).toEqual(['Dora', 'Bia']);
    expect(await names(`?vacancy=${vacancy}`)).toEqual(['Bia', 'Ana Água']);
    expect(await names(`?vacancy=${vacancy}&stage=pool`)).toEqual(['Ana Água']);
    expect(await names('?vacancy=other')).toEqual(['Dora', 'Carla']);
    expect(await names(`?vacancy=${randomUUID()}`)).toEqual([]);
    expect(await names('?stage=pool&search=agua')).toEqual(['Ana Água']);
    expect(await names('?stage=new&search=agua')).toEqual([]);
    const page = await list('?vacancy=other&page=2&per_page=1');
    expect([page.data.map(({ name }) => name), page.meta]).toEqual([
      ['Carla'],
      { page: 2, per_page: 1, total: 2 },
    ]);
    expect(await names('?stage=nada&vacancy=x&ending=9')).toHaveLength(4);
    expect((await app.request('GET', admin('/overview'))).statusCode).toBe(401);
  });

  it('announces erasures a week ahead and lists them', async () => {
    expect((await overview()).ending).toBeNull();
    await sent({ name: 'Primeira' });
    app.clock.advance(2 * DAY);
    await sent({ name: 'Segunda' });
    app.clock.advance(10 * DAY);
    await sent({ name: 'Terceira' });
    app.clock.set('2027-03-05T16:00:00.000Z');
    token = await login(staff);
    expect((await overview()).ending).toEqual({ count: 2, from: '2027-03-10', until: '2027-03-12' });
    expect(await names('?ending=1')).toEqual(['Segunda', 'Primeira']);
    expect((await list('?page=1&counts=1')).filters?.at(-1)?.values).toEqual([
      { value: '1', text: 'Apagadas em 7 dias', count: 2 },
    ]);
    // The sessions expired when the clock moved; sign in again.
    app.clock.set(START);
    token = await login(staff);
    other = await login(OTHER);
  });
});

describe('note', () => {
  const note = (uuid: string, text: string, bearer = token) =>
    call('POST', `/notes/store/${uuid}`, { text }, bearer);

  it('a note records author and time, and only its author can delete it', async () => {
    const uuid = await sent();
    const answer = await note(uuid, ' Boa conversa.\nVoltar a ligar. ');
    expect(answer.statusCode).toBe(201);
    const own = answer.json().data.uuid;
    const [foreignNote] = [(await note(uuid, 'Concordo.', other)).json().data.uuid];
    expect((await details(uuid)).notes).toEqual([
      { uuid: foreignNote, at: START, by: OTHER.name, text: 'Concordo.', own: false },
      { uuid: own, at: START, by: staff.name, text: 'Boa conversa.\nVoltar a ligar.', own: true },
    ]);
    const refused = await call('DELETE', `/notes/destroy/${foreignNote}`);
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      'Só quem escreveu a anotação pode apagá-la.',
    ]);
    expect((await call('DELETE', `/notes/destroy/${own}`)).statusCode).toBe(200);
    expect((await call('DELETE', `/notes/destroy/${own}`)).statusCode).toBe(404);
    expect((await details(uuid)).notes).toHaveLength(1);
    expect(JSON.stringify(await audit())).not.toMatch(/conversa|Concordo/);
    expect(await actions()).toEqual(['create', 'note', 'note', 'unnote']);
  });

  it('rejects a note that is empty, too long, for an unknown application or without a session', async () => {
    const uuid = await sent();
    for (const text of ['', ' \n', 'x'.repeat(4001)]) expect((await note(uuid, text)).statusCode).toBe(422);
    expect((await note(uuid, 'x'.repeat(4000))).statusCode).toBe(201);
    expect((await note(randomUUID(), 'a')).statusCode).toBe(404);
    expect((await call('DELETE', `/notes/destroy/${randomUUID()}`)).statusCode).toBe(404);
    for (const [method, path] of [
      ['POST', `/notes/store/${uuid}`],
      ['DELETE', `/notes/destroy/${uuid}`],
    ] as const)
      expect((await app.request(method, admin(path), { json: { text: 'a' } })).statusCode).toBe(401);
  });
});

describe('message', () => {
  const write = (uuid: string, json: object = {}) =>
    call('POST', `/messages/${uuid}`, {
      template: 'interview',
      subject: 'Vamos conversar?',
      text: 'Sobre {vaga}.\n\nAté já.\nTraga um documento.',
      ...json,
    });

  it('mails a message with the sender as reply address and records only that it was sent', async () => {
    await newVacancy('Operadora de caixa');
    const uuid = await sent();
    const answer = await write(uuid);
    expect(answer.statusCode, answer.payload).toBe(201);
    const [mail] = await letters();
    expect(mail).toMatchObject({
      subject: 'Vamos conversar?',
      to: [{ address: maria.email }],
      replyTo: [{ address: staff.email }],
    });
    expect(mail?.text).toContain('Olá, Maria');
    expect(mail?.text).toContain('Sobre a vaga «Operadora de caixa».\n\nAté já.\nTraga um documento.');
    expect(mail?.text).toContain(`Quem escreve é ${staff.name}`);
    expect((await details(uuid)).messages).toEqual([
      { uuid: answer.json().data.uuid, at: START, by: staff.name, template: 'interview' },
    ]);
    const stored = JSON.stringify([
      await app.deps.db.selectFrom('application_messages').selectAll().execute(),
      await app.deps.db.selectFrom('mail_outbox').selectAll().execute(),
      await audit(),
    ]);
    expect(stored).not.toMatch(/conversar|Traga|maria/i);
  });

  it('keeps text of the applicant out of a message and escapes markup', async () => {
    const uuid = await sent({ name: '<b>Ganhe</b>', vacancy: 'http://mal.example' });
    await write(uuid, { text: 'Sobre {vaga}. <script>alert(1)</script>' });
    const [mail] = await letters();
    expect(mail?.text).toContain('Sobre uma vaga com a gente.');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/mal\.example|Ganhe/);
    expect(mail?.html).toContain('&lt;script&gt;');
    expect(mail?.html).not.toContain('<script');
  });

  it('a subject with line breaks adds no mail headers', async () => {
    const uuid = await sent();
    const answer = await write(uuid, { subject: 'Oi\r\nBcc: x@mal.example\r\n\r\n<p>outro corpo' });
    expect(answer.statusCode, answer.payload).toBe(201);
    const all = await letters();
    expect(all).toHaveLength(1);
    const [mail] = all;
    expect(mail?.subject).toBe('Oi Bcc: x@mal.example <p>outro corpo');
    expect(mail?.to).toMatchObject([{ address: maria.email }]);
    expect([mail?.bcc ?? [], mail?.cc ?? []]).toEqual([[], []]);
    expect(mail?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
    expect(mail?.text).toContain('Olá, Maria');
  });

  it('falls back to the sender as reply address if the company has none', async () => {
    const uuid = await sent();
    expect((await details(uuid)).replies).toEqual({ sender: staff.email, company: null });
    await write(uuid, { reply_to: 'company' });
    expect((await letters())[0]?.replyTo).toMatchObject([{ address: staff.email }]);
  });

  it('rejects an invalid message, an unknown application, a missing session and a sixth message in a day', async () => {
    const uuid = await sent();
    for (const wrong of [{ subject: ' ' }, { text: '' }, { template: 'x' }, { text: 'x'.repeat(4001) }])
      expect((await write(uuid, wrong)).statusCode).toBe(422);
    expect((await write(randomUUID())).statusCode).toBe(404);
    expect((await app.request('POST', admin(`/messages/${uuid}`), { json: {} })).statusCode).toBe(401);
    for (let i = 0; i < 5; i += 1) expect((await write(uuid)).statusCode).toBe(201);
    const refused = await write(uuid);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await rowsIn('application_messages')).toBe(5);
  });

  it('mails the closing message once to each application that is closed now', async () => {
    const [first, second] = [await sent(), await sent({ name: 'Rita', email: 'rita@exemplo.example' })];
    const { subject, text } = TEMPLATES.closed;
    const closing = { uuids: [first, second], stage: 'closed', message: { subject, text } };
    expect((await move(closing)).json().data.message).toBe(
      '2 candidaturas estão em «Encerrada». 2 mensagens a caminho.',
    );
    expect((await move(closing)).json().data.message).toBe('2 candidaturas estão em «Encerrada».');
    expect((await letters()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
      maria.email,
      'rita@exemplo.example',
    ]);
    expect((await details(second)).messages).toMatchObject([{ template: 'closed' }]);
  });
});

describe('pages of a résumé', () => {
  const open = async (uuid: string, bearer = token) =>
    bodyOf(openResumePages.answers[200], await call('POST', `/pages/${uuid}`, undefined, bearer)).data;
  async function openDrawn(uuid: string) {
    expect(await open(uuid)).toEqual({ state: 'pending', page_count: null, pages: [] });
    expect(await app.deps.jobs.drain('resume pages')).toBe(1);
    return open(uuid);
  }
  const get = (url: string) => app.request('GET', url);

  it('draws the pages when staff first open a résumé, and serves them by links with no-store', async () => {
    const uuid = await sent({}, pdfOfPages(['um', 'dois']));
    expect(await rowsIn('files')).toBe(1);
    await open(uuid);
    const { state, page_count, pages } = await openDrawn(uuid);
    expect([state, page_count]).toEqual(['ready', 2]);
    expect(pages).toMatchObject([
      { page: 1, width: 420, height: 200 },
      { page: 2, width: 420, height: 200 },
    ]);
    const page = await get(pages[1]?.url ?? '');
    expect(page.statusCode, page.payload).toBe(200);
    expect(page.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect(page.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-disposition']).toBeUndefined();
    for await (const { key } of app.deps.store.list('public')) expect(key).toBeNull();
    expect(await actions()).toEqual(['create', 'open']);
    expect((await details(uuid)).openings).toEqual([{ at: START, by: staff.name }]);
    const files = await app.deps.db.selectFrom('files').selectAll().execute();
    for (const file of files) {
      expect(file.area).toBe('private');
      expect((await get(`/media/${file.uuid}/original.webp`)).statusCode).toBe(404);
    }
  });

  it('page links are valid for five minutes, and altered ones are rejected', async () => {
    const [uuid, otherUuid] = [await sent({}, pdf()), await sent({}, pdf())];
    const { pages } = await openDrawn(uuid);
    await openDrawn(otherUuid);
    const url = pages[0]?.url ?? '';
    for (const changed of [
      url.replace(uuid, otherUuid),
      url.replace('-1.', '-2.'),
      `${url}x`,
      url.replace('page/', ''),
    ])
      expect((await get(changed)).statusCode, changed).toBe(403);
    app.clock.advance(5 * MINUTE - 1);
    expect((await get(url)).statusCode).toBe(200);
    app.clock.advance(1);
    expect((await get(url)).statusCode).toBe(403);
  });

  it('draws at most MOST_PAGES pages and returns the page count of the PDF', async () => {
    const texts = Array.from({ length: MAX_RESUME_PAGES + 2 }, (_, index) => String(index));
    const { page_count, pages } = await openDrawn(await sent({}, pdfOfPages(texts, '20 20')));
    expect([page_count, pages.length]).toEqual([MAX_RESUME_PAGES + 2, MAX_RESUME_PAGES]);
  });

  it.each([
    ['a page without a size', pdfOfPages(['x'], '0.5 0.5')],
    ['a page without end', slowPdf()],
    ['a page without bounds', memoryExhaustingPdf()],
  ])('marks a résumé with %s as failed and stores no page', async (_, doc) => {
    const uuid = await sent({}, doc);
    await open(uuid);
    await drawResumePages(app.deps, uuid, { pageMs: 500 });
    expect(await open(uuid)).toEqual({ state: 'failed', page_count: null, pages: [] });
    expect([await rowsIn('files'), await rowsIn('resume_pages')]).toEqual([1, 0]);
    expect((await app.storedKeys()).length).toBe(1);
    expect(await actions()).toEqual(['create']);
  });

  it('skips a page that takes too long and keeps the numbers of the others', async () => {
    const uuid = await sent({}, pdfWithExcess(['um', 'endless', 'três']));
    await open(uuid);
    await drawResumePages(app.deps, uuid, { pageMs: 1500 });
    const { state, page_count, pages } = await open(uuid);
    expect([state, page_count, pages.map(({ page }) => page)]).toEqual(['ready', 3, [1, 3]]);
  });

  it('pages stay pending if the file store is unavailable, and leave no files', async () => {
    const uuid = await sent();
    await open(uuid);
    vi.spyOn(app.deps.store, 'put').mockRejectedValueOnce(new Error('away'));
    await expect(drawResumePages(app.deps, uuid)).rejects.toThrow();
    vi.restoreAllMocks();
    expect((await open(uuid)).state).toBe('pending');
    expect([await rowsIn('files'), (await app.storedKeys()).length]).toEqual([1, 1]);
    await drawResumePages(app.deps, uuid);
    expect((await open(uuid)).state).toBe('ready');
  });

  it('discards pages of an application that was erased during drawing', async () => {
    const uuid = await sent({}, pdfOfPages(['um', 'dois']));
    await open(uuid);
    const making = drawResumePages(app.deps, uuid);
    expect((await call('DELETE', `/destroy/${uuid}`)).statusCode).toBe(200);
    await making;
    expect([await rowsIn('files'), (await app.storedKeys()).length]).toEqual([0, 0]);
  });

  it('erasure removes pages, notes and messages with the application', async () => {
    const uuid = await sent();
    const { pages } = await openDrawn(uuid);
    await call('POST', `/notes/store/${uuid}`, { text: 'a' });
    await call('POST', `/messages/${uuid}`, { template: 'pool', subject: 'a', text: 'b' });
    expect((await app.storedKeys()).length).toBe(2);
    expect((await call('DELETE', `/destroy/${uuid}`)).statusCode).toBe(200);
    expect(await app.storedKeys()).toEqual([]);
    for (const table of ['application_notes', 'application_messages', 'resume_pages', 'files'] as const)
      expect(await rowsIn(table)).toBe(0);
    expect(await app.deps.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
    expect((await get(pages[0]?.url ?? '')).statusCode).toBe(404);
  });

  it('opening pages needs a session and an existing application', async () => {
    const uuid = await sent();
    expect((await app.request('POST', admin(`/pages/${uuid}`))).statusCode).toBe(401);
    expect((await call('POST', `/pages/${randomUUID()}`)).statusCode).toBe(404);
  });
});
