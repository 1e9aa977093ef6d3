import { expect, test } from 'vitest';
import { merge } from './mergeDraft.ts';

const base = { title: 'Feira', alt: '', link: '/a' };

test("a field changed by one side takes that side's value without a question", () => {
  const { values, differences } = merge(base, { ...base, title: 'Feira de quarta' }, { ...base, link: '/b' });
  expect(values).toEqual({ title: 'Feira de quarta', alt: '', link: '/b' });
  expect(differences).toEqual([]);
});

test('a field changed by both sides stays mine until the user decides', () => {
  const { values, differences } = merge(base, { ...base, title: 'Minha' }, { ...base, title: 'Dela' });
  expect(values.title).toBe('Minha');
  expect(differences).toEqual([{ name: 'title', mine: 'Minha', theirs: 'Dela' }]);
});

test('a field changed to the same value by both sides is no difference', () => {
  const both = { ...base, title: 'Igual' };
  expect(merge(base, both, both)).toEqual({ values: both, differences: [] });
});

test('a field missing in the draft keeps the stored value, and an obsolete one is dropped', () => {
  const { values } = merge(base, { ...base, old: 'x' }, { ...base, colour: 'red' });
  expect(values).toEqual({ ...base, colour: 'red' });
});

test('null equals an empty text, and lists are compared by content', () => {
  const hours = { lines: [{ day: 'Segunda' }], note: null };
  expect(
    merge(hours, { lines: [{ day: 'Segunda' }], note: '' }, { lines: [{ day: 'Terça' }], note: null }),
  ).toEqual({
    values: { lines: [{ day: 'Terça' }], note: null },
    differences: [],
  });
});

test('another notation of the same instant is no change', () => {
  const mine = { starts_at: '2026-12-24T09:30:00-03:00' };
  const theirs = { starts_at: '2026-12-24T12:30:00.000Z' };
  expect(merge({ starts_at: '' }, mine, theirs).differences).toEqual([]);
});
