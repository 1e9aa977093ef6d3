import { expect, it } from 'vitest';
import { remainingText } from './remaining.ts';

it.each([
  ['nothing before the rate is known', [50, 100, 1999], null],
  ['nothing before the upload begins', [0, 100, 60_000], null],
  ['nothing after the upload has ended', [100, 100, 60_000], null],
  ['the end', [90, 100, 30_000], 'falta pouco'],
  ['a few seconds', [75, 100, 27_000], 'faltam menos de 10 segundos'],
  ['seconds, in tens', [50, 100, 12_000], 'faltam uns 20 segundos'],
  ['a minute', [50, 100, 60_000], 'falta cerca de 1 minuto'],
  ['minutes', [10, 100, 20_000], 'faltam uns 3 minutos'],
] as const)('remainingText returns %s', (_, [sent, total, elapsed], text) => {
  expect(remainingText(sent, total, elapsed)).toBe(text);
});
