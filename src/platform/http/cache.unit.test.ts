import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Failure } from '../../contract/failure.ts';
import { createAnswers, pickEncoding } from './cache.ts';

const page = (body: string) => async () => ({ status: 200, type: 'text/html', body });

function answersAt(clock: { now: number; next: number }) {
  return createAnswers({
    now: () => clock.now,
    nextChange: async () => clock.next,
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

test('it keeps no more than its share of memory', async () => {
  const answers = answersAt({ now: 0, next: Number.POSITIVE_INFINITY });
  let produced = 0;
  const produce = async () => {
    produced += 1;
    return { status: 200, type: 'text/html', body: 'x' };
  };
  for (let key = 0; key < 2100; key += 1) await answers.get(String(key), produce);
  await answers.get('0', produce);
  expect(produced).toBe(2101);
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
    return { status: 200, type: 'text/html', body: 'x'.repeat(1024 * 1024), typed: true };
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
  expect(finished.cacheControl()).toBe('public, no-cache, stale-if-error=90');
  clock.now = 60_500;
  expect(finished.cacheControl()).toBe('public, no-cache, stale-if-error=29');
  clock.now = 91_000;
  expect(finished.cacheControl()).toBe('public, no-cache');
  clock.next = 10 * 86_400_000;
  expect((await answers.get('a', page('b'))).cacheControl()).toBe('public, no-cache, stale-if-error=86400');
});
