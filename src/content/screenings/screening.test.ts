import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { emptyContent, uploadCalls } from '../../../test/uploads.ts';
import { pageOfParts } from '../../records/server/lists/listScan.ts';
import { parseWords } from '../../records/server/lists/search.ts';
import { COUNT_LIMIT } from '../../shared/list.ts';
import { getScreening, getWeek, listScreenings, siteScreenings } from './screening.contract.ts';
import { screeningParts } from './screening.searchParts.ts';

/** Saturday, noon in São Paulo. */
const NOON = '2026-11-21T15:00:00Z';
const TODAY = '2026-11-21';

let app: TestApp;
let token: string;
let film: number;
let other: number;
let filmUuid: string;
let price: number;

const movies = uploadCalls(() => app, 'movies', {
  fields: () => ({ name: 'O dragão', type: '1', classification: '10', duration: '01:52' }),
  files: () => ({ image: fileOf(picture) }),
});
let picture: Buffer;
const idOf = async (table: 'movies' | 'ticket_office_items', uuid: string) =>
  (await app.deps.db.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow()).id;

beforeAll(async () => {
  app = await createTestApp({
    env: { SESSION_IDLE: '480h', SESSION_ABSOLUTE: '480h' },
    clock: testClock(NOON),
  });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, ['screenings', 'movies', 'ticket_office_items']);
  app.clock.set(NOON);
  filmUuid = await movies.storeRecord();
  film = await idOf('movies', filmUuid);
  other = await idOf('movies', await movies.storeRecord({ name: 'A lua', duration: '' }));
  const item = await send('POST', '/ticket-office-items/store', { item: 'Inteira: R$ 24,00' });
  price = await idOf('ticket_office_items', item.json().data.uuid);
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object, signed = token) =>
  app.request(method, `/api/admin${path}`, { ...(signed && { token: signed }), ...(json && { json }) });
const one = (fields: object = {}) => ({
  movie_id: film,
  room: 'Sala 1',
  starts_at: '2026-11-21T14:30:00-03:00',
  audio: 1,
  format: 2,
  ...fields,
});
async function stored(fields: object = {}): Promise<string> {
  const answer = await send('POST', '/screenings/store', one(fields));
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
const details = async (uuid: string) =>
  bodyOf(getScreening.answers[200], await send('GET', `/screenings/details/${uuid}`)).data;
const list = async (query: string) =>
  bodyOf(listScreenings.answers[200], await send('GET', `/screenings${query}`)).data;
async function onSite() {
  const answer = await app.request('GET', '/api/site/screenings');
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(siteScreenings.answers[200], answer).data.days;
}
const hours = async () =>
  (await onSite()).map(({ day, movies }) => [
    day,
    ...movies.flatMap(({ name, screenings }) =>
      screenings.map(({ starts_at, begun }) => `${starts_at.slice(11, 16)} ${name}${begun ? ' *' : ''}`),
    ),
  ]);
const times = (...days: string[]) => Array.from({ length: 7 }, (_, day) => days[day] ?? '');
const row = (fields: object = {}) => ({
  movie_id: film,
  room: 'Sala 1',
  audio: 1,
  format: 1,
  times: times('14:30 17:00', '19h30'),
  ...fields,
});
const week = async (from = TODAY) =>
  bodyOf(getWeek.answers[200], await send('GET', `/screenings/weeks/${from}`)).data;
const put = (rows: object[], more: object = {}, from = TODAY) =>
  send('PUT', `/screenings/weeks/${from}`, { rows, ...more });
async function saved(rows: object[], more: object = {}, from = TODAY): Promise<string> {
  const answer = await put(rows, more, from);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data.message;
}
const count = async (table: 'audit_log' | 'record_versions' | 'screenings') =>
  Number(
    (
      await app.deps.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('sessions', () => {
  it('creates, updates and deletes a session, and shoppers see each change', async () => {
    const answer = await send(
      'POST',
      '/screenings/store',
      one({ price_id: String(price), ticket_link: 'https://ingresso.example/1' }),
    );
    expect(answer.json().data.message).toBe('Já aparece na página do cinema.');
    const { uuid } = answer.json().data;
    expect(await details(uuid)).toMatchObject({
      movie: { id: film, uuid: filmUuid, name: 'O dragão' },
      starts_at: '2026-11-21T17:30:00.000Z',
      room: 'Sala 1',
      audio: { number: 1, text: 'Dublado' },
      format: { number: 2, text: '3D' },
      price: { id: price, item: 'Inteira: R$ 24,00' },
      ticket_link: 'https://ingresso.example/1',
      version: 1,
    });
    expect(await onSite()).toEqual([
      {
        day: TODAY,
        movies: [
          {
            uuid: filmUuid,
            name: 'O dragão',
            screenings: [
              {
                uuid,
                starts_at: '2026-11-21T14:30:00-03:00',
                begun: false,
                room: 'Sala 1',
                audio: { number: 1, text: 'Dublado' },
                format: { number: 2, text: '3D' },
                price: 'Inteira: R$ 24,00',
                ticket_link: 'https://ingresso.example/1',
              },
            ],
          },
        ],
      },
    ]);
    const later = { ...one({ starts_at: '2026-11-21T16:00:30-03:00' }), version: 1 };
    const change = await send('PUT', `/screenings/update/${uuid}`, later);
    expect(change.statusCode, change.payload).toBe(200);
    expect(await hours()).toEqual([[TODAY, '16:00 O dragão']]);
    expect((await send('PUT', `/screenings/update/${uuid}`, later)).statusCode).toBe(409);
    expect((await send('DELETE', `/screenings/destroy/${uuid}`)).statusCode).toBe(200);
    expect(await onSite()).toEqual([]);
    expect((await send('POST', `/bin/screenings/${uuid}/restore`)).statusCode).toBe(200);
    expect(await hours()).toEqual([[TODAY, '16:00 O dragão']]);
  });

  it('states when a session will appear if it is beyond the days that the site shows', async () => {
    const messageFor = async (starts_at: string) =>
      (await send('POST', '/screenings/store', one({ starts_at }))).json().data.message;
    expect(await messageFor('2026-12-04T23:30:00-03:00')).toBe('Já aparece na página do cinema.');
    expect(await messageFor('2026-12-05T14:30:00-03:00')).toBe('Aparece na página do cinema 13 dias antes.');
    expect(await messageFor('2026-11-20T14:30:00-03:00')).toBe(
      'Foi em 20/11/2026 14:30: não aparece no site.',
    );
    expect((await onSite()).map(({ day }) => day)).toEqual(['2026-12-04']);
  });

  it('rejects an occupied room, and an unknown film or price, with 422', async () => {
    const uuid = await stored();
    const refused = async (fields: object) => {
      const answer = await send('POST', '/screenings/store', one(fields));
      expect(answer.statusCode, answer.payload).toBe(422);
      return answer.json().errors;
    };
    expect(
      await refused({ movie_id: other, room: 'SALA 1', starts_at: '2026-11-21T16:21:00-03:00' }),
    ).toEqual({
      starts_at: ['Na sala 1 passa “O dragão” das 14:30 às 16:22.'],
    });
    await stored({ movie_id: other, room: 'Sala 2' });
    expect(await refused({ movie_id: 9999 })).toHaveProperty('movie_id');
    expect(await refused({ starts_at: '2026-11-22T14:30:00-03:00', price_id: 9999 })).toHaveProperty(
      'price_id',
    );
    expect(
      Object.keys(await refused({ movie_id: '', room: ' ', starts_at: '', audio: 9, format: 0 })),
    ).toEqual(['movie_id', 'starts_at', 'room', 'audio', 'format']);
    // Restoring a session from the trash fails if its room is occupied.
    await send('DELETE', `/screenings/destroy/${uuid}`);
    await stored({ starts_at: '2026-11-21T15:00:00-03:00' });
    expect((await send('POST', `/bin/screenings/${uuid}/restore`)).statusCode).toBe(422);
  });

  it('searches by film, room and version, and filters by time, film and room', async () => {
    const [first, second] = [
      await stored({ starts_at: '2026-11-20T14:30:00-03:00' }),
      await stored({ movie_id: other, audio: 2, room: 'Sala 2', starts_at: '2026-11-21T20:00:00-03:00' }),
    ];
    const uuids = async (query: string) => (await list(query)).map(({ uuid }) => uuid);
    expect(await uuids('?page=1')).toEqual([second, first]);
    expect(await uuids('?page=1&search=dragao')).toEqual([first]);
    expect(await uuids('?page=1&search=legendado')).toEqual([second]);
    expect(await uuids('?page=1&when=past')).toEqual([first]);
    expect(await uuids('?page=1&when=today')).toEqual([second]);
    expect(await uuids('?page=1&when=coming')).toEqual([second]);
    expect(await uuids(`?page=1&movie=${film}`)).toEqual([first]);
    expect(await uuids('?page=1&room=sala 2')).toEqual([second]);
    expect(await uuids('?page=1&sort=room')).toEqual([first, second]);
    const answer = await send('GET', '/screenings?page=1&counts=1');
    expect(answer.json().filters.map(({ name }: { name: string }) => name)).toEqual([
      'when', 'movie', 'room', 'standing',
    ]); // biome-ignore format: one line
  });

  it('combines words of film and session in a search, in every order and page by page', async () => {
    for (const hour of ['10', '13', '16', '19'])
      for (const fields of [{}, { room: 'Sala Lua', audio: 2 }, { movie_id: other, room: 'Sala 3' }])
        await stored({ ...fields, starts_at: `2026-11-21T${hour}:00:00-03:00` });
    const draft = await stored({ publish_at: 'later', starts_at: '2026-11-21T23:00:00-03:00', audio: 2 });
    const all = await list('?page=1&sort=id');
    const textOf = ({ movie, room, audio, format }: (typeof all)[number]) =>
      [movie?.name, room, audio.text, format.text].join(' ').toLowerCase();
    const { db } = app.deps;
    const parts = await screeningParts(db)(parseWords('lua'), []);
    expect(parts).toHaveLength(2);
    for (const column of ['id', 'starts_at', 'room_key'])
      for (const direction of ['asc', 'desc'] as const) {
        const columns = [...new Set([`screenings.${column}`, 'screenings.id'])];
        // Few matches are sorted at once; for many, each part is read in its index order.
        const [few, many] = [0, COUNT_LIMIT].map((total) =>
          pageOfParts(
            db,
            { columns, direction },
            { table: 'screenings', id: 'screenings.id' },
            parts,
            total,
            {
              limit: 4,
              offset: 3,
            },
          ),
        );
        expect((await many)?.map(({ id }) => id)).toEqual((await few)?.map(({ id }) => id));
        expect(await many).toHaveLength(4);
      }
    for (const words of ['lua', 'legendado 3d', 'do', 'nada'])
      for (const sort of ['id', 'starts_at', 'room'])
        for (const way of ['', '-'])
          for (const more of ['', `&movie=${other}`, '&when=past', '&room=sala lua', '&standing=draft']) {
            const pages = [1, 2, 3].map((page) =>
              list(`?page=${page}&per_page=5&sort=${way}${sort}&search=${encodeURIComponent(words)}${more}`),
            );
            const found = (await Promise.all(pages)).flat();
            const expected = all
              .filter((one) => words.split(' ').every((word) => textOf(one).includes(word)))
              .filter(({ movie }) => !more.includes('movie') || movie?.id === other)
              .filter(({ starts_at }) => !more.includes('past') || starts_at <= NOON)
              .filter(({ room }) => !more.includes('room') || room === 'Sala Lua')
              .filter(({ uuid }) => !more.includes('draft') || uuid === draft);
            const place = (one: (typeof all)[number]) => (sort === 'id' ? one.id : one[sort as 'room']);
            const inOrder = expected.toSorted((one, two) => {
              const [a, b] = way ? [two, one] : [one, two];
              if (place(a) === place(b)) return a.id - b.id;
              return place(a) < place(b) ? -1 : 1;
            });
            expect(
              found.map(({ id }) => id),
              `${words} ${way}${sort} ${more}`,
            ).toEqual(inOrder.map(({ id }) => id));
          }
  });

  it('keeps its film from being deleted while it is to come, published, as a draft or in a scheduled change', async () => {
    const uuid = await stored();
    const drafted = await stored({ starts_at: '2026-11-22T14:30:00-03:00', publish_at: 'later' });
    const other = await movies.storeRecord({ name: 'Névoa' });
    const refusal = async (film: string) => {
      const answer = await movies.destroy(film);
      const many = await send('POST', '/bulk/movies', { action: 'delete', uuids: [film] });
      expect([answer.statusCode, many.statusCode]).toEqual([409, 409]);
      expect(many.json().message).toBe(answer.json().message);
      return answer.json().message.replace(/\s/g, ' ');
    };
    expect(await refusal(filmUuid)).toMatch(
      /^“O dragão” tem 2 sessões por vir, a primeira em 21\/11\/2026.* 14:30, na Sala 1\. Tire as sessões da semana ou encerre o filme antes de excluir\.$/,
    );
    await send('DELETE', `/screenings/destroy/${uuid}`);
    expect(await refusal(filmUuid)).toMatch(/tem 1 sessão por vir, em 22\/11\/2026/);
    const moved = await app.request('PUT', `/api/admin/screenings/update/${drafted}`, {
      token,
      json: {
        ...{ movie_id: await idOf('movies', other), starts_at: '2026-11-22T14:30:00-03:00', room: 'Sala 1' },
        ...{ audio: 1, format: 1, publish_at: '2026-11-22T12:00:00-03:00' },
      },
    });
    expect(moved.statusCode, moved.payload).toBe(200);
    expect(await refusal(other)).toMatch(/tem 1 sessão por vir/);
    await send('DELETE', `/screenings/destroy/${drafted}`);
    expect((await movies.destroy(filmUuid)).statusCode).toBe(200);
    expect((await movies.destroy(other)).statusCode).toBe(200);
  });

  it('does not keep its film once it has begun, and stays without it', async () => {
    const uuid = await stored();
    app.clock.set('2026-11-21T17:30:01Z');
    expect((await movies.destroy(filmUuid)).statusCode).toBe(200);
    expect(await onSite()).toEqual([]);
    expect((await details(uuid)).movie?.name).toBe('O dragão');
    expect((await send('POST', `/bin/movies/${filmUuid}/restore`)).statusCode).toBe(200);
  });

  it('keeps its place while its film is unpublished or its price is in the bin, unseen', async () => {
    const uuid = await stored({ price_id: price });
    await app.deps.db.updateTable('ticket_office_items').set({ deleted_at: NOON }).execute();
    app.deps.responseCache.invalidate();
    expect((await onSite())[0]?.movies[0]?.screenings[0]?.price).toBeNull();
    await app.deps.db.updateTable('ticket_office_items').set({ deleted_at: null }).execute();
    expect((await send('POST', `/publication/movies/${filmUuid}/withdraw`, {})).statusCode).toBe(200);
    expect(await onSite()).toEqual([]);
    expect((await details(uuid)).movie?.name).toBe('O dragão');
    expect((await send('POST', `/publication/movies/${filmUuid}/publish`, {})).statusCode).toBe(200);
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão']]);
    const [at] = [(await app.request('GET', `/api/site/movies/details/${filmUuid}`)).json().data];
    expect(at.status).toBe('showing');
    await send('POST', `/movies/end/${filmUuid}`, {});
    expect(await onSite()).toEqual([]);
  });

  it('marks a session as begun from its start minute on, and removes it after its day', async () => {
    await stored();
    await stored({ starts_at: '2026-11-21T21:00:00-03:00' });
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão', '21:00 O dragão']]);
    app.clock.set('2026-11-21T17:29:59Z');
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão', '21:00 O dragão']]);
    app.clock.set('2026-11-21T17:30:00Z');
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão *', '21:00 O dragão']]);
    app.clock.set('2026-11-22T02:59:00Z');
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão *', '21:00 O dragão *']]);
    app.clock.set('2026-11-22T03:00:00Z');
    expect(await hours()).toEqual([]);
  });
});

describe('week of sessions', () => {
  it('saves a week at once and reads it back as it was typed', async () => {
    const rows = [row(), row({ movie_id: other, room: 'Sala 2', audio: 2, price_id: null })];
    const day_prices = Array.from({ length: 7 }, (_, day) => (day === 0 ? String(price) : ''));
    expect(await saved(rows, { day_prices })).toBe('6 sessões de 21 a 27/11: 6 novas.');
    expect(await hours()).toEqual([
      [TODAY, '14:30 O dragão', '17:00 O dragão', '14:30 A lua', '17:00 A lua'],
      ['2026-11-22', '19:30 O dragão', '19:30 A lua'],
    ]);
    const prices = (await onSite()).map(({ movies }) =>
      movies.flatMap(({ screenings }) => screenings.map(({ price }) => price)),
    );
    const full = 'Inteira: R$ 24,00';
    expect(prices).toEqual([
      [full, full, null, null],
      [null, null],
    ]);
    const read = await week();
    expect(read.day_prices).toEqual([price, null, null, null, null, null, null]);
    const elsewhere = { movie_id: other, room: 'Sala 2', audio: 2 };
    expect(read.rows).toEqual([
      row({ ...elsewhere, price_id: null, times: times('14:30 17:00'), ticket_links: [] }),
      row({ ...elsewhere, times: times('', '19:30'), ticket_links: [] }),
      row({ times: times('14:30 17:00', '19:30'), ticket_links: [] }),
    ]);
    expect(read).toMatchObject({
      today: TODAY,
      before: { rows: [] },
      rooms: ['Sala 1', 'Sala 2'],
      drafts: 0,
    });
    expect(read.films.map(({ name, current }) => [name, current])).toEqual([
      ['A lua', true],
      ['O dragão', true],
    ]);
    expect(read.next_empty).toBe('2026-11-26');
    const next = await week('2026-11-28');
    expect(next).toMatchObject({ rows: [], before: { rows: read.rows, day_prices: read.day_prices } });
    await saved([row()], {}, '2026-11-27');
    expect((await week()).next_empty).toBe('2026-12-03');
  });

  it('hides sessions outside the hours of a special day, and tells staff', async () => {
    const special = (fields: object) =>
      send('POST', '/exceptions/store', { places: ['cinema'], reason: 'Natal', ...fields });
    expect((await special({ date: '2026-11-22', type: 1 })).statusCode).toBe(201);
    const afternoon = [{ opens: '14:00', closes: '18:00' }];
    expect((await special({ date: '2026-11-23', type: 2, hours: afternoon })).statusCode).toBe(201);
    const week = {
      rows: [{ ...row(), times: times('14:30', '14:30', '14:30 19:30') }],
    };
    const saved = await send('PUT', `/screenings/weeks/${TODAY}`, week);
    expect(saved.json().data.message).toContain(
      '2 sessões não aparecem no site: em 22/11 o cinema fecha; em 23/11 o cinema abre das 14h às 18h.',
    );
    expect(await hours()).toEqual([
      ['2026-11-21', '14:30 O dragão'],
      ['2026-11-23', '14:30 O dragão'],
    ]);
    const read = bodyOf(getWeek.answers[200], await send('GET', `/screenings/weeks/${TODAY}`)).data;
    expect(read.special_days).toEqual([
      { day: 1, reason: 'Natal', hours: [] },
      { day: 2, reason: 'Natal', hours: afternoon },
    ]);
    const single = await send(
      'POST',
      '/screenings/store',
      one({ room: 'Sala 9', starts_at: '2026-11-22T20:00:00-03:00' }),
    );
    expect(single.json().data.message).toBe('Uma sessão não aparece no site: em 22/11 o cinema fecha.');
    // With the usual hours all sessions are visible again.
    for (const { uuid } of (await send('GET', '/exceptions')).json().data)
      await send('DELETE', `/exceptions/destroy/${uuid}`);
    expect((await hours()).flat().filter((text) => /O dragão/.test(text))).toHaveLength(5);
  });

  it('keeps records of unchanged sessions with their links, and moves removed ones to the trash', async () => {
    await saved([row()]);
    const [first] = await list('?page=1&sort=starts_at');
    const uuid = first?.uuid ?? '';
    const linked = one({
      starts_at: '2026-11-21T14:30:00-03:00',
      format: 1,
      ticket_link: 'https://i.example/',
    });
    await send('PUT', `/screenings/update/${uuid}`, linked);
    expect(await saved([row({ audio: 3, times: times('14:30 21:00') })])).toBe(
      '2 sessões de 21 a 27/11: 1 nova, 1 mudada e 2 tiradas.',
    );
    expect(await details(uuid)).toMatchObject({
      audio: { number: 3 },
      ticket_link: 'https://i.example/',
      version: 3,
    });
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão', '21:00 O dragão']]);
    expect(await saved([])).toBe('Nenhuma sessão de 21 a 27/11.');
    expect(await onSite()).toEqual([]);
  });

  it('sets the link of each session, keeps links that are not sent, and reports an invalid one', async () => {
    const of = (day: number, time: string, link: string) => ({ day, time, link });
    const read = async () => (await week()).rows[0]?.ticket_links;
    const links = [of(0, '14:30', 'https://i.example/1'), of(1, '19:30', ' https://i.example/2 ')];
    await saved([row({ ticket_links: links })]);
    const both = [of(0, '14:30', 'https://i.example/1'), of(1, '19:30', 'https://i.example/2')];
    expect(await read()).toEqual(both);
    expect(await saved([row()])).toContain('nada mudou');
    expect(await saved([row({ ticket_links: both })])).toContain('nada mudou');
    expect(await saved([row({ ticket_links: [of(0, '14:30', ''), of(3, '14:30', 'x')] })])).toContain(
      '1 mudada',
    );
    expect(await read()).toEqual(both.slice(1));
    const wrong = await put([
      row({ ticket_links: [of(0, '17:00', 'ingresso'), of(0, '14:30', 'javascript:1')] }),
    ]);
    expect(Object.keys(wrong.json().errors)).toEqual([
      'rows.0.ticket_links.0.14:30',
      'rows.0.ticket_links.0.17:00',
    ]);
    expect(wrong.json().errors['rows.0.ticket_links.0.17:00'][0]).toMatch(/https:/);
    const endless = `https://i.example/${'i'.repeat(1900)}`;
    const many = await put([
      row({ ticket_links: Array.from({ length: 40 }, () => of(0, '14:30', endless)) }),
    ]);
    expect(many.json().errors.rows).toEqual([expect.stringContaining('links mais curtos')]);
  });

  it('writes no version of unchanged sessions, and one audit entry for all changes', async () => {
    const before = await count('audit_log');
    await saved([row()]);
    expect((await count('audit_log')) - before).toBe(1);
    const versions = await count('record_versions');
    expect(await saved([row()])).toBe('3 sessões de 21 a 27/11: nada mudou.');
    expect([await count('record_versions'), (await count('audit_log')) - before]).toEqual([versions, 1]);
    const { data } = (await send('GET', '/audit?resource=screenings')).json();
    expect(data[0]).toMatchObject({
      text: expect.stringContaining('alterou as sessões'),
      title: '21/11/2026',
    });
  });

  it('reports each invalid cell and saves nothing', async () => {
    await saved([row({ times: times('', '', '', '', '', '', '23:30') })], {}, '2026-11-14');
    const answer = await put([
      row({ times: times('00:10 25:00', '', '14:30') }),
      row({ movie_id: other, times: times('00:30', '', '15:00') }),
      row({ movie_id: '', room: '', price_id: 9999, times: times('', '', '', '10:00') }),
    ]);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      message: 'Confira 6 campos da semana. Nada foi salvo ainda.',
      errors: {
        'rows.0.times.0': ['“25:00” não é uma hora. Escreva como 14:30.'],
        'rows.1.times.0': ['Na sala 1 passa “O dragão” das 23:30 às 01:22.'],
        'rows.1.times.2': ['Na sala 1 passa “O dragão” das 14:30 às 16:22.'],
        'rows.2.movie_id': ['Escolha o filme.'],
        'rows.2.room': ['Informe a sala.'],
        'rows.2.price_id': ['Este item da bilheteria não existe mais. Escolha outro.'],
      },
    });
    expect((await week()).rows).toEqual([]);
    expect((await put([row({ times: ['14:30'] })])).json().errors).toHaveProperty('rows');
    expect((await put([row({ audio: 7 })])).statusCode).toBe(422);
  });

  it('rejects an outdated week with 409', async () => {
    await saved([row()]);
    const { version } = await week();
    await saved([row({ times: times('14:30') })], { version });
    const late = await put([row({ times: times('21:00') })], { version });
    expect(late.statusCode).toBe(409);
    expect(late.json().saved.by).toEqual(expect.any(String));
    expect(await hours()).toEqual([[TODAY, '14:30 O dragão']]);
  });
});
