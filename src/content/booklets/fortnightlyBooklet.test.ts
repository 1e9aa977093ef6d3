import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf } from '../../../test/images.ts';
import { hostilePdfs, pdf, pdfOfPages } from '../../../test/sampleFiles.ts';
import { countRows, emptyContent, type Fields, formOf } from '../../../test/uploads.ts';
import { contentSecurityPolicy } from '../../platform/http/headers.ts';
import { sweep } from '../../records/server/files/file.service.ts';
import { siteHome } from '../home/home.contract.ts';
import {
  getFortnightlyBooklet,
  listFortnightlyBooklets,
  siteFortnightlyBooklet,
  storeFortnightlyBooklet,
} from './booklet.contract.ts';
import { overlapsOf } from './bookletOverlaps.ts';
import { renderBookletPages } from './bookletPages.service.ts';
import { MAX_FORMER_BOOKLETS } from './fortnightlyBooklet.service.ts';

const NOON = '2026-11-21T15:00:00Z';
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({
    env: { MAX_PDF_MB: '1', SESSION_IDLE: '2000h', SESSION_ABSOLUTE: '2000h' },
    clock: testClock(NOON),
  });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => {
  app.clock.set(NOON);
  return emptyContent(app, ['booklet_pages', 'fortnightly_booklets']);
});

const docOf = (bytes: Buffer, name = 'encarte.pdf', type = 'application/pdf') => fileOf(bytes, name, type);
const STORE = '/api/admin/booklets/fortnightly/store';
const store = (fields: Fields = { doc: docOf(pdf()) }) =>
  app.request('POST', STORE, { token, form: formOf(fields) });
const get = () => app.request('GET', '/api/admin/booklets/fortnightly', { token });
const read = async () => bodyOf(getFortnightlyBooklet.answers[200], await get()).data;
const onSite = () => app.request('GET', '/api/site/booklets/fortnightly');
const counts = () => countRows(app, { booklets: 'fortnightly_booklets' });
const NOTHING = { booklets: 0, files: 0, audit: 0, stored: 0 };

describe('fortnightly booklet', () => {
  it('answers 204 to staff and shoppers without a booklet', async () => {
    for (const answer of [await get(), await onSite()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
    const home = bodyOf(siteHome.answers[200], await app.request('GET', '/api/site/home'));
    expect(home.data.booklet_fortnightly).toBeNull();
  });

  it('creates the first booklet and replaces it with the next one, at once for shoppers', async () => {
    await onSite();
    const first = await store({
      doc: docOf(pdf('um'), 'Encarte São João.pdf'),
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
    });
    expect([first.statusCode, first.json().data.message]).toEqual([
      201,
      'Os links do menu e do rodapé já levam a ele.',
    ]);
    const old = await read();
    expect(old).toMatchObject({
      uuid: first.json().data.uuid,
      version: 1,
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
      file: { name: 'Encarte São João.pdf', type: 'application/pdf', bytes: pdf('um').length },
    });

    const second = await store({ doc: docOf(pdf('dois')), version: '1' });
    expect(bodyOf(storeFortnightlyBooklet.answers[200], second).data).toMatchObject({ version: 2 });
    expect(second.statusCode).toBe(200);
    const booklet = await read();
    expect(booklet).toMatchObject({ uuid: second.json().data.uuid, version: 2 });
    const { id, file, valid_from, valid_until } = booklet;
    expect([valid_from, valid_until], 'the days are those of the PDF that was there').toEqual([null, null]);
    expect(bodyOf(siteFortnightlyBooklet.answers[200], await onSite()).data).toEqual({
      id,
      file,
      valid_from,
      valid_until,
    });
    const home = bodyOf(siteHome.answers[200], await app.request('GET', '/api/site/home'));
    expect(home.data.booklet_fortnightly).toEqual({ id, file, valid_from, valid_until });

    const media = await app.request('GET', file.url_s3);
    expect(media.rawPayload.equals(pdf('dois'))).toBe(true);
    expect(media.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': contentSecurityPolicy(),
    });
    expect((await app.request('GET', old.file.url_s3)).statusCode, 'it can be put back').toBe(200);
    expect(await counts()).toEqual({ booklets: 2, files: 2, audit: 2, stored: 2 });
  });

  it('stores an empty first day as none', async () => {
    await store({ doc: docOf(pdf()), valid_from: '', valid_until: '2026-11-30' });
    expect(await read()).toMatchObject({ valid_from: null, valid_until: '2026-11-30' });
  });

  it('answers 201 to only one of several concurrent first saves', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => store()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(await counts()).toMatchObject({ booklets: 3, files: 3, stored: 3 });
    expect((await app.request('GET', (await read()).file.url_s3)).statusCode).toBe(200);
    expect((await read()).version).toBe(3);
  });

  it('accepts only one of several concurrent saves with the same version', async () => {
    await store();
    const answers = await Promise.all([1, 2, 3].map(() => store({ doc: docOf(pdf()), version: '1' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await counts()).toMatchObject({ booklets: 2, files: 2, stored: 2 });
  });
});

const ADMIN = '/api/admin/booklets/fortnightly';
const send = async (name: string, valid_from = '', valid_until = ''): Promise<string> => {
  const answer = await store({ doc: docOf(pdf(name), `${name}.pdf`), valid_from, valid_until });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  app.clock.advance(1000);
  return answer.json().data.uuid;
};
const change = async (call: 'withdraw' | 'restore' | 'destroy', uuid: string) => {
  const method = call === 'destroy' ? 'DELETE' : 'POST';
  const answer = await app.request(method, `${ADMIN}/${call}/${uuid}`, { token });
  app.clock.advance(1000);
  return answer;
};
/** Returns the name of the PDF on the booklet page, the menus and the home page, which is the same. */
async function shown(): Promise<string | null> {
  const [menus, pages, home] = await Promise.all(
    ['booklets/fortnightly', 'booklets/fortnightly/pages', 'home'].map((path) =>
      app.request('GET', `/api/site/${path}`),
    ),
  );
  const names = [
    menus?.statusCode === 204 ? null : menus?.json().data.file.name,
    pages?.statusCode === 204 ? null : pages?.json().data.file.name,
    home?.json().data.booklet_fortnightly?.file.name ?? null,
  ];
  expect(new Set(names).size, names.join()).toBe(1);
  return names[0]?.replace('.pdf', '') ?? null;
}
const all = async () =>
  bodyOf(listFortnightlyBooklets.answers[200], await app.request('GET', `${ADMIN}/all`, { token })).data;
const standing = async () =>
  (await all()).map(({ state, file }) => `${state} ${file.name.replace('.pdf', '')}`);

describe('booklets by their days', () => {
  it('shows a future booklet from its first day on, without a restart or a save', async () => {
    await send('novembro', '2026-11-16', '2026-11-30');
    const answer = await store({ doc: docOf(pdf('x'), 'dezembro.pdf'), valid_from: '2026-12-01' });
    expect(answer.json().data.message).toBe('Entra no ar em 01/12/2026.');
    expect(await shown()).toBe('novembro');
    expect((await read()).file.name).toBe('novembro.pdf');
    expect(await standing()).toEqual(['current novembro', 'waiting dezembro']);

    app.clock.set('2026-12-01T02:59:59.999Z');
    expect(await shown()).toBe('novembro');
    app.clock.set('2026-12-01T03:00:00.000Z');
    expect(await shown()).toBe('dezembro');
    expect((await read()).file.name).toBe('dezembro.pdf');
    expect(await standing()).toEqual(['current dezembro', 'former novembro']);
  });

  it('shows a booklet without days at once, and a future one on its first day', async () => {
    await send('espera', '2026-12-01');
    expect(await shown(), 'nothing before its day').toBeNull();
    expect((await get()).statusCode).toBe(204);
    await send('agora');
    expect(await shown()).toBe('agora');
    app.clock.set('2026-12-01T12:00:00Z');
    expect(await shown()).toBe('espera');
    await send('depois');
    expect(await shown()).toBe('depois');
  });

  it('shows the later upload of two booklets that begin on the same day', async () => {
    await send('primeiro', '2026-12-01');
    await send('corrigido', '2026-12-01');
    await send('mais tarde', '2026-12-15');
    expect(await standing()).toEqual(['waiting primeiro', 'waiting corrigido', 'waiting mais tarde']);
    app.clock.set('2026-12-02T12:00:00Z');
    expect(await standing()).toEqual(['current corrigido', 'waiting mais tarde', 'former primeiro']);
  });

  it('replaces an ended booklet with one that is still valid, and otherwise shows it as ended', async () => {
    await send('sem dias');
    await send('quinzena', '2026-11-16', '2026-11-30');
    await send('fim de semana', '2026-11-21', '2026-11-22');
    expect(await shown()).toBe('fim de semana');
    app.clock.set('2026-11-23T02:59:59.999Z');
    expect(await shown()).toBe('fim de semana');
    app.clock.set('2026-11-23T03:00:00.000Z');
    expect(await shown()).toBe('quinzena');
    app.clock.set('2026-12-01T12:00:00Z');
    expect(await shown(), 'the last one that was sent').toBe('fim de semana');
  });

  it('keeps the pictures of the pages of each booklet', async () => {
    const first = await send('um');
    const next = await store({ doc: docOf(pdfOfPages(['a', 'b'])), valid_from: '2026-12-01' });
    for (const uuid of [first, next.json().data.uuid]) await renderBookletPages(app.deps, uuid);
    expect((await all()).map(({ pages_state, page_count }) => [pages_state, page_count])).toEqual([
      ['ready', 1],
      ['ready', 2],
    ]);
    const pages = async () =>
      (await app.request('GET', '/api/site/booklets/fortnightly/pages')).json().data.pages.length;
    expect(await pages()).toBe(1);
    app.clock.set('2026-12-01T12:00:00Z');
    expect(await pages()).toBe(2);
    // A separate process renders the pages.
  }, 60_000);
});

describe('withdrawing a booklet', () => {
  it('shows the booklet before at once, and can be undone', async () => {
    const [before, wrong] = [await send('certo'), await send('errado')];
    expect((await change('withdraw', wrong)).json()).toEqual({
      data: { message: 'Os clientes não o veem mais.', uuid: wrong, version: 2 },
    });
    expect(await shown()).toBe('certo');
    expect(await standing()).toEqual(['current certo', 'former errado']);

    expect((await change('restore', wrong)).statusCode).toBe(200);
    expect(await shown()).toBe('errado');
    expect((await change('restore', before)).json().data.message).toBe('Os clientes já o veem.');
    expect(await shown()).toBe('certo');
    expect(await standing()).toEqual(['current certo', 'former errado']);

    await change('withdraw', before);
    await change('withdraw', wrong);
    expect(await shown(), 'nothing is left').toBeNull();
    expect(await standing()).toEqual(['former certo', 'former errado']);
  });

  it('restores a booklet whose last day has passed, without that day', async () => {
    const over = await send('velho', '2026-11-01', '2026-11-15');
    await send('quinzena', '2026-11-16', '2026-11-30');
    await change('restore', over);
    expect(await shown()).toBe('velho');
    expect(await read()).toMatchObject({ valid_from: '2026-11-01', valid_until: null });
    app.clock.set('2026-11-29T12:00:00Z');
    expect(await shown()).toBe('velho');
  });

  it('deletes a future booklet, whose files stay in storage for thirty days', async () => {
    await send('fica');
    const uuid = await send('espera', '2026-12-01');
    await renderBookletPages(app.deps, uuid);
    const [, { file }] = (await all()) as [never, Awaited<ReturnType<typeof all>>[0]];
    expect((await change('destroy', uuid)).json()).toEqual({
      data: { message: 'Saiu também da lista de encartes.' },
    });
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(404);
    app.clock.set('2026-12-02T12:00:00Z');
    expect(await shown()).toBe('fica');
    expect(await standing()).toEqual(['current fica']);

    await sweep(app.deps);
    expect(await counts()).toMatchObject({ booklets: 2 });
    app.clock.set('2027-01-21T12:00:00Z');
    await sweep(app.deps);
    expect(await counts()).toMatchObject({ booklets: 1, files: 1, stored: 1 });
    expect(await shown()).toBe('fica');
  });

  it('writes uploads, withdrawals and restorations to the audit log', async () => {
    await send('um');
    const uuid = await send('dois');
    await change('withdraw', uuid);
    await change('restore', uuid);
    await change('destroy', uuid);
    const entries = await app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'entity_uuid', 'before', 'after'])
      .where('entity', '=', 'fortnightly_booklets')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'create', 'update', 'update', 'delete']);
    const [withdrawn, restored] = entries.slice(2);
    expect(JSON.parse(withdrawn?.after ?? '')).toMatchObject({ withdrawn_at: expect.any(String) });
    expect(JSON.parse(restored?.after ?? '')).toMatchObject({ withdrawn_at: null });
    expect(entries.at(-1)?.entity_uuid).toBe(uuid);
  });

  it('refuses to withdraw or restore a future booklet, and answers 404 for unknown ones', async () => {
    const uuid = await send('espera', '2026-12-01');
    for (const [call, text] of [
      ['withdraw', 'Este encarte ainda não está no ar. Para desistir dele, exclua.'],
      ['restore', 'Este encarte entra no ar automaticamente, no primeiro dia dele.'],
    ] as const) {
      const answer = await change(call, uuid);
      expect([answer.statusCode, answer.json().error]).toEqual([409, text]);
    }
    expect(await standing()).toEqual(['waiting espera']);
    await change('destroy', uuid);
    for (const call of ['withdraw', 'restore', 'destroy'] as const) {
      expect((await change(call, uuid)).statusCode).toBe(404);
      expect((await change(call, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    }
    for (const [method, path] of [
      ['GET', 'all'],
      ['POST', `withdraw/${uuid}`],
      ['POST', `restore/${uuid}`],
      ['DELETE', `destroy/${uuid}`],
    ] as const)
      expect((await app.request(method, `${ADMIN}/${path}`)).statusCode).toBe(401);
  });

  it('rejects an upload of a user who has not seen the latest booklet, shown or future', async () => {
    await send('um');
    const { version } = await read();
    await send('espera', '2026-12-01');
    const answer = await store({ doc: docOf(pdf()), version: String(version) });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().saved).toEqual({ at: expect.any(String), by: expect.any(String) });
    const seen = (await all())[0]?.version;
    expect((await read()).version).toBe(seen);
    expect((await store({ doc: docOf(pdf()), version: String(seen) })).statusCode).toBe(200);
  });
});

describe('changing the days of a booklet', () => {
  const changeDays = async (uuid: string, json: object) => {
    const answer = await app.request('POST', `${ADMIN}/days/${uuid}`, { token, json });
    app.clock.advance(1000);
    return answer;
  };
  const messageOf = (answer: Awaited<ReturnType<typeof changeDays>>) => answer.json().data?.message;

  it('moves the first day of a future booklet, and its announcement with it', async () => {
    await send('fica');
    const uuid = (
      await store({ doc: docOf(pdf(), 'espera.pdf'), valid_from: '2026-12-01', announced: '1' })
    ).json().data.uuid;
    const moved = await changeDays(uuid, { valid_from: '2026-12-08', valid_until: '2026-12-20' });
    expect(messageOf(moved)).toBe('Datas salvas. O encarte entra no ar em 08/12/2026.');
    const next = await app.request('GET', '/api/site/booklets/fortnightly/next');
    expect(next.json().data).toEqual({ valid_from: '2026-12-08' });
    expect((await all())[1]).toMatchObject({
      ...{ uuid, valid_from: '2026-12-08', valid_until: '2026-12-20', announced: true },
      file: { name: 'espera.pdf' },
    });
    app.clock.set('2026-12-08T02:59:59.999Z');
    expect(await shown()).toBe('fica');
    app.clock.set('2026-12-08T03:00:00.000Z');
    expect(await shown()).toBe('espera');
    app.clock.set('2026-12-21T03:00:00.000Z');
    expect((await read()).valid_until, 'the ended one stays, and is shown as ended').toBe('2026-12-20');
    expect(await counts()).toMatchObject({ booklets: 2, files: 2, stored: 2 });
  });

  it('shows a future booklet at once when its first day is removed or passed', async () => {
    await send('fica');
    for (const valid_from of ['', '2026-11-10']) {
      const uuid = await send(`espera ${valid_from}`, '2026-12-01');
      expect(messageOf(await changeDays(uuid, { valid_from }))).toBe('Datas salvas. O encarte está no ar.');
      expect(await shown()).toBe(`espera ${valid_from}`);
    }
  });

  it('extends an ended booklet, and takes one off the site until a future first day', async () => {
    await send('antes');
    const uuid = await send('quinzena', '2026-11-16', '2026-11-20');
    expect(messageOf(await changeDays(uuid, { valid_until: '2026-11-30' }))).toBe(
      'Datas salvas. O encarte está no ar.',
    );
    expect(await read(), 'an omitted day stays').toMatchObject({
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
    });
    await changeDays(uuid, { valid_from: '2026-11-25' });
    expect([await shown(), await standing()]).toEqual(['antes', ['current antes', 'waiting quinzena']]);
    app.clock.set('2026-11-25T03:00:00.000Z');
    expect(await shown()).toBe('quinzena');
  });

  it('keeps the order of booklets that have begun', async () => {
    await send('longo', '2026-11-01', '2026-11-30');
    const short = await send('curto', '2026-11-20', '2026-11-22');
    expect(messageOf(await changeDays(short, { valid_from: '2026-10-01' }))).toBe(
      'Datas salvas. O encarte está no ar.',
    );
    expect(await shown()).toBe('curto');
    const ended = await changeDays(short, { valid_until: '2026-11-20' });
    expect(messageOf(ended)).toBe('Datas salvas. O site mostra agora outro encarte.');
    expect(await shown()).toBe('longo');
  });

  it('accepts one of two changes of the same version, and names the first user to the second', async () => {
    const uuid = await send('um');
    await send('espera', '2026-12-01');
    const { record_version: version } = (await all())[0] ?? {};
    expect((await changeDays(uuid, { valid_until: '2026-11-30', version })).statusCode).toBe(200);
    const late = await changeDays(uuid, { valid_until: '2026-11-29', version });
    expect([late.statusCode, late.json().saved]).toEqual([
      409,
      { at: expect.any(String), by: expect.any(String) },
    ]);
    expect((await read()).valid_until).toBe('2026-11-30');
    const current = (await all())[0]?.record_version;
    expect((await changeDays(uuid, { valid_until: '2026-11-29', version: current })).statusCode).toBe(200);
    const { rows } = await historyOf(uuid);
    expect(rows.map(({ valid_until }) => valid_until)).toEqual(['2026-11-30', '2026-11-29']);
  });

  it('rejects reversed days, also against the stored one, and days that are none, and changes nothing', async () => {
    const uuid = await send('um', '2026-11-16', '2026-11-30');
    const before = await all();
    const reversed = { valid_until: ['O último dia vem depois do primeiro.'] };
    for (const [days, errors] of [
      [{ valid_from: '2026-11-20', valid_until: '2026-11-19' }, reversed],
      [{ valid_from: '2026-12-01' }, reversed],
      [{ valid_until: '2026-11-15' }, reversed],
      [{ valid_from: '16/11/2026' }, { valid_from: ['Informe o dia, o mês e o ano.'] }],
    ] as const) {
      const answer = await changeDays(uuid, days);
      expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    }
    expect((await changeDays(uuid, { valid_from: '2026-11-16' })).statusCode).toBe(200);
    expect(await all(), 'the same days are no change').toEqual(before);
  });

  it('refuses a former booklet, and answers 404 for unknown ones and 401 without a session', async () => {
    const former = await send('um');
    await send('dois');
    expect((await changeDays(former, { valid_until: '2026-11-30' })).json().error).toBe(
      'Este encarte já saiu do ar, e as datas dele não mudam mais. Se ele deve valer de novo, use «Pôr no ar».',
    );
    expect((await changeDays('00000000-0000-4000-8000-000000000000', {})).statusCode).toBe(404);
    const anonymous = await app.request('POST', `${ADMIN}/days/${former}`, { json: {} });
    expect(anonymous.statusCode).toBe(401);
    expect(await standing()).toEqual(['current dois', 'former um']);
  });
});

/** Returns the rows that changes of the record wrote to the audit log. */
async function historyOf(uuid: string): Promise<{ rows: Record<string, unknown>[] }> {
  const entries = await app.deps.db
    .selectFrom('audit_log')
    .select('after')
    .where('entity_uuid', '=', uuid)
    .where('action', '=', 'update')
    .orderBy('id')
    .execute();
  return { rows: entries.map(({ after }) => JSON.parse(after ?? '{}')) };
}

describe('overlapping booklets', () => {
  it.each([
    ['a later one inside', ['2026-11-16', '2026-11-30'], ['2026-11-23', '2026-11-25']],
    ['a later one beyond', ['2026-11-16', '2026-11-30'], ['2026-11-25', '2026-12-10']],
    ['an earlier one', ['2026-12-01', '2026-12-15'], ['2026-11-21', '2026-12-05']],
    ['one on the same days', ['2026-12-01', '2026-12-15'], ['2026-12-01', '2026-12-15']],
    ['one that begins at once', ['2026-12-01', '2026-12-15'], ['', '2026-12-01']],
  ])('warns of %s, and shoppers see the booklet that the warning names', async (_, before, after) => {
    await send('antes', ...before);
    const others = await all();
    await send('depois', ...after);
    const booklet = (await all()).find(({ file }) => file.name === 'depois.pdf');
    if (!booklet) throw new Error('not listed');
    const found = overlapsOf({ ...booklet, id: Number.POSITIVE_INFINITY }, others, '2026-11-21');
    expect(found).toHaveLength(1);
    for (const { from, until, isOtherShown } of found)
      for (const day of [from, until]) {
        app.clock.set(`${day}T15:00:05Z`);
        expect(await shown(), day).toBe(isOtherShown ? 'antes' : 'depois');
      }
  });
});

it('keeps the latest former booklets, and deletes older ones with pages and files', async () => {
  const first = await send('0');
  await renderBookletPages(app.deps, first);
  const url = (await read()).file.url_s3;
  for (let number = 1; number <= MAX_FORMER_BOOKLETS; number += 1) await send(String(number));
  expect(await counts()).toMatchObject({ booklets: MAX_FORMER_BOOKLETS + 1, files: MAX_FORMER_BOOKLETS + 2 });
  expect((await app.request('GET', url)).statusCode).toBe(200);

  await send('espera', '2026-12-01');
  expect(await counts(), 'one that waits pushes nobody out').toMatchObject({
    booklets: MAX_FORMER_BOOKLETS + 2,
  });
  await send(String(MAX_FORMER_BOOKLETS + 1));
  expect(await counts()).toMatchObject({
    booklets: MAX_FORMER_BOOKLETS + 2,
    files: MAX_FORMER_BOOKLETS + 2,
    stored: MAX_FORMER_BOOKLETS + 2,
  });
  expect((await app.request('GET', url)).statusCode).toBe(404);
  expect((await change('restore', first)).statusCode).toBe(404);
  expect((await standing()).filter((line) => line.startsWith('former'))).toHaveLength(MAX_FORMER_BOOKLETS);
  await sweep(app.deps);
  for (const { file } of await all()) expect((await app.request('GET', file.url_s3)).statusCode).toBe(200);
});

describe('rejected uploads', () => {
  it.each(hostilePdfs)('rejects %s as PDF with 422', async (_, doc) => {
    const answer = await store({ doc });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['doc']);
    expect(await counts()).toEqual(NOTHING);
  });

  it.each<[string, Fields, Record<string, unknown>]>([
    ['no file', {}, { doc: ['Escolha um arquivo PDF.'] }],
    ['a text as file', { doc: 'encarte' }, { doc: ['Escolha um arquivo PDF.'] }],
    [
      'a day that is none',
      { doc: docOf(pdf()), valid_from: '16/11/2026' },
      { valid_from: ['Informe o dia, o mês e o ano.'] },
    ],
    [
      'an end before its start',
      { doc: docOf(pdf()), valid_from: '2026-11-16', valid_until: '2026-11-15' },
      { valid_until: ['O último dia vem depois do primeiro.'] },
    ],
  ])('rejects an upload with %s with 422', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a file that is too large with 413, and names the limit', async () => {
    const answer = await store({ doc: docOf(pdf('grande', 1_100_000)) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { doc: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects requests without a session with 401', async () => {
    const form = new FormData();
    form.append('doc', docOf(pdf()));
    expect((await app.request('POST', STORE, { form })).statusCode).toBe(401);
    expect((await app.request('GET', '/api/admin/booklets/fortnightly')).statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });

  it('keeps the stored booklet when a broken PDF, reversed days or a stale version is rejected', async () => {
    await store({ doc: docOf(pdf('fica')), valid_from: '2026-11-16' });
    const before = [await read(), await counts()];
    const attempts: [Fields, number][] = [
      [{ doc: docOf(pdf().subarray(0, 200)) }, 422],
      [{ doc: docOf(pdf()), valid_from: '2026-11-16', valid_until: '2026-11-01' }, 422],
      [{ doc: docOf(pdf()), version: '7' }, 409],
    ];
    for (const [fields, status] of attempts) expect((await store(fields)).statusCode).toBe(status);
    expect([await read(), await counts()]).toEqual(before);
  });

  it('answers 503 while the file store is unavailable', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    expect((await store()).statusCode).toBe(503);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('announced booklet', () => {
  const ALL = '/api/admin/booklets/fortnightly/all';
  const next = () => app.request('GET', '/api/site/booklets/fortnightly/next');
  const announce = (uuid: string, announced: unknown, signed = token) =>
    app.request('POST', `/api/admin/booklets/fortnightly/announce/${uuid}`, {
      ...(signed && { token: signed }),
      json: { announced },
    });
  const wait = async (fields: Fields = {}) =>
    (await store({ doc: docOf(pdf()), valid_from: '2026-11-26', ...fields })).json().data.uuid as string;

  it('announces only the first day of a booklet until it begins, if staff allow it', async () => {
    await store();
    await wait();
    expect([(await next()).statusCode, (await next()).payload], 'as an older client sends it').toEqual([
      204,
      '',
    ]);
    await wait({ valid_from: '2026-12-10', announced: '1' });
    expect((await next()).json()).toEqual({ data: { valid_from: '2026-12-10' } });
    app.clock.set('2026-12-10T02:59:59.999Z');
    expect((await next()).statusCode).toBe(200);
    app.clock.set('2026-12-10T03:00:00Z');
    expect((await next()).statusCode).toBe(204);
  });

  it('sets and clears the announcement of a future booklet', async () => {
    const uuid = await wait();
    const said = await announce(uuid, true);
    expect([said.statusCode, said.json().data.uuid]).toEqual([200, uuid]);
    expect((await next()).json()).toEqual({ data: { valid_from: '2026-11-26' } });
    const listed = bodyOf(listFortnightlyBooklets.answers[200], await app.request('GET', ALL, { token }));
    expect(listed.data).toMatchObject([{ uuid, state: 'waiting', announced: true }]);
    expect((await announce(uuid, false)).statusCode).toBe(200);
    expect((await next()).statusCode).toBe(204);
  });

  it('rejects announcements by anonymous callers, without a value, of current and of unknown booklets', async () => {
    const uuid = await wait();
    expect((await announce(uuid, true, '')).statusCode).toBe(401);
    const odd = await announce(uuid, 'talvez');
    expect([odd.statusCode, Object.keys(odd.json().errors)]).toEqual([422, ['announced']]);
    expect((await store({ doc: docOf(pdf()), announced: 'talvez' })).json().errors).toHaveProperty(
      'announced',
    );
    app.clock.set('2026-11-26T03:00:00Z');
    expect((await announce(uuid, true)).statusCode).toBe(409);
    expect((await announce('00000000-0000-4000-8000-000000000000', true)).statusCode).toBe(404);
  });
});
