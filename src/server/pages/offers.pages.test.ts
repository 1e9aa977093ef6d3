import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { pdfOfPages } from '../../../test/sampleFiles.ts';
import { renderBookletPages } from '../../content/booklets/bookletPages.service.ts';
import { builtPages } from './builtPages.ts';

const TODAY = '2026-11-21';
const NOON = `${TODAY}T15:00:00Z`;
const TABLES = [
  'offers',
  'branches',
  'booklet_pages',
  'fortnightly_booklets',
  'daily_booklets',
  'movies',
  'banners',
  'files',
] as const;
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock(NOON),
    env: { SESSION_IDLE: '2000h', SESSION_ABSOLUTE: '2000h' },
    pages: builtPages,
  });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(NOON);
  await emptyTables(app.deps, TABLES);
  app.deps.responseCache.invalidate();
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

describe('daily offers page', () => {
  test('shows a friendly message without offers', async () => {
    expect(await read('/booklets-day')).toContain('Hoje ainda não tem encarte.');
  });

  test("shows today's pages only, each as a link to its picture", async () => {
    const photos = fileOf(await jpeg());
    await store('daily-booklets', { start_date: TODAY, photos, alt: 'Feira fresca' });
    await store('daily-booklets', { start_date: '2026-11-22', photos, alt: 'Segredo de amanhã' });
    const page = await read('/booklets-day');
    expect(page).toMatch(/<a href="\/media\/[^"]+\.jpg"[^>]*>.*alt="Feira fresca"/);
    expect(page).toContain('21/11');
    expect(page).not.toContain('Segredo');
    expect(page, 'nothing is written down of it').not.toContain('Ler em texto');
    await store('daily-booklets', { start_date: TODAY, photos, text: 'Tomate, R$ 4,99 o quilo\nAbacate' });
    const written = await read('/booklets-day');
    expect(written).toMatch(/<a [^>]*aria-details="texto-2"/);
    expect(written).toMatch(
      /<details class="said" id="texto-2">.*Ler em texto<span class="sr-only"> a página 2</,
    );
    expect(written).toContain('<ul><li><span>Tomate, <b>R$ 4,99</b> o quilo</span><button');
    expect(written, 'a line without a price is no offer').toContain('<li><span>Abacate</span></li></ul>');
  });
});

describe('fortnightly booklet page', () => {
  test('shows a friendly message without a booklet', async () => {
    expect(await read('/booklet')).toContain('Agora não tem encarte da quinzena');
  });

  test('offers the PDF until its pages are rendered, then all pages with their text', async () => {
    const uuid = await storePdf(pdfOfPages(['Picanha', 'Camarao']), {
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
    });
    const waiting = await read('/booklet');
    expect(waiting).toContain('As páginas estão saindo do forno');
    expect(waiting).toMatch(/href="\/media\/[^"]+\.pdf\?download=1"/);

    await renderBookletPages(app.deps, uuid);
    const ready = await read('/booklet');
    expect(ready).toContain('2 páginas de preço bom. Vale de 16 a 30/11.');
    expect(ready).toMatch(/id="pagina-2".*alt="Página 2 do encarte".*<p>Camarao<\/p>/);
    expect(ready).toContain('rel="canonical"');

    const results = await read('/booklet?busca=camar%C3%A3o');
    expect(results).toContain('“camarão” em 1 página');
    expect(results).toMatch(/<a href="#pagina-2"><b>Página 2<\/b>.*<mark>Camarao<\/mark>/);
    expect(results).toContain('content="noindex"');
  });

  test('reports an expired booklet, and a booklet that is only a PDF', async () => {
    const uuid = await storePdf(pdfOfPages(['x'], '0.5 0.5'), { valid_until: '2026-11-20' });
    await renderBookletPages(app.deps, uuid);
    const page = await read('/booklet');
    expect(page).toContain('Este valeu até 20/11.');
    expect(page).toContain('Este encarte veio só em PDF');
  });

  test('redirects a page number to its anchor, and ignores invalid values', async () => {
    const answer = await app.request('GET', '/booklet?pagina=3');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/booklet#pagina-3']);
    await read('/booklet?pagina=//mal.example');
  });
});

describe('all offers page', () => {
  const offer = {
    ...{ product: 'Café torrado', brand: 'Serra Alta', size: '500', unit: 'g', price: '12,99' },
    ...{ department: 'grocery', valid_from: TODAY, valid_until: '2026-11-30' },
  };
  const storeOffer = (fields: Record<string, string | File> = {}) => store('offers', { ...offer, ...fields });
  const cards = (page: string) =>
    Array.from(page.matchAll(/<a href="\/offers\/details\/[^"]+">([^<]+)<\/a>/g), ([, name]) => name);

  test('shows one message without offers and another one without search results', async () => {
    expect(await read('/offers')).toContain('Nenhuma oferta por aqui agora');
    await storeOffer({ highlight: '1', image: fileOf(await jpeg()) });
    const page = await read('/offers?busca=nada+disso');
    expect(page).toContain('Essa não está em oferta');
    expect(page).toContain('content="noindex"');
    expect(page).toMatch(/id="vitrine">Direto da gôndola/);
  });

  test('searches without accents, filters by department and sorts', async () => {
    await storeOffer({ highlight: '1' });
    await storeOffer({ product: 'Maçã', department: 'produce', price: '5', former_price: '10' });
    await storeOffer({ product: 'Feijão', price: '7,50' });
    expect(cards(await read('/offers'))).toEqual(['Café torrado', 'Maçã', 'Feijão']);
    expect(cards(await read('/offers?ordem=preco'))).toEqual(['Maçã', 'Feijão', 'Café torrado']);
    expect(cards(await read('/offers?ordem=desconto'))[0]).toBe('Maçã');
    expect(cards(await read('/offers?busca=CAFE'))).toEqual(['Café torrado']);
    const filtered = await read('/offers?departamento=hortifruti');
    expect(cards(filtered)).toEqual(['Maçã']);
    expect(filtered).toContain('1 oferta em Hortifrúti');
    expect(filtered).toMatch(/rel="canonical" href="[^"]+\/offers\?departamento=hortifruti"/);
    // An invalid value still shows offers.
    expect(cards(await read('/offers?departamento=lua&ordem=nada&filial=x&pagina=-3'))).toHaveLength(3);
  });

  test('filters by branch and keeps the choice in its links', async () => {
    const branch = async (name: string) =>
      store('branches', {
        ...{
          name,
          phone: '(85) 3222-4400',
          email: 'a@b.example',
          road: 'Rua',
          number: '1',
          district: 'Centro',
        },
        ...{ city: 'Natal', state: 'RN', zip_code: '59000000', localization: 'https://x.example' },
        image: fileOf(await jpeg()),
      });
    const [sol, lua] = [await branch('Sol'), await branch('Lua')];
    await storeOffer({ product: 'Só no Sol', branches: JSON.stringify([sol]) });
    await storeOffer({ product: 'Em todas' });
    expect(cards(await read(`/offers?filial=${lua}`))).toEqual(['Em todas']);
    const page = await read(`/offers?filial=${sol}&ordem=preco`);
    expect(cards(page)).toEqual(['Só no Sol', 'Em todas']);
    expect(page).toContain(`<option value="${sol}" selected="">Sol</option>`);
    expect(page).toContain(`/offers?departamento=mercearia&amp;filial=${sol}&amp;ordem=preco`);
    const uuid = /details\/([\da-f-]{36})">Só no Sol/.exec(page)?.[1];
    expect(await read(`/offers/details/${uuid}`)).toMatch(/Só em .*href="\/branches\/[^"]+">Sol</);
  });

  test('an offer shows all facts of its price, also as structured data', async () => {
    const uuid = await storeOffer({ former_price: '15,90', card_price: '11,49', customer_limit: '3' });
    const page = await read(`/offers/details/${uuid}`);
    for (const words of ['R$ 15,90', 'R$ 12,99', 'R$ 11,49', 'R$ 25,98 o quilo', 'Até 3 por cliente', '18%'])
      expect(page, words).toContain(words);
    expect(page).toContain('Até 30/11');
    expect(page).toContain('data-list-item="{&quot;name&quot;');
    const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    const product = JSON.parse(text)['@graph'][0];
    expect(product).toMatchObject({ '@type': 'Product', brand: { name: 'Serra Alta' } });
    expect(product.offers).toMatchObject({
      ...{ price: '12.99', priceCurrency: 'BRL', priceValidUntil: '2026-11-30' },
      ...{ validFrom: '2026-11-21T00:00:00-03:00', validThrough: '2026-11-30T23:59:59-03:00' },
    });
    expect(
      (await app.request('GET', '/offers/details/00000000-0000-4000-8000-000000000000')).statusCode,
    ).toBe(404);
  });

  test('an offer changes at midnight: it starts, ends today, has ended and shows alternatives', async () => {
    const uuid = await storeOffer({
      valid_from: '2026-11-22',
      valid_until: '2026-11-23',
      image: fileOf(await jpeg()),
      highlight: '1',
    });
    await storeOffer({ product: 'Arroz', valid_until: '2026-12-31' });
    const textsAt = async (at: string) => {
      app.clock.set(at);
      const [page, list, home] = [
        await read(`/offers/details/${uuid}`),
        await read('/offers'),
        await read('/'),
      ];
      const own = page.slice(0, page.indexOf('class="owin"'));
      return [own, list.includes(uuid), home.includes(uuid)] as const;
    };
    const eve = await textsAt('2026-11-22T02:59:59.999Z');
    expect(eve[0]).toContain('data-past="De 22/11 a 23/11"><span>A partir de amanhã, até 23/11<');
    expect(eve.slice(1)).toEqual([true, false]);
    const first = await textsAt('2026-11-22T03:00:00Z');
    expect(first[0]).toContain('data-past="Até 23/11"><span>Até amanhã<');
    expect(first.slice(1)).toEqual([true, true]);
    const last = await textsAt('2026-11-24T02:59:59.999Z');
    expect(last[0]).toContain('data-past="Acabou em 23/11"><span>Acaba hoje<');
    const over = await textsAt('2026-11-24T03:00:00Z');
    expect(over[0]).toContain('Acabou em 23/11');
    expect(over[0]).toContain('content="noindex"');
    expect(over[0]).not.toContain('ld+json');
    expect(over.slice(1)).toEqual([false, false]);
    expect(cards(await read(`/offers/details/${uuid}`))).toEqual(['Arroz']);
    expect((await app.request('GET', '/sitemap.xml')).payload).not.toContain(uuid);
  });

  test('a new or changed offer renders only the pages of other offers again that show it', async () => {
    const uuids: string[] = [];
    for (const product of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'])
      uuids.push(await storeOffer({ product }));
    const elsewhere = await storeOffer({ product: 'Longe', department: 'bakery' });
    const rendered = async () => {
      const { results } = app.deps.responseCache.stats();
      const before = results.made;
      for (const uuid of [...uuids, elsewhere]) await read(`/offers/details/${uuid}`);
      return results.made - before;
    };
    expect(await rendered()).toBe(7);
    await storeOffer({ product: 'Sete' });
    expect(await rendered(), 'it comes after the four that the others show').toBe(0);
    const change = new FormData();
    const [first = ''] = uuids;
    const offer = (await app.request('GET', `/api/admin/offers/details/${first}`, { token })).json().data;
    for (const name of ['product', 'department', 'size', 'unit', 'price', 'valid_from', 'valid_until'])
      change.set(name, String(offer[name]));
    change.set('product', 'Um mais');
    const saved = await app.request('POST', `/api/admin/offers/update/${first}`, { token, form: change });
    expect(saved.statusCode, saved.payload).toBe(200);
    expect(await rendered(), 'those of its department').toBe(6);
    expect(await read(`/offers/details/${uuids[5]}`)).toContain('Um mais');
  });
});

describe('changes by date in a running process', () => {
  const HOURS = ['2026-12-01T02:59:59.999Z', '2026-12-01T03:00:00.000Z'] as const;

  test('a scheduled booklet is on no page before its first minute, and on all pages from then on', async () => {
    await storePdf(pdfOfPages(['Novembro']), { valid_from: '2026-11-16', valid_until: '2026-11-30' });
    await storePdf(pdfOfPages(['Dezembro']), { valid_from: '2026-12-01', valid_until: '2026-12-15' });
    const shown = async () => {
      const { data } = (await app.request('GET', '/api/site/booklets/fortnightly')).json();
      for (const page of ['/', '/booklet', '/booklets-day', '/contacts'])
        expect((await app.request('GET', page)).payload, page).toContain(data.file.url_s3);
      return data.valid_from;
    };
    expect(await shown()).toBe('2026-11-16');
    app.clock.set(HOURS[0]);
    expect(await shown()).toBe('2026-11-16');
    expect(await read('/booklet')).toContain('Vale de 16 a 30/11.');
    app.clock.set(HOURS[1]);
    expect(await shown()).toBe('2026-12-01');
    expect(await read('/booklet')).toContain('Vale de 01 a 15/12.');
    const sitemap = (await app.request('GET', '/sitemap.xml')).payload;
    expect(sitemap).toMatch(/\/booklet<\/loc><lastmod>2026-12-01T03:00:00.000Z</);
  });

  test('an expired booklet says so on the home page and is no longer recommended', async () => {
    await storePdf(pdfOfPages(['Novembro']), { valid_until: '2026-11-30' });
    app.clock.set(HOURS[0]);
    expect(await read('/')).toContain('Até 30/11, em PDF.');
    expect(await read('/booklets-day')).toContain('Quer planejar a quinzena?');
    app.clock.set(HOURS[1]);
    expect(await read('/')).toContain('Valeu até 30/11.');
    expect(await read('/')).not.toContain('Quinzena em PDF');
    expect(await read('/booklets-day')).not.toContain('Quer planejar a quinzena?');
  });

  test('a booklet announces its end on its last two days, and its announced successor', async () => {
    await storePdf(pdfOfPages(['Novembro']), { valid_from: '2026-11-16', valid_until: '2026-11-30' });
    await storePdf(pdfOfPages(['Dezembro']), { valid_from: '2026-12-01', announced: '1' });
    const NEW = 'Encarte novo a partir de terça, 01/12.';
    const pages = async () => (await Promise.all(['/', '/booklet', '/booklets-day'].map(read))).join('');
    const count = (page: string, words: string | RegExp) => page.split(words).length - 1;
    const pastText = (words: string) => new RegExp(`data-past="[^"]+"><span>[^<]*${words}`, 'i');
    app.clock.set('2026-11-29T02:59:59Z');
    const before = await pages();
    expect([count(before, /acaba amanhã|último dia/i), count(before, NEW)]).toEqual([0, 3]);
    app.clock.set('2026-11-29T03:00:00Z');
    expect(count(await pages(), pastText('acaba amanhã'))).toBe(3);
    app.clock.set(HOURS[0]);
    const last = await pages();
    expect([count(last, pastText('último dia')), count(last, NEW), count(last, 'Dezembro')]).toEqual([
      3, 3, 0,
    ]);
    app.clock.set(HOURS[1]);
    expect(count(await pages(), /acaba amanhã|último dia|encarte novo a partir/i)).toBe(0);
  });

  test('texts about today carry their date and a text for later days', async () => {
    await store('daily-booklets', { start_date: TODAY, photos: fileOf(await jpeg()) });
    await store('offers', {
      product: 'Uva',
      size: '1',
      unit: 'kg',
      price: '8',
      department: 'produce',
      valid_from: TODAY,
      valid_until: TODAY,
      highlight: '1',
    });
    const page = await read('/booklets-day');
    expect(page).toContain(
      '<span data-day="2026-11-21" data-past="Ofertas de sábado, 21/11"><span>Ofertas do dia</span></span>',
    );
    expect(page).toContain('alt="Ofertas de 21/11, página 1"');
    for (const path of ['/', '/offers', '/booklets-day', '/booklet', '/cinema']) {
      const bare = (await read(path))
        .replace(/<(script|title)[^>]*>[\s\S]*?<\/\1>|<meta[^>]*>/g, '')
        .replace(/<span data-day="2026-11-21"[^>]*><span>[^<]*<\/span><\/span>/g, '');
      expect(bare.match(/[^>]*\bhoje\b[^<]*/gi), path).toBeNull();
    }
  });

  test('no text promises an hour without a scheduled change', async () => {
    for (const path of ['/', '/booklets-day']) {
      const page = await read(path);
      expect(page).toContain('Hoje ainda não tem encarte.');
      expect(page).not.toMatch(/Volte|gráfica|[Ll]ogo tem|em breve/);
    }
  });

  test('a coming movie says so on its page, its card and in structured data until its first day', async () => {
    const image = fileOf(await jpeg());
    const film = { name: 'Estreia', type: '1', classification: '10', release_date: '2026-12-01', image };
    const path = `/cinema/${await store('movies', film)}`;
    const texts = async () => {
      const [page, list] = [await read(path), await read('/cinema')];
      return {
        page: page.replace(/<script[\s\S]*?<\/script>/g, ''),
        list: list.replace(/<script[\s\S]*?<\/script>/g, ''),
        machines: /"creativeWorkStatus":"([^"]+)"/.exec(page)?.[1],
        described: /<meta name="description" content="([^"]+)"/.exec(page)?.[1],
        status: (await app.request('GET', `/api/site/movies/details/${path.split('/')[2]}`)).json().data
          .status,
      };
    };
    app.clock.set(HOURS[0]);
    const before = await texts();
    expect(before).toMatchObject({
      machines: 'Em breve',
      status: 'soon',
      described: 'Estreia em breve no cinema: classificação, duração e ingresso.',
    });
    expect(before.page).toContain('Em breve, estreia 01/12');
    expect(before.page.replaceAll('em cartaz agora', '')).not.toMatch(/em cartaz/i);
    expect(before.list).toMatch(/<h2[^>]*>Em breve<\/h2>/);
    expect(before.list).not.toContain('Em cartaz');

    app.clock.set(HOURS[1]);
    const after = await texts();
    expect(after).toMatchObject({ machines: 'Em cartaz', status: 'showing' });
    expect(after.page).toContain('Estreia hoje');
    expect(after.page).not.toMatch(/em breve/i);
    expect(after.list).not.toMatch(/<h2[^>]*>Em breve<\/h2>/);
    const sitemap = (await app.request('GET', '/sitemap.xml')).payload;
    expect(sitemap).toContain(`${path}</loc><lastmod>2026-12-01</lastmod>`);
    expect(sitemap).toMatch(/\/cinema<\/loc><lastmod>2026-12-01</);
  });

  test('a vacancy is on its page, in the list and in the sitemap until the end of its last day', async () => {
    const answer = await app.request('POST', '/api/admin/vacancies/store', {
      token,
      json: { name: 'Padeiro', type: 1, open_until: '2026-11-30', city: 'Natal, RN', description: 'Pão.' },
    });
    const path = `/vacancies/${answer.json().data.uuid}`;
    const shown = async () => [
      (await app.request('GET', path)).statusCode,
      (await app.request('GET', '/vacancies')).payload.includes(path),
      (await app.request('GET', '/sitemap.xml')).payload.includes(path),
      (await app.request('GET', '/api/site/vacancies')).payload.includes('Padeiro'),
    ];
    app.clock.set(HOURS[0]);
    expect(await shown()).toEqual([200, true, true, true]);
    app.clock.set(HOURS[1]);
    expect(await shown()).toEqual([404, false, false, false]);
    expect((await app.request('GET', '/sitemap.xml')).payload).toMatch(
      /\/vacancies<\/loc><lastmod>2026-12-01</,
    );
  });

  test('a banner is on the home page between its two instants, to the millisecond', async () => {
    const image = fileOf(await jpeg());
    await store('banners', {
      title: 'Relâmpago',
      image,
      starts_at: '2026-11-30T23:30:00-03:00',
      ends_at: '2026-12-01T00:30:00-03:00',
    });
    const shown = async () => [
      (await app.request('GET', '/')).payload.includes('Relâmpago'),
      (await app.request('GET', '/api/site/home')).payload.includes('Relâmpago'),
      /<loc>[^<]*\/<\/loc><lastmod>([^<]*)</.exec((await app.request('GET', '/sitemap.xml')).payload)?.[1],
    ];
    app.clock.set('2026-12-01T02:29:59.999Z');
    expect((await shown()).slice(0, 2)).toEqual([false, false]);
    app.clock.set('2026-12-01T02:30:00.000Z');
    expect(await shown()).toEqual([true, true, '2026-12-01T02:30:00.000Z']);
    app.clock.set('2026-12-01T03:29:59.999Z');
    expect((await shown()).slice(0, 2)).toEqual([true, true]);
    app.clock.set('2026-12-01T03:30:00.000Z');
    expect(await shown()).toEqual([false, false, '2026-12-01T03:30:00.000Z']);
  });
});
