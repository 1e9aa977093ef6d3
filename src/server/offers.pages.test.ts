import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../test/app.ts';
import { pdfOf, pdfOfPages } from '../../test/documents.ts';
import { fileOf, jpeg } from '../../test/images.ts';
import { makePages } from '../features/booklets/bookletPages.service.ts';

const root = resolve(import.meta.dirname, '../..');
const TODAY = '2026-11-21';
let app: TestApp;
let token: string;

beforeAll(async () => {
  const build = (await import(pathToFileURL(resolve(root, 'build/server/index.js')).href)) as ServerBuild;
  app = await createTestApp({
    clock: testClock(`${TODAY}T15:00:00Z`),
    pages: { build, development: false, clientDirectory: resolve(root, 'build/client') },
  });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  for (const table of ['booklet_pages', 'fortnightly_booklets', 'daily_booklets', 'files'] as const)
    await app.deps.db.deleteFrom(table).execute();
  app.deps.answers.invalidate();
});

async function store(path: string, fields: Record<string, string | File>): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await app.request('POST', `/api/admin/${path}/store`, { token, form });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data.uuid;
}
const storePdf = (bytes: Buffer, validity: Record<string, string> = {}) =>
  store('booklets/fortnightly', { doc: fileOf(bytes, 'encarte.pdf', 'application/pdf'), ...validity });

async function read(url: string): Promise<string> {
  const { statusCode, payload } = await app.request('GET', url);
  expect(statusCode).toBe(200);
  expect(payload).not.toMatch(/undefined|NaN|\[object|<[^>]+\sstyle="/);
  return payload.replaceAll('<!-- -->', '');
}

describe('the page of today', () => {
  test('has kind words while there is nothing', async () => {
    expect(await read('/booklets-day')).toContain('Hoje ainda não tem encarte.');
  });

  test("shows today's pages only, each a link to its picture", async () => {
    const photos = fileOf(await jpeg());
    await store('daily-booklets', { start_date: TODAY, photos, alt: 'Feira fresca' });
    await store('daily-booklets', { start_date: '2026-11-22', photos, alt: 'Segredo de amanhã' });
    const page = await read('/booklets-day');
    expect(page).toMatch(/<a href="\/media\/[^"]+\.jpg"[^>]*>.*alt="Feira fresca"/);
    expect(page).toContain('21/11');
    expect(page).not.toContain('Segredo');
  });
});

describe('the page of the fortnight', () => {
  test('has kind words while there is no booklet', async () => {
    expect(await read('/booklet')).toContain('O próximo encarte está na gráfica');
  });

  test('offers the PDF until its pages are made, and then all of them with their text', async () => {
    const uuid = await storePdf(pdfOfPages(['Picanha', 'Camarao']), {
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
    });
    const waiting = await read('/booklet');
    expect(waiting).toContain('As páginas estão saindo do forno');
    expect(waiting).toMatch(/href="\/media\/[^"]+\.pdf\?download=1"/);

    await makePages(app.deps, uuid);
    const ready = await read('/booklet');
    expect(ready).toContain('2 páginas de preço bom. Vale de 16 a 30/11.');
    expect(ready).toMatch(/id="pagina-2".*alt="Página 2 do encarte".*<p>Camarao<\/p>/);
    expect(ready).toContain('rel="canonical"');

    const found = await read('/booklet?busca=camar%C3%A3o');
    expect(found).toContain('“camarão” em 1 página');
    expect(found).toMatch(/<a href="#pagina-2"><b>Página 2<\/b>.*<mark>Camarao<\/mark>/);
    expect(found).toContain('content="noindex"');
  });

  test('says when it is over, and when there is only the PDF', async () => {
    const uuid = await storePdf(pdfOf(['<</Type/Catalog>>']), { valid_until: '2026-11-20' });
    await makePages(app.deps, uuid);
    const page = await read('/booklet');
    expect(page).toContain('Este valeu até 20/11.');
    expect(page).toContain('Este encarte veio só em PDF');
  });

  test('leads from a number to the page, and from nonsense nowhere else', async () => {
    const answer = await app.request('GET', '/booklet?pagina=3');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/booklet#pagina-3']);
    await read('/booklet?pagina=//mal.example');
  });
});
