import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { loggableError } from './log.ts';

describe('database errors in the log', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.signIn();
  });
  afterAll(() => app.remove());

  const caught = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error as Error,
    );

  test.each([
    [
      'a duplicate value',
      () => {
        const copy = sql`insert into users select * from users`;
        return copy.execute(app.deps.db);
      },
    ],
    [
      'a value of another type',
      () => sql`select cast(${'rosangela@hiperaurora.example'} as json)`.execute(app.deps.db),
    ],
    ['a syntax error', () => sql`select 'rosangela@hiperaurora.example' fro m users`.execute(app.deps.db)],
  ])('a database error is logged without the values sent: %s', async (_, work) => {
    const error = await caught(work());
    // Some of these errors occur on one database engine only.
    if (!error) return;
    const logged = JSON.stringify(loggableError(error));
    expect(logged).not.toMatch(/rosangela/i);
    expect(loggableError(error)).toMatchObject({
      code: expect.any(String),
      stack: expect.stringMatching(/^\s*at /),
    });
    expect(Object.keys(loggableError(error))).not.toContain('detail');
  });
});
