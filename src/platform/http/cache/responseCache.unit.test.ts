import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { dummyDatabase } from '../../../../test/dummyDatabase.ts';
import { Failure } from '../../../shared/failure.ts';
import { trackStatements, visibleOnlyWith } from '../../database/dependencyTracking.ts';
import { createResponseCache } from './responseCache.ts';
import { pickEncoding, sendCachedResponse } from './sendCachedResponse.ts';

const page = (body: string) => async () => ({ status: 200, type: 'text/html', body });

function answersAt(clock: { now: number; next: number }) {
  return createResponseCache({
    now: () => clock.now,
    nextChange: async () => clock.next,
    publishDueChanges: () => undefined,
    baseHeaders: {},
    isOutage: (error) => error instanceof Failure && error.code === 'unavailable',
  });
}

test('renders a response once for all concurrent requests', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let produced = 0;
  const produce = async () => {
    produced += 1;
    await new Promise((wait) => setTimeout(wait, 5));
    return { status: 200, type: 'text/html', body: 'um' };
  };
  await Promise.all(Array.from({ length: 20 }, () => answers.get('a', produce)));
  await answers.get('a', produce);
  expect(produced).toBe(1);
});

test('renders again after a change, and does not cache a render that was in progress', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let release = () => {};
  const slow = answers.get('a', async () => {
    await new Promise<void>((go) => {
      release = go;
    });
    return { status: 200, type: 'text/html', body: 'antes' };
  });
  await new Promise((wait) => setTimeout(wait, 5));
  answers.invalidate();
  release();
  expect((await slow).bytes.identity.toString()).toBe('antes');
  expect((await answers.get('a', page('depois'))).bytes.identity.toString()).toBe('depois');
});

test('expires a response at an instant that content names, without a notification', async () => {
  const clock = { now: 1000, next: 2000 };
  const answers = answersAt(clock);
  await answers.get('a', page('hoje'));
  clock.now = 1999;
  expect((await answers.get('a', page('amanhã'))).bytes.identity.toString()).toBe('hoje');
  clock.now = 2000;
  clock.next = 3000;
  expect((await answers.get('a', page('amanhã'))).bytes.identity.toString()).toBe('amanhã');
});

test('expires a response when the clock is set back by more than a correction', async () => {
  const clock = { now: 5000, next: 9000 };
  const answers = answersAt(clock);
  await answers.get('a', page('amanhã'));
  clock.now = 4500;
  expect((await answers.get('a', page('hoje'))).bytes.identity.toString()).toBe('amanhã');
  clock.now = 3000;
  clock.next = 4000;
  expect((await answers.get('a', page('hoje'))).bytes.identity.toString()).toBe('hoje');
});

test('serves the last good response during an outage, and reports an outage without one and any other error', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const failing = async () => {
    throw new Failure('unavailable');
  };
  await answers.get('a', page('bom'));
  answers.invalidate();
  expect((await answers.get('a', failing)).bytes.identity.toString()).toBe('bom');
  await expect(async () => answers.get('b', failing)).rejects.toThrow(Failure);
  await expect(async () =>
    answers.get('a', async () => {
      throw new Error('bug');
    }),
  ).rejects.toThrow('bug');
  expect((await answers.get('a', page('de volta'))).bytes.identity.toString()).toBe('de volta');
});

test('runs a shared read once for concurrent renders', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const db = dummyDatabase();
  let reads = 0;
  const read = () =>
    answers.sharedRead('offers', async () => {
      reads += 1;
      await db.selectFrom('offers').selectAll().execute();
      await new Promise((wait) => setTimeout(wait, 5));
      return { offers: reads };
    });
  const rendered = (key: string) =>
    answers.get(key, async () => ({ status: 200, type: 'text/html', body: JSON.stringify(await read()) }));
  await Promise.all(['/a', '/b', '/c'].map(rendered));
  expect(reads).toBe(1);
  answers.invalidate(['offers']);
  for (const key of ['/a', '/b', '/c']) expect(answers.hit(key)).toBeUndefined();
  // A read that was in progress during the save is not shared afterwards.
  const early = rendered('/a');
  await new Promise((wait) => setTimeout(wait, 2));
  const late = rendered('/b');
  answers.invalidate(['offers']);
  await Promise.all([early, late]);
  expect((await rendered('/b')).bytes.identity.toString()).toBe('{"offers":3}');
  expect(reads).toBe(3);
});

describe('revalidation without a render', () => {
  const db = dummyDatabase();
  const readOffers = () => db.selectFrom('offers').selectAll().execute();

  test('keeps a response after a save if `same` finds its dependencies unchanged', async () => {
    const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
    let text = 'um';
    const done: string[] = [];
    const produce = async () => {
      await readOffers();
      done.push('made');
      const body = text;
      const same = async () => {
        await readOffers();
        done.push('asked');
        return text === body;
      };
      return { status: 200, type: 'text/html', body, same };
    };
    const first = await answers.get('/', produce);
    answers.invalidate(['offers']);
    expect(answers.hit('/')).toBeUndefined();
    expect((await answers.get('/', produce)).bytes).toBe(first.bytes);
    expect(answers.hit('/')?.bytes).toBe(first.bytes);
    expect(done.splice(0)).toEqual(['made', 'asked']);
    text = 'outro';
    answers.invalidate(['offers']);
    expect((await answers.get('/', produce)).bytes.identity.toString()).toBe('outro');
    expect(done.splice(0)).toEqual(['asked', 'made']);
    // A change of the day need not show in the dependencies.
    answers.invalidate();
    await answers.get('/', produce);
    expect(done).toEqual(['made']);
  });

  test('reads only those dependencies again that are no longer current', async () => {
    const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
    const readUuids: string[] = [];
    const readOffer = (uuid: string) => async () => {
      readUuids.push(uuid);
      await db.selectFrom('offers').selectAll().where('uuid', '=', uuid).execute();
      await db.selectFrom('files').selectAll().execute();
    };
    const produce = (uuid: string) => async () => {
      await readOffers();
      let { stands } = await answers.trackedRead(readOffer(uuid));
      const same = async () => {
        await readOffers();
        if (!stands()) ({ stands } = await answers.trackedRead(readOffer(uuid)));
        return true;
      };
      return { status: 200, type: 'text/html', body: uuid, same };
    };
    const ask = async () => {
      for (const uuid of ['a', 'b']) await answers.get(`/${uuid}`, produce(uuid));
      return readUuids.splice(0);
    };
    expect(await ask()).toEqual(['a', 'b']);
    answers.invalidate(['offers', 'offers#b', 'files/offers', 'files/offers#b']);
    expect(answers.hit('/a'), 'it reads others too').toBeUndefined();
    expect(await ask()).toEqual(['b']);
    answers.invalidate(['offers', 'offers#c']);
    expect(await ask()).toEqual([]);
    answers.invalidate(['files/offers', 'files/offers#a']);
    expect(await ask()).toEqual(['a']);
    for (const changed of [['offers'], ['files'], ['files/offers'], 'all'] as const) {
      answers.invalidate(changed);
      expect(await ask(), String(changed)).toEqual(['a', 'b']);
    }
  });

  test('drops a response that was revalidated while its dependencies changed', async () => {
    const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
    const produce = async () => {
      await readOffers();
      const same = async () => {
        await readOffers();
        answers.invalidate(['offers']);
        return true;
      };
      return { status: 200, type: 'text/html', body: 'um', same };
    };
    await answers.get('/', produce);
    answers.invalidate(['offers']);
    await answers.get('/', produce);
    expect(answers.hit('/')).toBeUndefined();
  });
});

test('lets a caching proxy that names its second keep a page until that second is over', async () => {
  const clock = { now: 0, next: 90_000 };
  const finished = await answersAt(clock).get('a', page('a'));
  const sent = (headers: Record<string, string>) => {
    let lines: string[] = [];
    const response = { writeHead: (_: number, all: string[]) => (lines = all), end: () => {} };
    sendCachedResponse(finished, { headers } as never, response as never);
    const headerOf = (name: string) => (lines.includes(name) ? lines[lines.indexOf(name) + 1] : undefined);
    return [headerOf('cache-control'), headerOf('x-accel-expires')];
  };
  const own = 'public, max-age=0, s-maxage=1, stale-if-error=90';
  const known = { 'if-none-match': `"${finished.etag}-br"` };
  const second = Math.floor(Date.now() / 1000);
  for (const headers of [{}, known]) {
    expect(sent({ ...headers, 'x-crowd': String(second) })).toEqual([
      `${own}, stale-while-revalidate=1`,
      `@${second}`,
    ]);
    // A forged second extends nothing.
    for (const forged of [second + 3600, second - 3600])
      expect(sent({ ...headers, 'x-crowd': String(forged) })).toEqual([own, undefined]);
    expect(sent(headers)).toEqual([own, undefined]);
    expect(sent({ ...headers, 'x-crowd': 'agora' })).toEqual([own, undefined]);
  }
  clock.now = 89_500;
  expect(sent({ 'x-crowd': String(second) })).toEqual(['public, no-cache', undefined]);
});

test('evicts entries beyond its limit', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let produced = 0;
  const produce = async () => {
    produced += 1;
    return { status: 200, type: 'text/html', body: 'x' };
  };
  for (let key = 0; key < 6100; key += 1) await answers.get(String(key), produce);
  await answers.get('0', produce);
  expect(produced).toBe(6101);
});

test('decompresses to the same bytes in every encoding', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const { bytes } = await answers.get('a', page('maçã '.repeat(500)));
  expect(brotliDecompressSync(bytes.br)).toEqual(bytes.identity);
  expect(gunzipSync(bytes.gzip)).toEqual(bytes.identity);
});

test('prefers brotli to gzip, unless brotli is refused', () => {
  expect(pickEncoding(undefined)).toBe('identity');
  expect(pickEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(pickEncoding('gzip, br;q=0')).toBe('gzip');
  expect(pickEncoding('gzip;q=0.5')).toBe('gzip');
  expect(pickEncoding('gzip;q=0')).toBe('identity');
  expect(pickEncoding('identity')).toBe('identity');
});

test("visitors' searches never evict responses of the site's own pages", async () => {
  const clock = { now: 0, next: Number.POSITIVE_INFINITY };
  const answers = answersAt(clock);
  let produced = 0;
  const home = async () => {
    produced += 1;
    return { status: 200, type: 'text/html', body: 'capa' };
  };
  await answers.get('capa', home);
  for (let n = 0; n < 2500; n += 1)
    await answers.get(`busca ${n}`, async () => ({
      status: 200,
      type: 'text/html',
      body: `${n}`,
      typed: true,
    }));
  await answers.get('capa', home);
  expect(produced).toBe(1);
  // The page of the site is also the last good copy in an outage.
  answers.invalidate();
  const failing = async () => {
    throw new Failure('unavailable');
  };
  expect((await answers.get('capa', failing)).bytes.identity.toString()).toBe('capa');
});

test('evicts the least recently used entry first', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const rendered: string[] = [];
  const large = (name: string) => async () => {
    rendered.push(name);
    // A megabyte in the cache, because random data hardly compresses.
    return { status: 200, type: 'text/html', body: randomBytes(512 * 1024).toString('hex'), typed: true };
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await answers.get(name, large(name));
  await answers.get('a', large('a'));
  for (const name of ['g', 'h']) await answers.get(name, large(name));
  rendered.length = 0;
  await answers.get('a', large('a'));
  await answers.get('b', large('b'));
  expect(rendered).toEqual(['b']);
});

test('stores a response under the key it names, and never serves a deleted page again in an outage', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let rendered = 0;
  const nothing = async () => ({
    instead: 'nada',
    produce: async () => {
      rendered += 1;
      return { status: 404, type: 'text/html', body: 'nada' };
    },
  });
  await answers.get('um', page('era uma vez'));
  answers.invalidate();
  expect((await answers.get('um', nothing)).status).toBe(404);
  expect((await answers.get('dois', nothing)).status).toBe(404);
  expect(rendered).toBe(1);
  const failing = async () => {
    throw new Failure('unavailable');
  };
  await expect(Promise.resolve(answers.get('um', failing))).rejects.toThrow(Failure);
});

test('limits the lifetime of a response to the next planned change', async () => {
  const clock = { now: 0, next: 90_000 };
  const answers = answersAt(clock);
  const finished = await answers.get('a', page('a'));
  expect(finished.cacheControl()).toBe('public, max-age=0, s-maxage=1, stale-if-error=90');
  clock.now = 60_500;
  expect(finished.cacheControl()).toBe('public, max-age=0, s-maxage=1, stale-if-error=29');
  // One second of a shared cache would already pass the change.
  clock.now = 89_001;
  expect(finished.cacheControl()).toBe('public, no-cache');
  clock.now = 91_000;
  expect(finished.cacheControl()).toBe('public, no-cache');
  clock.next = 10 * 86_400_000;
  expect((await answers.get('a', page('b'))).cacheControl()).toBe(
    'public, max-age=0, s-maxage=1, stale-if-error=86400',
  );
});

describe('dependencies on tables', () => {
  const db = dummyDatabase();
  const forever = { now: 0, next: Number.POSITIVE_INFINITY };
  let rendered: string[] = [];
  beforeEach(() => {
    rendered = [];
  });
  const reading =
    (...tables: string[]) =>
    async () => {
      for (const table of tables) await db.selectFrom(table).selectAll().execute();
      rendered.push(tables.join());
      return { status: 200, type: 'text/html', body: tables.join() };
    };

  test('renders again only when a table that it read changes', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', reading('shops', 'files'));
      await answers.get('/b', reading('recipes'));
      await answers.get('/c', reading());
      return rendered.splice(0);
    };
    await ask();
    answers.invalidate(['recipes', 'audit_log']);
    expect(await ask()).toEqual(['recipes']);
    answers.invalidate(['files']);
    expect(await ask()).toEqual(['shops,files']);
    answers.invalidate(['sessions']);
    expect(await ask()).toEqual([]);
    answers.invalidate('all');
    expect(await ask()).toEqual(['shops,files', 'recipes', '']);
  });

  const offer = (uuid: string) => async () => {
    await db.selectFrom('offers').selectAll().where('uuid', '=', uuid).execute();
    rendered.push(uuid);
    return { status: 200, type: 'text/html', body: uuid };
  };

  test('renders again only when a row that it read changes', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', offer('a'));
      await answers.get('/b', offer('b'));
      await answers.get('/', reading('offers'));
      return rendered.splice(0);
    };
    await ask();
    answers.invalidate(['offers', 'offers#b', 'offers#c', 'audit_log']);
    expect(await ask()).toEqual(['b', 'offers']);
    answers.invalidate(['offers']);
    expect(await ask()).toEqual(['a', 'b', 'offers']);
  });

  test('forgets single rows after very many changes, and then treats older renders as stale', async () => {
    const answers = answersAt(forever);
    await answers.get('/a', offer('a'));
    for (let row = 0; row < 500; row += 1) answers.invalidate(['offers', `offers#${row}`]);
    expect(answers.hit('/a')).toBeDefined();
    answers.invalidate(['offers', 'offers#one-more']);
    expect(answers.hit('/a')).toBeUndefined();
    await answers.get('/a', offer('a'));
    answers.invalidate(['offers', 'offers#0']);
    expect(answers.hit('/a')).toBeDefined();
    answers.invalidate(['offers', 'offers#a']);
    expect(answers.hit('/a')).toBeUndefined();
  });

  test('shares a cached read between responses, and renders both again when its table changes', async () => {
    const clock = { now: 0, next: 1000 };
    const answers = answersAt(clock);
    const ask = async (key: string) => {
      const shared = () => answers.sharedRead('phones', reading('phones'));
      await answers.get(key, async () => ({ ...(await shared()), body: JSON.stringify(await shared()) }));
      return rendered.splice(0);
    };
    expect(await ask('/a')).toEqual(['phones']);
    expect(await ask('/b')).toEqual([]);
    answers.invalidate(['shops']);
    expect(await ask('/b')).toEqual([]);
    answers.invalidate(['phones']);
    expect(await ask('/b'), 'a response that used the cached read').toEqual(['phones']);
    expect(await ask('/a')).toEqual([]);
    clock.now = 1000;
    clock.next = 2000;
    expect(await ask('/a'), 'at an instant that content names').toEqual(['phones']);
    const cached = await answers.sharedRead('phones', reading('phones'));
    expect(() => Object.assign(cached, { body: 'outro' })).toThrow(TypeError);
  });

  test('does not share a read whose table changed meanwhile', async () => {
    const answers = answersAt(forever);
    await answers.get('/', reading());
    await answers.sharedRead('phones', async () => {
      const found = await reading('phones')();
      answers.invalidate(['phones']);
      return found;
    });
    await answers.sharedRead('phones', reading('phones'));
    expect(rendered).toEqual(['', 'phones', 'phones']);
  });

  test('renders again for rows that show beside another table only if it read both', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', reading('shops', 'files'));
      await answers.get('/b', reading('files', 'recipes'));
      return rendered.splice(0);
    };
    await ask();
    const written: string[] = [];
    await trackStatements(
      ({ writes }) => written.push(...writes),
      () => visibleOnlyWith(['recipes'], () => db.updateTable('files').set({ state: 'live' }).execute()),
    );
    answers.invalidate(written);
    expect(await ask()).toEqual(['files,recipes']);
  });

  test.each([
    ['drops a render that read the table before the change', true],
    ['caches a render that read the table after the change', false],
  ])('%s', async (_, before) => {
    const answers = answersAt(forever);
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = answers.get('/a', async () => {
      if (before) await reading('shops')();
      started.resolve();
      await gate.promise;
      if (!before) await reading('shops')();
      return { status: 200, type: 'text/html', body: 'antes' };
    });
    await started.promise;
    answers.invalidate(['shops']);
    // A request after the change never waits for a render that read the table before it.
    const next = answers.get('/a', async () => ({ status: 200, type: 'text/html', body: 'depois' }));
    if (before) expect((await next).bytes.identity.toString()).toBe('depois');
    gate.resolve();
    await slow;
    expect((await next).bytes.identity.toString()).toBe(before ? 'depois' : 'antes');
    expect(answers.hit('/a')?.bytes.identity.toString()).toBe(before ? 'depois' : 'antes');
  });

  test('renders again if the read in progress could still reach the owner of a changed row', async () => {
    const answers = answersAt(forever);
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = answers.get('/a', async () => {
      await reading('files')();
      started.resolve();
      await gate.promise;
      return reading('recipes')();
    });
    await started.promise;
    answers.invalidate(['files/recipes']);
    const next = answers.get('/a', reading('files', 'recipes'));
    gate.resolve();
    await Promise.all([slow, next]);
    expect(rendered).toContain('files,recipes');
  });

  test('expires at an instant that becomes known only during the render', async () => {
    const clock = { now: 0, next: 90_000 };
    const answers = createResponseCache({
      now: () => clock.now,
      nextChange: async () => {
        await db.selectFrom('banners').selectAll().execute();
        return clock.next;
      },
      publishDueChanges: () => undefined,
      baseHeaders: {},
      isOutage: () => false,
    });
    await answers.get('/', async () => {
      // A banner that starts soon is saved, and this render reads it already.
      clock.next = 5000;
      answers.invalidate(['banners']);
      return reading('banners')();
    });
    expect(answers.hit('/')?.cacheControl()).toContain('stale-if-error=5');
    clock.now = 5000;
    clock.next = 90_000;
    expect(answers.hit('/')).toBeUndefined();
  });

  test('serves the last good response after a change while the database is unavailable', async () => {
    const answers = answersAt(forever);
    await answers.get('/a', reading('shops'));
    answers.invalidate(['shops']);
    expect(answers.hit('/a')).toBeUndefined();
    const failing = async () => {
      throw new Failure('unavailable');
    };
    expect((await answers.get('/a', failing)).bytes.identity.toString()).toBe('shops');
  });
});

describe('planned changes', () => {
  const db = dummyDatabase();

  test('plans once after a save that may name another instant, and then serves hits again', async () => {
    const clock = { now: 0, next: 90_000, asked: 0 };
    const answers = createResponseCache({
      now: () => clock.now,
      nextChange: async () => {
        clock.asked += 1;
        await db.selectFrom('record_versions').selectAll().execute();
        return clock.next;
      },
      publishDueChanges: () => undefined,
      baseHeaders: {},
      isOutage: () => false,
    });
    let produced = 0;
    const produce = async () => {
      produced += 1;
      return page('a')();
    };
    await answers.get('/a', produce);
    await answers.get('/b', produce);
    expect([clock.asked, produced]).toEqual([1, 2]);
    // A change is scheduled. No response reads it.
    clock.next = 5000;
    answers.invalidate(['record_versions']);
    expect(answers.hit('/a')).toBeUndefined();
    await Promise.all([answers.get('/a', produce), answers.get('/b', produce)]);
    expect([clock.asked, produced]).toEqual([2, 2]);
    expect(answers.hit('/a')?.cacheControl()).toContain('stale-if-error=5');
    clock.now = 5000;
    expect(answers.hit('/a')).toBeUndefined();
  });

  test('publishes due changes before it renders', async () => {
    const done: string[] = [];
    const answers = createResponseCache({
      now: () => 0,
      nextChange: async () => 90_000,
      publishDueChanges: async () => done.push('settled') > 0,
      baseHeaders: {},
      isOutage: (error) => error instanceof Failure && error.code === 'unavailable',
    });
    await answers.get('/a', async () => {
      done.push('made');
      return page('a')();
    });
    await answers.get('/a', page('a'));
    expect(done).toEqual(['settled', 'made']);
  });
});
