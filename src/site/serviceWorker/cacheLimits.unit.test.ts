import { beforeEach, describe, expect, test } from 'vitest';
import {
  cachedPaths,
  html,
  installedWorker,
  ORIGIN,
  SHELL_HTML,
  type Stores,
  startWorker,
} from '../../../test/serviceWorker.ts';
import removal from './removal.ts?script';

let stores: Stores;
let worker: Awaited<ReturnType<typeof installedWorker>>;

beforeEach(async () => {
  stores = new Map();
  worker = await installedWorker(stores);
});

describe('limits', () => {
  const pagesBelow = (prefix: string) => cachedPaths(stores).filter((path) => path.startsWith(prefix));

  test('keeps the last pages, and always the list and the basic pages', async () => {
    const basic = ['/', '/branches', '/list'];
    for (const path of basic) {
      worker.network.set(path, html('Sempre'));
      await worker.ask({ path });
    }
    for (let number = 1; number <= 45; number += 1) {
      worker.network.set(`/shops/b${number}`, html(`Loja ${number}`));
      await worker.ask({ path: `/shops/b${number}` });
    }
    const pages = pagesBelow('/shops/');
    expect([pages.length, pages[0], pages.at(-1)]).toEqual([40, '/shops/b6', '/shops/b45']);
    expect(cachedPaths(stores)).toEqual(expect.arrayContaining(basic));
  });

  test('removes the oldest pictures above the size limit, but no script for them', async () => {
    const file = (size: number) => () => new Response('x', { headers: { 'content-length': String(size) } });
    worker.network.set('/assets/list-1.js', file(1000));
    await worker.ask({ path: '/assets/list-1.js', mode: 'cors', destination: 'script' });
    for (let number = 1; number <= 300; number += 1) {
      const path = `/media/${number}/480.webp`;
      worker.network.set(path, file(number === 299 ? 29_000_000 : 10_000));
      await worker.ask({ path, mode: 'no-cors', destination: 'image' });
      if (number !== 298) continue;
      worker.network.set('/contacts', html('Contato'));
      await worker.ask({ path: '/contacts' });
      expect([pagesBelow('/media/').length, pagesBelow('/assets/list').length]).toEqual([240, 1]);
    }
    await worker.ask({ path: '/contacts' });
    expect(pagesBelow('/media/').length).toBeLessThan(110);
  });
});

describe('a new build', () => {
  const nextBuild = () => {
    const next = startWorker('two', stores);
    next.network.set('/offline', html('Sem internet', SHELL_HTML));
    next.network.set('/assets/site-1.css', () => new Response('body{}'));
    return next;
  };

  test('refreshes the cached pages and deletes the caches of the old one', async () => {
    worker.network.set('/contacts', html('Contato, antes'));
    await worker.ask({ path: '/contacts' });
    // Releases before this one named the cache of pages after their build.
    stores.set('vitrine-read-zero', new Map([[`${ORIGIN}/help`, html('Ajuda, antes')()]]));
    const next = nextBuild();
    for (const [path, title] of Object.entries({ '/contacts': 'Contato, depois', '/help': 'Ajuda, depois' }))
      next.network.set(path, html(title));
    await next.start();
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()].sort()).toEqual(['vitrine-read', 'vitrine-shell-two']);
    next.network.clear();
    for (const path of ['/contacts', '/help'])
      expect(await (await next.ask({ path }))?.text()).toContain('depois');
  });

  test('fetches the eight pages visited last again, and keeps older pages with their files', async () => {
    const shops = Array.from({ length: 12 }, (_, at) => `/shops/b${at}`);
    for (const path of shops) {
      worker.network.set(path, html('Antes'));
      await worker.ask({ path });
    }
    stores.get('vitrine-shell-one')?.set(`${ORIGIN}/assets/older.css`, new Response('older'));
    const next = nextBuild();
    for (const path of [...shops, '/contacts']) next.network.set(path, html('Depois'));
    await next.start();
    await next.ask({ path: '/contacts' });
    expect(next.asked.filter((path) => path.startsWith('/shops/'))).toEqual(shops.slice(4));
    expect(next.asked.filter((path) => path === '/contacts')).toHaveLength(1);
    next.network.clear();
    expect(await (await next.ask({ path: '/shops/b0' }))?.text()).toContain('Antes');
    expect(await (await next.ask({ path: '/shops/b11' }))?.text()).toContain('Depois');
    const style = { path: '/assets/older.css', mode: 'no-cors', destination: 'style' };
    expect(await (await next.ask(style))?.text()).toBe('older');
    expect([...stores.keys()].sort()).toEqual(['vitrine-read', 'vitrine-shell-two']);
  });

  test('keeps pages that it cannot fetch, with their files, and tries again at the next visit', async () => {
    for (const path of ['/contacts', '/help']) {
      worker.network.set(path, html('Antes'));
      await worker.ask({ path });
    }
    const next = nextBuild();
    next.network.set('/contacts', html('Depois'));
    await next.start();
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()]).toContain('vitrine-shell-one');
    expect(await (await next.ask({ path: '/help' }))?.text()).toContain('Antes');
    next.network.set('/help', html('Depois'));
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()].sort()).toEqual(['vitrine-read', 'vitrine-shell-two']);
  });
});

test('the remover deletes all its caches and unregisters', async () => {
  stores.set('somebody-else', new Map());
  const remover = startWorker('', stores, removal);
  await remover.start();
  expect([...stores.keys()]).toEqual(['somebody-else']);
  expect(remover.isRegistered()).toBe(false);
  expect(await remover.ask({ path: '/branches' })).toBeNull();
});
