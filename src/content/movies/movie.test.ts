import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg, noise, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import { getMovie, listMovies, movieRecord, siteMovie, siteMovies, updateMovie } from './movie.contract.ts';

const NOON = '2026-11-21T15:00:00Z';

let app: TestApp;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1', SESSION_IDLE: '48h' }, clock: testClock(NOON) });
  await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, ['movies']);
  app.clock.set(NOON);
});

const needed = { name: 'O dragão da serra', type: '1', classification: '10' };
const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'movies', {
  fields: () => needed,
  files: () => ({ image: fileOf(picture) }),
});

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getMovie.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listMovies.answers[200], answer);
}
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);
async function onSite() {
  const answer = await app.request('GET', '/api/site/movies');
  expect(answer.statusCode).toBe(200);
  return bodyOf(siteMovies.answers[200], answer).data;
}
const counts = () => countRows(app, { movies: 'movies' });
const NOTHING = { movies: 0, files: 0, audit: 0, stored: 0 };

describe('creating a movie', () => {
  it('answers 201 and shows the movie to staff and shoppers', async () => {
    const answer = await store({
      classification: 'Não recomendado para menores de 14 anos',
      description: 'Lia sobe a serra.\nO nevoeiro espera.',
      release_date: '2026-11-19',
      duration: '01:52:00',
      trailer_link: 'https://video.example/dragao',
      alt: 'Um dragão verde',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.message).toBe('Já aparece na página do cinema.');
    const movie = await details(answer.json().data.uuid);
    expect(movie).toMatchObject({
      name: 'O dragão da serra',
      type: { number: 1, text: 'Em cartaz' },
      classification: '14',
      description: 'Lia sobe a serra.\nO nevoeiro espera.',
      release_date: '2026-11-19',
      duration: '01:52',
      trailer_link: 'https://video.example/dragao',
      status: 'showing',
      version: 1,
      file: { width: 48, height: 32, alt: 'Um dragão verde' },
    });
    expect((await list()).data).toEqual([movie]);
    const { version: _, publication: ___, updated_at: __, ...shown } = movie;
    expect(await onSite()).toEqual([shown]);
    const one = await app.request('GET', `/api/site/movies/details/${movie.uuid}`);
    expect(bodyOf(siteMovie.answers[200], one).data).toEqual(shown);
    expect((await app.request('GET', movie.file.url_s3)).statusCode).toBe(200);
  });

  it('requires only title, type, classification and cover, and accepts an unknown classification', async () => {
    expect(await details(await storeRecord({ classification: ' A definir ' }))).toMatchObject({
      classification: 'A definir',
      description: null,
      release_date: null,
      duration: null,
      trailer_link: null,
    });
  });
});

describe('invalid movies', () => {
  const longest = maxLengthOf(movieRecord.fields.name.input) ?? 0;

  it.each<[string, () => Promise<Fields> | Fields, Record<string, unknown>]>([
    ['no title', () => ({ name: ' ' }), { name: ['Informe o título.'] }],
    [
      'a title of 100 KB',
      () => ({ name: 'x'.repeat(100_000) }),
      { name: [`Use no máximo ${longest} caracteres.`] },
    ],
    ['an unknown type', () => ({ type: '3' }), { type: ['Escolha o tipo.'] }],
    [
      'no classification',
      () => ({ classification: '' }),
      { classification: ['Informe a classificação indicativa.'] },
    ],
    [
      'an invalid date',
      () => ({ release_date: '19/11/2026' }),
      { release_date: ['Informe o dia, o mês e o ano.'] },
    ],
    ['an invalid running time', () => ({ duration: '112' }), { duration: ['Informe a hora como 08:30.'] }],
    [
      'a script as trailer',
      () => ({ trailer_link: 'javascript:alert(1)' }),
      { trailer_link: [expect.any(String)] },
    ],
    ['a text as cover', () => ({ image: 'capa' }), { image: ['Escolha uma imagem.'] }],
    ['an empty cover', () => ({ image: fileOf(Buffer.alloc(0)) }), { image: [expect.any(String)] }],
    [
      'a GIF',
      () => ({ image: fileOf(picture, 'a.gif', 'image/gif') }),
      { image: ['Formato de arquivo não permitido. Envie JPG ou PNG.'] },
    ],
    [
      'a truncated picture',
      async () => ({ image: fileOf((await noise(300, 200)).subarray(0, 5000)) }),
      { image: [expect.any(String)] },
    ],
  ])('rejects %s with 422', async (_, make, errors) => {
    const answer = await store(await make());
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a cover that is too large with 413', async () => {
    const answer = await store({ image: fileOf(Buffer.concat([picture, Buffer.alloc(1_500_000)])) });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([413, ['image']]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('POST', admin('/store'), { form: formOf({ ...needed, image: fileOf(picture) }) }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: formOf(needed) }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('GET', admin('')),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a movie', () => {
  const whole = {
    description: 'Texto',
    release_date: '2026-11-19',
    duration: '01:52',
    trailer_link: 'https://video.example/a',
    alt: 'Capa',
  };

  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await storeRecord(whole);
    const before = await details(uuid);
    const answer = await update(uuid, { type: '2' });
    expect(bodyOf(updateMovie.answers[200], answer).data).toEqual({
      message: 'Está encerrado: não aparece na página do cinema.',
      uuid,
      version: 2,
    });
    expect(await details(uuid)).toEqual({
      ...before,
      type: { number: 2, text: 'Encerrado' },
      status: 'ended',
      version: 2,
      updated_at: expect.any(String),
    });
    await update(uuid, Object.fromEntries(Object.keys(whole).map((name) => [name, ''])));
    const cleared = await details(uuid);
    expect(cleared).toMatchObject({
      description: null,
      release_date: null,
      duration: null,
      trailer_link: null,
      version: 3,
    });
    expect(cleared.file.alt).toBeNull();
  });

  it('replaces the cover and stops serving the old file', async () => {
    const uuid = await storeRecord();
    const { file: old } = await details(uuid);
    const before = await counts();
    await update(uuid, { image: fileOf(await png({ width: 20, height: 30 }), 'a.png', 'image/png') });
    const { file } = await details(uuid);
    expect([file.width, file.height]).toEqual([20, 30]);
    expect((await app.request('GET', old.url_s3)).statusCode).toBe(404);
    const { audit, files, stored: bytes } = before;
    expect(await counts()).toEqual({ ...before, audit: audit + 1, files: files + 1, stored: 2 * bytes });
  });

  it('rejects an outdated version with 409 and stores nothing of the attempt', async () => {
    const uuid = await storeRecord();
    await update(uuid, { name: 'Um' });
    const before = await counts();
    const answer = await update(uuid, { name: 'Dois', version: '1', image: fileOf(picture) });
    expect(answer.statusCode).toBe(409);
    expect(await counts()).toEqual(before);
    expect((await details(uuid)).name).toBe('Um');
  });

  it('answers 404 for an unknown movie, to shoppers too', async () => {
    for (const uuid of [randomUUID(), 'nenhum']) {
      expect((await update(uuid, { image: fileOf(picture) })).statusCode).toBe(404);
      expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
      expect((await destroy(uuid)).statusCode).toBe(404);
      expect((await app.request('GET', `/api/site/movies/details/${uuid}`)).statusCode).toBe(404);
    }
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('deleting a movie', () => {
  it('removes the movie from the list and its files from the site at once', async () => {
    const uuid = await storeRecord();
    const { file } = await details(uuid);
    const page = `/api/site/movies/details/${uuid}`;
    expect((await app.request('GET', page)).statusCode).toBe(200);
    expect((await destroy(uuid)).json()).toEqual({
      data: { message: 'Não aparece mais na página do cinema.' },
    });
    expect(await names()).toEqual([]);
    expect(await onSite()).toEqual([]);
    expect((await app.request('GET', page)).statusCode).toBe(404);
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(404);
    expect((await destroy(uuid)).statusCode).toBe(404);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, user_name }) => [action, user_name])).toEqual([
      ['create', staff.name],
      ['delete', staff.name],
    ]);
  });
});

describe('list of movies', () => {
  beforeEach(async () => {
    await storeRecord({ name: 'Água viva' });
    await storeRecord({ name: 'zumbi', type: '2' });
    await storeRecord({ name: 'Éden' });
  });

  it('returns all movies, the newest first, without a query', async () => {
    const { meta } = await list();
    expect(await names()).toEqual(['Éden', 'zumbi', 'Água viva']);
    expect(meta).toBeUndefined();
  });

  it('searches and sorts without accents or case, page by page', async () => {
    expect(await names('?search=agua')).toEqual(['Água viva']);
    expect(await names('?search=encerrado')).toEqual(['zumbi']);
    expect(await names('?sort=name')).toEqual(['Água viva', 'Éden', 'zumbi']);
    expect(await names('?sort=-type')).toEqual(['zumbi', 'Éden', 'Água viva']);
    const page = await list('?page=2&per_page=2&sort=name');
    expect([page.data.map(({ name }) => name), page.meta]).toEqual([
      ['zumbi'],
      { page: 2, per_page: 2, total: 3 },
    ]);
  });
});

describe('coming movies', () => {
  it('shows a movie as "soon" until its release in São Paulo, without a restart or a save', async () => {
    const uuid = await storeRecord({ name: 'Estreia', release_date: '2026-11-22' });
    await storeRecord({ name: 'Já passou', release_date: '2026-11-01' });
    await storeRecord({ name: 'Acabou', type: '2', release_date: '2026-12-01' });
    await storeRecord({ name: 'Bem depois', release_date: '2027-01-01' });
    await storeRecord({ name: 'Sem data' });
    const saved = await update(uuid, { name: 'Estreia' });
    expect(saved.json().data.message).toBe(
      'Aparece como “Em breve” na página do cinema. Entra em cartaz em 22/11/2026.',
    );
    const shown = async () => (await onSite()).map(({ name, status }) => [name, status]);
    expect(await shown()).toEqual([
      ['Já passou', 'showing'],
      ['Sem data', 'showing'],
      ['Estreia', 'soon'],
      ['Bem depois', 'soon'],
      ['Acabou', 'ended'],
    ]);
    app.clock.set('2026-11-22T02:59:59.999Z');
    expect((await details(uuid)).status).toBe('soon');
    expect((await shown())[2]).toEqual(['Estreia', 'soon']);
    app.clock.set('2026-11-22T03:00:00Z');
    expect((await shown())[0]).toEqual(['Estreia', 'showing']);
    expect((await details(uuid)).status).toBe('showing');
  });
});
