import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomToken, readableCode, secretHash } from '../src/platform/security/secrets.ts';
import {
  type AttackResponse,
  type AttackTarget,
  compareResponses,
  correctGuesses,
  createFigures,
  forEachAtOnce,
  indices,
  MAX_CORRECT_GUESSES,
  PASSWORD,
  rankTest,
  shuffled,
  startTarget,
  type TestAccount,
  TRIES,
} from '../test/attack.ts';
import { createPasskey } from '../test/authenticator.ts';
import { fileOf } from '../test/images.ts';
import { pdf } from '../test/sampleFiles.ts';

// Tries addresses, codes and keys, both existing and invented, in random order, and reports whether responses
// or times differ. On a busy machine its figures mean little.

const MINUTE = 60_000;
const half = Math.ceil(TRIES / 2);
const wrong = { password: 'palpite errado 1' };

test('the measurement detects half a millisecond within noise, and nothing in equal times', () => {
  const drawn = (shift: number) => indices(500).map(() => 100 + shift + 0.5 * gauss());
  expect(correctGuesses(drawn(0), drawn(0.5))).toBeGreaterThan(60);
  expect(Math.abs(rankTest(drawn(0), drawn(0.5)))).toBeGreaterThan(8);
  expect(correctGuesses(drawn(0), drawn(0))).toBeLessThanOrEqual(MAX_CORRECT_GUESSES);
  expect(Math.abs(rankTest(drawn(0), drawn(0)))).toBeLessThan(4);
});

/** Returns a normal deviate of deviation 1 by Box and Muller's method. */
const gauss = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

describe.each(['sqlite', 'postgres'] as const)('response times on %s', { timeout: 30 * MINUTE }, (engine) => {
  let target: AttackTarget;
  const figures = createFigures(`Who is there, on ${engine}: somebody / nobody`);
  /** Accounts of each kind in turn: active, disabled, invited, with a second factor. */
  let mixed: TestAccount[];
  let active: TestAccount[];
  beforeAll(async () => {
    target = await startTarget(engine);
    const now = new Date().toISOString();
    active = await target.addUsers(half);
    const kinds = [
      active,
      await target.addUsers(half, { disabled_at: now }),
      await target.addUsers(half, { invited_at: now }),
      await withFactors(await target.addUsers(half)),
    ];
    mixed = indices(half).map((at) => kinds[at % kinds.length]?.[at] as TestAccount);
  });
  afterAll(async () => {
    figures.print();
    await target?.stop();
  });

  async function compare(
    attack: string,
    ask: { known: (at: number) => Promise<AttackResponse>; unknown: (at: number) => Promise<AttackResponse> },
    { tries = TRIES, lanes = 1 } = {},
  ) {
    const groups = { known: [] as AttackResponse[], unknown: [] as AttackResponse[] };
    const asks = { known: 0, unknown: 0 };
    const order = shuffled(indices(tries).map((at) => (at % 2 ? 'known' : 'unknown') as keyof typeof groups));
    await forEachAtOnce(order, lanes, async (group, at) => {
      // Wrong codes slow down every sign-in, so they are reset. Other counters stay, as they may reveal
      // accounts.
      if (at % 10 === 0) await target.resetRateLimits('recovery failures ');
      asks[group] += 1;
      groups[group].push(await ask[group](asks[group] - 1));
    });
    const { tries: all, through, detail } = compareResponses(attack, groups.known, groups.unknown);
    figures.record(attack, all, through, detail);
  }

  const nobody = () => `ninguem-${randomUUID()}@hiperaurora.example`;
  const somebody = (at: number) => mixed[at]?.email ?? '';

  test('sign-in reveals no account', () =>
    compare('sign-in', {
      known: (at) => target.signInAnswer(somebody(at), wrong),
      unknown: () => target.signInAnswer(nobody(), wrong),
    }));

  test('the last of ten concurrent sign-ins reveals no account', async () => {
    const last = async (email: string) => {
      const answers = await Promise.all(indices(10).map(() => target.signInAnswer(email, wrong)));
      return answers.reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b));
    };
    const ask = { known: (at: number) => last(active[at]?.email ?? ''), unknown: () => last(nobody()) };
    await compare('sign-in, ten at once', ask, { tries: Math.ceil(TRIES / 5) });
  });

  test('recovery by mail reveals no account', () => {
    const forgot = (email: string) => target.send('POST', '/api/auth/forgot-it', { json: { email } });
    // Four at once, because each takes a quarter of a second.
    return compare(
      'recovery by mail',
      { known: (at) => forgot(somebody(at)), unknown: () => forgot(nobody()) },
      { lanes: 4 },
    );
  });

  // Compares an expired code with an invented one.
  test('a mail code reveals no account', async () => {
    const codes = await spent('mail', () => readableCode(2));
    const exchange = (code: string) => target.send('POST', '/api/auth/verification-code', { json: { code } });
    await compare('code of a mail', {
      known: (at) => exchange(codes[at] ?? ''),
      unknown: () => exchange(readableCode(2)),
    });
  });

  test('a reset link reveals no account', async () => {
    const links = await spent('reset', randomToken);
    const reset = (code: string) =>
      target.send('POST', '/api/auth/reset-password', {
        json: { code, password: PASSWORD, password_confirmation: PASSWORD },
      });
    await compare('link of a reset', {
      known: (at) => reset(links[at] ?? ''),
      unknown: () => reset(randomToken()),
    });
  });

  test('a passkey reveals no account', async () => {
    const { key, page } = await target.userWithPasskey();
    const unknownKey = createPasskey();
    const byKey = async (id: string) =>
      target.byPasskey({ ...unknownKey.assert(await target.challenge(), page), id, rawId: id });
    await compare('passkey', { known: () => byKey(key.id), unknown: () => byKey(randomToken()) });
  });

  test('an application reveals no applicant', () => {
    const bytes = pdf();
    const applyAs = (email: string) => {
      const form = new FormData();
      const fields = { name: 'Maria José', phone: '(85) 90000-0012', vacancy: 'Caixa', email };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('doc', fileOf(bytes, 'a.pdf', 'application/pdf'));
      return target.send('POST', '/api/site/work-with-us', { form });
    };
    return compare('application', {
      known: (at) => applyAs(somebody(at)),
      unknown: () => applyAs(nobody()),
    });
  });

  /** Gives each account an authenticator app. */
  async function withFactors(people: TestAccount[]) {
    const now = new Date().toISOString();
    const app = { secret: 'sealed', last_step: 0, created_at: now, confirmed_at: now };
    await target.db
      .insertInto('authenticator_apps')
      .values(people.map(({ id }) => ({ ...app, user_id: id })))
      .execute();
    return people;
  }

  /** Creates an expired code for each active account. */
  async function spent(kind: 'mail' | 'reset', make: () => string): Promise<string[]> {
    const secrets = active.map(make);
    const over = new Date(Date.now() - MINUTE).toISOString();
    const row = { kind, created_at: over, expires_at: over };
    await target.db.deleteFrom('recovery_codes').where('kind', '=', kind).execute();
    await target.db
      .insertInto('recovery_codes')
      .values(active.map(({ id }, at) => ({ ...row, user_id: id, hash: secretHash(secrets[at] ?? '') })))
      .execute();
    return secrets;
  }
});
