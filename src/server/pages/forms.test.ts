import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf } from '../../../test/images.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { builtPages } from './builtPages.ts';

const PAGE = '/work-with-us';
const SENT = 'Candidatura enviada com sucesso';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    env: { MAX_RESUME_MB: '0.5', RETENTION_MONTHS: '7' },
    pages: builtPages,
  });
  const token = await app.signIn();
  for (const name of ['Padeiro ou padeira', 'Caixa'])
    await app.request('POST', '/api/admin/vacancies/store', { token, json: { name, type: 1 } });
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['job_applications', 'mail_outbox', 'rate_limits']);
});

type Fields = Record<string, string | File>;
const resume = (bytes = pdf('Currículo'), type = 'application/pdf') => fileOf(bytes, 'currículo.pdf', type);

/** Returns the form as a browser sends it: every field in order, the file last. */
const fieldsOf = (changes: Fields = {}): Fields => ({
  name: 'Maria José da Silva',
  email: 'maria.jose@exemplo.example',
  phone: '(85) 90000-0012',
  vacancy: 'Caixa',
  other_vacancy: '',
  doc: resume(),
  website: '',
  ...changes,
});
function formOf(changes: Fields = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(changes))) form.append(name, value);
  return form;
}
const post = (changes: Fields = {}, headers: Record<string, string> = {}) =>
  app.request('POST', PAGE, { form: formOf(changes), headers });

const applications = () => app.deps.db.selectFrom('job_applications').selectAll().execute();
async function expectNothingStored() {
  expect(await applications()).toEqual([]);
  expect(await app.deps.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
  await vi.waitFor(async () => expect(await readdir(join(app.dataDir, 'tmp')).catch(() => [])).toEqual([]));
}

/** Expects an uncached page with its security headers. */
function expectPage(answer: Awaited<ReturnType<typeof post>>, status: number) {
  expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers.etag).toBeUndefined();
  expect(answer.headers['content-security-policy']).toContain("form-action 'self'");
  expect(answer.payload).toMatch(/^<!DOCTYPE html><html lang="pt-BR"/);
  expect(answer.payload).not.toMatch(/<[^>]+\sstyle="/);
}
const inputOf = (html: string, name: string) =>
  new RegExp(`<(?:input|select)[^>]*\\sname="${name}"[^>]*>`).exec(html)?.[0] ?? '';
const messageAt = (html: string, name: string) =>
  new RegExp(`id="candidatura-${name}-erro">.*?</svg>(.*?)</p>`).exec(html)?.[1];

describe('the form page', () => {
  test('works without JavaScript: the form posts to its page and states purpose and retention time', async () => {
    const { statusCode, payload } = await app.request('GET', PAGE);
    expect(statusCode).toBe(200);
    const form = /<form[^>]*>/.exec(payload.slice(payload.indexOf('<main')))?.[0] ?? '';
    expect(form).toContain(`action="${PAGE}#candidatura"`);
    expect(form).toContain('method="post"');
    expect(form).toContain('multipart/form-data');
    expect(form).not.toContain('noValidate');
    for (const name of ['name', 'email', 'phone', 'vacancy', 'doc'])
      expect(inputOf(payload, name), name).toContain('required=""');
    expect(inputOf(payload, 'talent_pool')).not.toContain('checked');
    expect(payload).toContain('guardamos por 7 meses a partir do envio');
    expect(payload).toContain('até 0,5 MB');
  });

  test('offers the open vacancies and preselects the wanted one', async () => {
    const chosen = (html: string) => /<option[^>]*selected=""[^>]*>(.*?)<\/option>/.exec(html)?.[1];
    const wanted = await app.request('GET', `${PAGE}?vaga=Padeiro%20ou%20padeira`);
    expect(chosen(wanted.payload)).toBe('Padeiro ou padeira');
    for (const query of ['', '?vaga=Astronauta'])
      expect(chosen((await app.request('GET', PAGE + query)).payload)).toBe('Escolha uma vaga');
  });
});

describe('form submission', () => {
  test('stores a submitted form like an application through the API and redirects to the thanks', async () => {
    const answer = await post({ talent_pool: '1' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PAGE}?enviada=confirmada`]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await applications()).toMatchObject([
      { name: 'Maria José da Silva', phone: '85900000012', vacancy: 'Caixa', talent_pool: 1 },
    ]);
    expect(await app.deps.db.selectFrom('mail_outbox').selectAll().execute()).toHaveLength(1);
    const { payload } = await app.request('GET', answer.headers.location as string);
    expect(payload).toContain(SENT);
    expect(payload).toContain('Recebemos a sua candidatura. A confirmação chega pelo seu e-mail.');
    expect(payload.slice(payload.indexOf('<main'))).not.toContain('<form');
  });

  test('promises no mail once the mail limit is reached', async () => {
    for (let sent = 0; sent < 3; sent += 1) await post();
    const { headers } = await post();
    expect(headers.location).toBe(`${PAGE}?enviada=recebida`);
    const { payload } = await app.request('GET', headers.location as string);
    expect(payload).toContain('Recebemos a sua candidatura.');
    expect(payload).not.toContain('A confirmação chega pelo seu e-mail.');
  });

  test('accepts a vacancy that the applicant typed', async () => {
    expect((await post({ vacancy: 'outra', other_vacancy: ' Sommelier ' })).statusCode).toBe(303);
    expect((await post({ vacancy: 'Caixa', other_vacancy: 'esquecida' })).statusCode).toBe(303);
    expect((await applications()).map(({ vacancy }) => vacancy)).toEqual(['Sommelier', 'Caixa']);
  });

  test('thanks a bot that fills in the hidden field, and stores nothing', async () => {
    const answer = await post({ website: 'https://spam.example' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${PAGE}?enviada=confirmada`]);
    await expectNothingStored();
  });
});

describe('form validation', () => {
  test('shows messages at the fields and all typed values, and stores nothing', async () => {
    const answer = await post({
      name: '',
      email: 'maria@',
      vacancy: 'outra',
      other_vacancy: 'Sommelier',
      talent_pool: '1',
      doc: fileOf(Buffer.alloc(0), '', 'application/octet-stream'),
    });
    expectPage(answer, 422);
    const html = answer.payload;
    expect(messageAt(html, 'name')).toBe('Informe o seu nome.');
    expect(messageAt(html, 'email')).toBe('Confira o e-mail. Ele tem a forma nome@exemplo.com.br');
    expect(messageAt(html, 'doc')).toBe('Escolha um arquivo PDF.');
    expect(messageAt(html, 'phone')).toBeUndefined();
    expect(html).toContain('Por favor! preencha todos os campos');
    expect(inputOf(html, 'name')).toMatch(/aria-invalid="true" aria-describedby="candidatura-name-erro"/);
    expect(inputOf(html, 'email')).toContain('value="maria@"');
    expect(inputOf(html, 'phone')).toContain('value="(85) 90000-0012"');
    expect(inputOf(html, 'other_vacancy')).toContain('value="Sommelier"');
    expect(inputOf(html, 'talent_pool')).toContain('checked=""');
    expect(html).toContain('<option value="outra" selected="">Outra</option>');
    expect(html).toContain('Escolha o arquivo de novo');
    expect(html).toContain('href="#candidatura-name"');
    expect(html).toContain('<title>Erro: confira a candidatura');
    await expectNothingStored();
    expect((await app.request('GET', PAGE)).payload).not.toContain('Sommelier');
  });

  test('reports a missing typed vacancy at its own field', async () => {
    const { payload } = await post({ vacancy: 'outra' });
    expect(messageAt(payload, 'other_vacancy')).toBe('Informe a vaga.');
    expect(messageAt(payload, 'vacancy')).toBeUndefined();
    expect(messageAt((await post({ vacancy: '' })).payload, 'vacancy')).toBe('Informe a vaga.');
  });

  test('escapes typed values in a returned form', async () => {
    const hostile = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>';
    const answer = await post({ name: hostile, phone: hostile, vacancy: hostile, other_vacancy: hostile });
    expectPage(answer, 422);
    expect(answer.payload).not.toContain('<img src=x');
    expect(answer.payload).not.toContain('<script>alert(1)');
    expect(inputOf(answer.payload, 'name')).toContain('value="&quot;&gt;&lt;img src=x');
  });

  test.each<[string, File]>([
    ['another kind', resume(Buffer.from('texto'), 'text/plain')],
    ['a page named .pdf', resume(Buffer.from('<!doctype html><script>1</script>'))],
  ])('reports that %s is not accepted', async (_, doc) => {
    const answer = await post({ doc });
    expectPage(answer, 422);
    expect(messageAt(answer.payload, 'doc')).toBe('Formato de arquivo não permitido. Envie um PDF.');
    expect(inputOf(answer.payload, 'name')).toContain('value="Maria José da Silva"');
    await expectNothingStored();
  });

  test('reports the limit for a file that is too large, over a real connection too', async () => {
    const text = 'O arquivo passa de 0,5 MB. Escolha um menor.';
    const doc = resume(Buffer.concat([pdf('Grande'), Buffer.alloc(20_000_000)]));
    const answer = await post({ doc });
    expectPage(answer, 413);
    expect(messageAt(answer.payload, 'doc')).toBe(text);
    expect(inputOf(answer.payload, 'email')).toContain('value="maria.jose@exemplo.example"');

    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const overWire = await fetch(address + PAGE, { method: 'POST', body: formOf({ doc }) });
    expect(overWire.status).toBe(413);
    expect(await overWire.text()).toContain(text);
    await expectNothingStored();
  });

  test('explains the rate limit, which it shares with the API, and reads no body', async () => {
    await Promise.all(
      Array.from({ length: 60 }, () => app.request('POST', '/api/site/work-with-us', { json: {} })),
    );
    const answer = await post();
    expectPage(answer, 429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.payload).toMatch(/Foram muitas tentativas\. Espere \d+ minutos e tente de novo\./);
    expect(answer.payload).toContain('volte uma página no navegador');
    expect(answer.payload).not.toContain('Maria José');
    await expectNothingStored();
  });

  test('keeps the typed values during an outage and reveals nothing about it', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValueOnce(new Error('segredo'));
    const outage = await post();
    expectPage(outage, 503);
    expect(inputOf(outage.payload, 'name')).toContain('value="Maria José da Silva"');
    vi.spyOn(app.deps.mailer, 'queue').mockRejectedValueOnce(new Error('segredo'));
    const broken = await post();
    expectPage(broken, 500);
    expect(outage.payload + broken.payload).not.toContain('segredo');
    await expectNothingStored();
  });
});

describe('unexpected requests', () => {
  test.each<[string, Record<string, string>]>([
    ['by its own word', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['by its origin', { origin: 'https://outro.example' }],
  ])('refuses a cross-site form, %s', async (_, headers) => {
    const answer = await post({}, headers);
    expectPage(answer, 403);
    expect(answer.payload).toContain('Este envio veio de outro site.');
    await expectNothingStored();
  });

  test.each<[string, Record<string, string>]>([
    ['its own word', { 'sec-fetch-site': 'same-origin', origin: 'https://outro.example' }],
    ['its origin', { host: 'loja.example', origin: 'https://loja.example' }],
    ['an origin that it hides', { origin: 'null' }],
  ])('accepts a same-site form, by %s', async (_, headers) => {
    expect((await post({}, headers)).statusCode).toBe(303);
  });

  test('refuses an invalid body with a message', async () => {
    const url = { payload: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expectPage(await app.request('POST', PAGE, url), 415);
    expectPage(await app.request('POST', PAGE, { json: { name: 'x' } }), 415);
    const cut = {
      payload: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nMar',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
    expectPage(await app.request('POST', PAGE, cut), 400);
    await expectNothingStored();
  });
});
