import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { collectLogLines } from '../../../test/logLines.ts';
import { loggableError, logOptions, redact } from './log.ts';

test.each([
  ['Key (email)=(ana@loja.example) already exists', 'Key (email)=(…) already exists'],
  ['call 85 98123-4567 now', 'call … now'],
  ['CPF 123.456.789-09', 'CPF …'],
  ['GET /api/x?token=abc&n=Ana failed', 'GET /api/x failed'],
  ['from 203.0.113.77', 'from …'],
  ['file 2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a is gone', 'file 2b3c1f0e-8f0e-4b5c-9d7a-0f1e2d3c4b5a is gone'],
  [`token ${'a1B2'.repeat(10)} is old`, 'token … is old'],
  ['no such table: recipes', 'no such table: recipes'],
])('«%s» is logged as «%s»', (text, written) => {
  expect(redact(text)).toBe(written);
});

test('a parser’s message is logged without the text that it quotes', () => {
  const error = (() => {
    try {
      return JSON.parse('maria silva dos santos');
    } catch (thrown) {
      return thrown as Error;
    }
  })();
  expect(error.message).toMatch(/maria/);
  expect(loggableError(new Error('x', { cause: error }))).toMatchObject({
    cause: { type: 'SyntaxError', message: expect.not.stringMatching(/maria|santos/) },
  });
});

test('a repeated stack is logged three times whole, a hundred times short, then counted and summed up', async () => {
  vi.useFakeTimers();
  try {
    const lines = collectLogLines();
    const { log } = Fastify({
      logger: logOptions({ level: 'warn', outages: { causeOf: () => null }, stream: lines.logTo }),
    });
    const fail = (times: number) => {
      for (let time = 0; time < times; time += 1) log.error({ err: new Error(`no ${time}`) }, 'broke');
    };
    fail(300);
    expect(lines.all().filter((line) => 'err' in line)).toHaveLength(3);
    expect(lines.withMessage('broke')).toHaveLength(100);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines.withMessage('repeated error')).toMatchObject([{ times: 300, same: lines.all()[0]?.same }]);
    lines.clear();
    fail(1);
    expect(lines.all().filter((line) => 'err' in line)).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
