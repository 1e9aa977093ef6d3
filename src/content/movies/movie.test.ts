import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { emptyContent, uploadCalls } from '../../../test/uploads.ts';
import { getMovie, listMovies, siteMovie, siteMovies } from './movie.contract.ts';

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
const { get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'movies', {
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

it('shows an ended movie to staff alone, and answers 404 for an unknown one, to shoppers too', async () => {
  const uuid = await storeRecord();
  const ended = await update(uuid, { type: '2' });
  expect(ended.json().data.message).toBe('Está encerrado: não aparece na página do cinema.');
  expect(await details(uuid)).toMatchObject({ type: { number: 2, text: 'Encerrado' }, status: 'ended' });
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na página do cinema.');
  expect((await destroy(uuid)).json().error).toBe('Este filme não existe mais.');
  for (const gone of [uuid, 'nenhum'])
    expect((await app.request('GET', `/api/site/movies/details/${gone}`)).statusCode).toBe(404);
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
