import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { fileOf } from '../../../../test/images.ts';
import { pdf } from '../../../../test/sampleFiles.ts';
import { type Fields, formOf } from '../../../../test/uploads.ts';
import { forgotPassword } from '../../../accounts/auth/auth.contract.ts';
import { applyForVacancy } from '../../../content/applications/application.contract.ts';
import { features } from '../../../server/features.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { maxCharacters, textLimit } from './bodyLimits.ts';

const KB = 1024;

/** Limits of fields that hold a whole table of records instead of a text. */
const WHOLE_TABLES: Record<string, Record<string, number>> = { '/admin/offers/import': { csv: 300_001 } };

let app: TestApp;
let endpoints: Endpoint[];
beforeAll(async () => {
  app = await createTestApp();
  endpoints = features.flatMap((feature) => feature.routes?.(app.deps) ?? []).map((route) => route.endpoint);
});
afterAll(() => app.remove());

describe('limits of text', () => {
  test('every field of every request body has a length limit', () => {
    const bodies = endpoints.flatMap(({ path, body, confirms }) =>
      body ? [{ path, body, confirms, schema: body.schema }] : [],
    );
    expect(bodies.length).toBeGreaterThan(30);
    for (const { path, body, confirms, schema } of bodies) {
      const { shape } = schema as unknown as { shape: Record<string, typeof schema> };
      // Some bodies are only a file or a confirmation.
      if (body.type === 'json' && !confirms) expect(Object.keys(shape).length, path).toBeGreaterThan(0);
      for (const [name, field] of Object.entries(shape))
        expect(maxCharacters(field), `${path} ${name}`).toBeLessThan(WHOLE_TABLES[path]?.[name] ?? 120_000);
    }
  });

  test('keeps the limit small for anonymous callers, and at a megabyte at most for staff', () => {
    expect(textLimit(forgotPassword)).toBe(16 * KB);
    expect(textLimit(applyForVacancy)).toBe(64 * KB);
    for (const endpoint of endpoints) {
      const max = endpoint.needs ? 1024 * KB : 64 * KB;
      expect(textLimit(endpoint), endpoint.path).toBeLessThanOrEqual(max);
    }
  });
});

describe('JSON bodies', () => {
  test('rejects JSON beyond the limit of its endpoint with 413', async () => {
    for (const endpoint of endpoints.filter(({ path, body }) => body && path.startsWith('/auth/'))) {
      const json = { token: 'x'.repeat(textLimit(endpoint)) };
      const answer = await app.request('POST', `/api${endpoint.path}`, { json });
      expect(answer.statusCode, endpoint.path).toBe(413);
      expect(answer.json().message).toBe('O envio é maior do que o permitido. Envie menos de cada vez.');
    }
  });

  test('survives deeply nested JSON and a very long token', async () => {
    const headers = { 'content-type': 'application/json' };
    const deep = await app.request('POST', '/api/auth/login', { headers, payload: '['.repeat(16_000) });
    expect(deep.statusCode).toBe(400);
    const nested = `{"email":${'['.repeat(7000)}${']'.repeat(7000)}}`;
    expect((await app.request('POST', '/api/auth/login', { headers, payload: nested })).statusCode).toBe(422);
    const long = await app.request('POST', '/api/auth/validate-token', { json: { token: 'x'.repeat(9000) } });
    expect(long.json()).toEqual({ data: { user: null } });
  });

  test('reads no body for an unknown address', async () => {
    const answer = await app.request('POST', '/api/nada', { json: { text: 'x'.repeat(500 * KB) } });
    expect([404, 413]).toContain(answer.statusCode);
  });
});

describe('multipart bodies', () => {
  const application = (more: Fields = {}) =>
    app.request('POST', '/api/site/work-with-us', {
      form: formOf({
        name: 'Maria José da Silva',
        email: 'maria.jose@exemplo.example',
        phone: '(85) 90000-0012',
        vacancy: 'Caixa',
        ...more,
        doc: fileOf(pdf('Currículo'), 'currículo.pdf', 'application/pdf'),
      }),
    });

  test.each<[string, Fields]>([
    ['in one field', { name: 'x'.repeat(65 * KB) }],
    ['in many fields', Object.fromEntries(Array.from({ length: 66 }, (_, at) => [`f${at}`, 'x'.repeat(KB)]))],
    ['in an undeclared field', { nada: 'x'.repeat(65 * KB) }],
    [
      'in names',
      Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}${'n'.repeat(2 * KB)}`, ''])),
    ],
    [
      'in names of files',
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `f${at}`,
          fileOf(Buffer.from('x'), 'n'.repeat(2 * KB), 'text/x'),
        ]),
      ),
    ],
  ])('rejects too much text %s with 413', async (_, fields) => {
    const answer = await application(fields);
    expect(answer.statusCode, answer.payload).toBe(413);
    expect(answer.json().message).toBe('Há texto demais no envio. Encurte os textos e tente de novo.');
  });

  test('rejects too many parts with 413', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, '']));
    expect((await application(many)).statusCode).toBe(413);
  });

  test('accepts undeclared fields and files within the limit', async () => {
    const answer = await application({
      nada: 'x'.repeat(30 * KB),
      foto: fileOf(Buffer.alloc(300 * KB), 'foto.jpg', 'image/jpeg'),
      [randomUUID()]: '',
    });
    expect(answer.statusCode, answer.payload).toBe(201);
  });

  test('decodes multi-byte characters that are split between chunks', async () => {
    const name = 'Conceição 😀 '.repeat(9).trim();
    const boundary = 'x';
    const field = (key: string, text: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`;
    const fields = { name, email: 'maria.jose@exemplo.example', phone: '85900000012', vacancy: 'Caixa' };
    const payload = Buffer.concat([
      Buffer.from(
        `${Object.entries(fields)
          .map(([key, text]) => field(key, text))
          .join(
            '',
          )}--${boundary}\r\ncontent-disposition: form-data; name="doc"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
      ),
      pdf('Currículo'),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const bytes = [...payload].map((byte) => Uint8Array.of(byte));
    const answer = await fetch(`${address}/api/site/work-with-us`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: ReadableStream.from(bytes),
      duplex: 'half',
    });
    expect(answer.status, await answer.text()).toBe(201);
    const names = await app.deps.db.selectFrom('job_applications').select('name').execute();
    expect(names.map((row) => row.name)).toContain(name);
  });
});
