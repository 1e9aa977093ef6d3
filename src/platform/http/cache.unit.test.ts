import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { silentDatabase } from '../../../test/silent.ts';
import { Failure } from '../../contract/failure.ts';
import { shownWith, watching } from '../database/watch.ts';
import { createAnswers, pickEncoding, sendFinished } from './cache.ts';

const page = (body: string) => async () => ({ status: 200, type: 'text/html', body });

function answersAt(clock: { now: number; next: number }) {
  return createAnswers({
    now: () => clock.now,
    nextChange: async () => clock.next,
    settle: () => undefined,
    baseHeaders: {},
    isOutage: (error) => error instanceof Failure && error.code === 'unavailable',
  });
}

test('an answer is produced once for everybody who asks at the same time', async () => {
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

test('after a change of content it is produced again, and one under way is not kept', async () => {
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

test('an instant that content names ends it, without anybody telling', async () => {
  const clock = { now: 1000, next: 2000 };
  const answers = answersAt(clock);
  await answers.get('a', page('hoje'));
  clock.now = 1999;
  expect((await answers.get('a', page('amanhã'))).bytes.identity.toString()).toBe('hoje');
  clock.now = 2000;
  clock.next = 3000;
  expect((await answers.get('a', page('amanhã'))).bytes.identity.toString()).toBe('amanhã');
});

test('a clock that is set back to before that was known ends it, to another day maybe', async () => {
  const clock = { now: 5000, next: 9000 };
  const answers = answersAt(clock);
  await answers.get('a', page('amanhã'));
  clock.now = 4500;
  expect((await answers.get('a', page('hoje'))).bytes.identity.toString()).toBe('amanhã');
  clock.now = 3000;
  clock.next = 4000;
  expect((await answers.get('a', page('hoje'))).bytes.identity.toString()).toBe('hoje');
});

test('during an outage the last good answer goes on; without one, or for a bug, the error is told', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const away = async () => {
    throw new Failure('unavailable');
  };
  await answers.get('a', page('bom'));
  answers.invalidate();
  expect((await answers.get('a', away)).bytes.identity.toString()).toBe('bom');
  await expect(async () => answers.get('b', away)).rejects.toThrow(Failure);
  await expect(async () =>
    answers.get('a', async () => {
      throw new Error('bug');
    }),
  ).rejects.toThrow('bug');
  expect((await answers.get('a', page('de volta'))).bytes.identity.toString()).toBe('de volta');
});

test('what several pages show is read once, however many ask for it at the same time', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const db = silentDatabase();
  let reads = 0;
  const read = () =>
    answers.reading('offers', async () => {
      reads += 1;
      await db.selectFrom('offers').selectAll().execute();
      await new Promise((wait) => setTimeout(wait, 5));
      return { offers: reads };
    });
  const made = (key: string) =>
    answers.get(key, async () => ({ status: 200, type: 'text/html', body: JSON.stringify(await read()) }));
  await Promise.all(['/a', '/b', '/c'].map(made));
  expect(reads).toBe(1);
  answers.invalidate(['offers']);
  for (const key of ['/a', '/b', '/c']) expect(answers.hit(key)).toBeUndefined();
  // Who waited for what was saved meanwhile reads it again.
  const early = made('/a');
  await new Promise((wait) => setTimeout(wait, 2));
  const late = made('/b');
  answers.invalidate(['offers']);
  await Promise.all([early, late]);
  expect((await made('/b')).bytes.identity.toString()).toBe('{"offers":3}');
  expect(reads).toBe(3);
});

describe('what would be made the same after a save', () => {
  const db = silentDatabase();
  const readOffers = () => db.selectFrom('offers').selectAll().execute();

  test('is asked for, and not made again', async () => {
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
    // The turn of a day need not be in what was read.
    answers.invalidate();
    await answers.get('/', produce);
    expect(done).toEqual(['made']);
  });

  test('is asked for in what does not stand any more alone', async () => {
    const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
    const asked: string[] = [];
    const readOffer = (uuid: string) => async () => {
      asked.push(uuid);
      await db.selectFrom('offers').selectAll().where('uuid', '=', uuid).execute();
      await db.selectFrom('files').selectAll().execute();
    };
    const produce = (uuid: string) => async () => {
      await readOffers();
      let { stands } = await answers.standing(readOffer(uuid));
      const same = async () => {
        await readOffers();
        if (!stands()) ({ stands } = await answers.standing(readOffer(uuid)));
        return true;
      };
      return { status: 200, type: 'text/html', body: uuid, same };
    };
    const ask = async () => {
      for (const uuid of ['a', 'b']) await answers.get(`/${uuid}`, produce(uuid));
      return asked.splice(0);
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

  test('is not kept where it was saved while that was asked', async () => {
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

test('a proxy that keeps pages for a crowd may do so until its second is over', async () => {
  const clock = { now: 0, next: 90_000 };
  const finished = await answersAt(clock).get('a', page('a'));
  const sent = (headers: Record<string, string>) => {
    let lines: string[] = [];
    const response = { writeHead: (_: number, all: string[]) => (lines = all), end: () => {} };
    sendFinished(finished, { headers } as never, response as never);
    const of = (name: string) => (lines.includes(name) ? lines[lines.indexOf(name) + 1] : undefined);
    return [of('cache-control'), of('x-accel-expires')];
  };
  const own = 'public, max-age=0, s-maxage=1, stale-if-error=90';
  const known = { 'if-none-match': `"${finished.etag}-br"` };
  const second = Math.floor(Date.now() / 1000);
  for (const headers of [{}, known]) {
    expect(sent({ ...headers, 'x-crowd': String(second) })).toEqual([
      `${own}, stale-while-revalidate=1`,
      `@${second}`,
    ]);
    // Nobody has a page kept for a year.
    for (const other of [second + 3600, second - 3600])
      expect(sent({ ...headers, 'x-crowd': String(other) })).toEqual([own, undefined]);
    expect(sent(headers)).toEqual([own, undefined]);
    expect(sent({ ...headers, 'x-crowd': 'agora' })).toEqual([own, undefined]);
  }
  clock.now = 89_500;
  expect(sent({ 'x-crowd': String(second) })).toEqual(['public, no-cache', undefined]);
});

test('it keeps no more than its share of memory', async () => {
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

test('bytes are the same in every encoding', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const { bytes } = await answers.get('a', page('maçã '.repeat(500)));
  expect(brotliDecompressSync(bytes.br)).toEqual(bytes.identity);
  expect(gunzipSync(bytes.gzip)).toEqual(bytes.identity);
});

test('the encoding is brotli before gzip, unless refused', () => {
  expect(pickEncoding(undefined)).toBe('identity');
  expect(pickEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(pickEncoding('gzip, br;q=0')).toBe('gzip');
  expect(pickEncoding('gzip;q=0.5')).toBe('gzip');
  expect(pickEncoding('gzip;q=0')).toBe('identity');
  expect(pickEncoding('identity')).toBe('identity');
});

test('what visitors type never takes the place of what the site has', async () => {
  const clock = { now: 0, next: Number.POSITIVE_INFINITY };
  const answers = answersAt(clock);
  let produced = 0;
  const own = async () => {
    produced += 1;
    return { status: 200, type: 'text/html', body: 'capa' };
  };
  await answers.get('capa', own);
  for (let n = 0; n < 2500; n += 1)
    await answers.get(`busca ${n}`, async () => ({
      status: 200,
      type: 'text/html',
      body: `${n}`,
      typed: true,
    }));
  await answers.get('capa', own);
  expect(produced).toBe(1);
  // And it is the last copy in an outage.
  answers.invalidate();
  const away = async () => {
    throw new Failure('unavailable');
  };
  expect((await answers.get('capa', away)).bytes.identity.toString()).toBe('capa');
});

test('what was used least recently leaves first', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  const made: string[] = [];
  const large = (name: string) => async () => {
    made.push(name);
    // A megabyte as it is kept, for hardly anything in it can be compressed.
    return { status: 200, type: 'text/html', body: randomBytes(512 * 1024).toString('hex'), typed: true };
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await answers.get(name, large(name));
  await answers.get('a', large('a'));
  for (const name of ['g', 'h']) await answers.get(name, large(name));
  made.length = 0;
  await answers.get('a', large('a'));
  await answers.get('b', large('b'));
  expect(made).toEqual(['b']);
});

test('an answer that is another one is made under its own key alone, and what is gone does not come back', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let made = 0;
  const nothing = async () => ({
    instead: 'nada',
    produce: async () => {
      made += 1;
      return { status: 404, type: 'text/html', body: 'nada' };
    },
  });
  await answers.get('um', page('era uma vez'));
  answers.invalidate();
  expect((await answers.get('um', nothing)).status).toBe(404);
  expect((await answers.get('dois', nothing)).status).toBe(404);
  expect(made).toBe(1);
  const away = async () => {
    throw new Failure('unavailable');
  };
  await expect(Promise.resolve(answers.get('um', away))).rejects.toThrow(Failure);
});

test('no age that leaves passes the next change', async () => {
  const clock = { now: 0, next: 90_000 };
  const answers = answersAt(clock);
  const finished = await answers.get('a', page('a'));
  expect(finished.cacheControl()).toBe('public, max-age=0, s-maxage=1, stale-if-error=90');
  clock.now = 60_500;
  expect(finished.cacheControl()).toBe('public, max-age=0, s-maxage=1, stale-if-error=29');
  // A second of a shared cache's would pass it.
  clock.now = 89_001;
  expect(finished.cacheControl()).toBe('public, no-cache');
  clock.now = 91_000;
  expect(finished.cacheControl()).toBe('public, no-cache');
  clock.next = 10 * 86_400_000;
  expect((await answers.get('a', page('b'))).cacheControl()).toBe(
    'public, max-age=0, s-maxage=1, stale-if-error=86400',
  );
});

describe('an answer that reads tables', () => {
  const db = silentDatabase();
  const forever = { now: 0, next: Number.POSITIVE_INFINITY };
  let made: string[] = [];
  beforeEach(() => {
    made = [];
  });
  const reading =
    (...tables: string[]) =>
    async () => {
      for (const table of tables) await db.selectFrom(table).selectAll().execute();
      made.push(tables.join());
      return { status: 200, type: 'text/html', body: tables.join() };
    };

  test('is made again when one of them changes, and for nothing else', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', reading('shops', 'files'));
      await answers.get('/b', reading('recipes'));
      await answers.get('/c', reading());
      return made.splice(0);
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
    made.push(uuid);
    return { status: 200, type: 'text/html', body: uuid };
  };

  test('is made again for the row that it reads, and for no other', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', offer('a'));
      await answers.get('/b', offer('b'));
      await answers.get('/', reading('offers'));
      return made.splice(0);
    };
    await ask();
    answers.invalidate(['offers', 'offers#b', 'offers#c', 'audit_log']);
    expect(await ask()).toEqual(['b', 'offers']);
    answers.invalidate(['offers']);
    expect(await ask()).toEqual(['a', 'b', 'offers']);
  });

  test('is made again, of very many rows, for all that is older than the last of them', async () => {
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

  test('shares what others read too, and is made again when that changes', async () => {
    const clock = { now: 0, next: 1000 };
    const answers = answersAt(clock);
    const ask = async (key: string) => {
      const shared = () => answers.reading('phones', reading('phones'));
      await answers.get(key, async () => ({ ...(await shared()), body: JSON.stringify(await shared()) }));
      return made.splice(0);
    };
    expect(await ask('/a')).toEqual(['phones']);
    expect(await ask('/b')).toEqual([]);
    answers.invalidate(['shops']);
    expect(await ask('/b')).toEqual([]);
    answers.invalidate(['phones']);
    expect(await ask('/b'), 'one that was made of what was kept').toEqual(['phones']);
    expect(await ask('/a')).toEqual([]);
    clock.now = 1000;
    clock.next = 2000;
    expect(await ask('/a'), 'at an instant that content names').toEqual(['phones']);
    const kept = await answers.reading('phones', reading('phones'));
    expect(() => Object.assign(kept, { body: 'outro' })).toThrow(TypeError);
  });

  test('does not share what changed while it was read', async () => {
    const answers = answersAt(forever);
    await answers.get('/', reading());
    await answers.reading('phones', async () => {
      const found = await reading('phones')();
      answers.invalidate(['phones']);
      return found;
    });
    await answers.reading('phones', reading('phones'));
    expect(made).toEqual(['', 'phones', 'phones']);
  });

  test('is made again for what belongs to another table only where it reads both', async () => {
    const answers = answersAt(forever);
    const ask = async () => {
      await answers.get('/a', reading('shops', 'files'));
      await answers.get('/b', reading('files', 'recipes'));
      return made.splice(0);
    };
    await ask();
    const written: string[] = [];
    await watching(
      ({ writes }) => written.push(...writes),
      () => shownWith(['recipes'], () => db.updateTable('files').set({ state: 'live' }).execute()),
    );
    answers.invalidate(written);
    expect(await ask()).toEqual(['files,recipes']);
  });

  test.each([
    ['read before the change is not kept', true],
    ['read after it is', false],
  ])('and is under way when it changes: what was %s', async (_, before) => {
    const answers = answersAt(forever);
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = answers.get('/a', async () => {
      if (before) await reading('shops')();
      held.resolve();
      await gate.promise;
      if (!before) await reading('shops')();
      return { status: 200, type: 'text/html', body: 'antes' };
    });
    await held.promise;
    answers.invalidate(['shops']);
    // Whoever asks after the change never waits for what was read before it.
    const next = answers.get('/a', async () => ({ status: 200, type: 'text/html', body: 'depois' }));
    if (before) expect((await next).bytes.identity.toString()).toBe('depois');
    gate.resolve();
    await slow;
    expect((await next).bytes.identity.toString()).toBe(before ? 'depois' : 'antes');
    expect(answers.hit('/a')?.bytes.identity.toString()).toBe(before ? 'depois' : 'antes');
  });

  test('and is under way when a picture beside it changes may still read beside what', async () => {
    const answers = answersAt(forever);
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = answers.get('/a', async () => {
      await reading('files')();
      held.resolve();
      await gate.promise;
      return reading('recipes')();
    });
    await held.promise;
    answers.invalidate(['files/recipes']);
    const next = answers.get('/a', reading('files', 'recipes'));
    gate.resolve();
    await Promise.all([slow, next]);
    expect(made).toContain('files,recipes');
  });

  test('ends with an instant that is only known once it was made', async () => {
    const clock = { now: 0, next: 90_000 };
    const answers = createAnswers({
      now: () => clock.now,
      nextChange: async () => {
        await db.selectFrom('banners').selectAll().execute();
        return clock.next;
      },
      settle: () => undefined,
      baseHeaders: {},
      isOutage: () => false,
    });
    await answers.get('/', async () => {
      // Somebody saves a banner that starts soon, and this answer reads it already.
      clock.next = 5000;
      answers.invalidate(['banners']);
      return reading('banners')();
    });
    expect(answers.hit('/')?.cacheControl()).toContain('stale-if-error=5');
    clock.now = 5000;
    clock.next = 90_000;
    expect(answers.hit('/')).toBeUndefined();
  });

  test('goes on as the last good copy after a change, while the database is away', async () => {
    const answers = answersAt(forever);
    await answers.get('/a', reading('shops'));
    answers.invalidate(['shops']);
    expect(answers.hit('/a')).toBeUndefined();
    const away = async () => {
      throw new Failure('unavailable');
    };
    expect((await answers.get('/a', away)).bytes.identity.toString()).toBe('shops');
  });
});

describe('what may come by itself', () => {
  const db = silentDatabase();

  test('is asked for once after a save that may name it, and then hits leave again', async () => {
    const clock = { now: 0, next: 90_000, asked: 0 };
    const answers = createAnswers({
      now: () => clock.now,
      nextChange: async () => {
        clock.asked += 1;
        await db.selectFrom('record_versions').selectAll().execute();
        return clock.next;
      },
      settle: () => undefined,
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
    // Somebody gives a change its minute; no answer reads that.
    clock.next = 5000;
    answers.invalidate(['record_versions']);
    expect(answers.hit('/a')).toBeUndefined();
    await Promise.all([answers.get('/a', produce), answers.get('/b', produce)]);
    expect([clock.asked, produced]).toEqual([2, 2]);
    expect(answers.hit('/a')?.cacheControl()).toContain('stale-if-error=5');
    clock.now = 5000;
    expect(answers.hit('/a')).toBeUndefined();
  });

  test('is done before anything is made anew', async () => {
    const done: string[] = [];
    const answers = createAnswers({
      now: () => 0,
      nextChange: async () => 90_000,
      settle: async () => done.push('settled') > 0,
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
