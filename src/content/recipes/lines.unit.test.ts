import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

test('splits a text into its non-empty lines', () => {
  expect(linesOf('1 kg de peixe\n\n  2 limões \n \t\nSal')).toEqual(['1 kg de peixe', '2 limões', 'Sal']);
  expect(linesOf('Um só')).toEqual(['Um só']);
  for (const nothing of ['', ' \n ', null, undefined]) expect(linesOf(nothing)).toEqual([]);
});
