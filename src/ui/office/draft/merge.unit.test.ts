import { expect, test } from 'vitest';
import { merge } from './merge.ts';

const base = { title: 'Feira', alt: '', link: '/a' };

test('what only one of two has changed is theirs or mine, and nobody is asked', () => {
  const { values, differences } = merge(base, { ...base, title: 'Feira de quarta' }, { ...base, link: '/b' });
  expect(values).toEqual({ title: 'Feira de quarta', alt: '', link: '/b' });
  expect(differences).toEqual([]);
});

test('what both have changed stays mine until somebody decides', () => {
  const { values, differences } = merge(base, { ...base, title: 'Minha' }, { ...base, title: 'Dela' });
  expect(values.title).toBe('Minha');
  expect(differences).toEqual([{ name: 'title', mine: 'Minha', theirs: 'Dela' }]);
});

test('what both have changed to the same is no question', () => {
  const both = { ...base, title: 'Igual' };
  expect(merge(base, both, both)).toEqual({ values: both, differences: [] });
});

test('a field that the draft does not know is as it is stored, one that is gone is gone', () => {
  const { values } = merge(base, { ...base, old: 'x' }, { ...base, colour: 'red' });
  expect(values).toEqual({ ...base, colour: 'red' });
});

test('nothing and an empty text are the same, and lists are compared by what they hold', () => {
  const hours = { lines: [{ day: 'Segunda' }], note: null };
  expect(
    merge(hours, { lines: [{ day: 'Segunda' }], note: '' }, { lines: [{ day: 'Terça' }], note: null }),
  ).toEqual({
    values: { lines: [{ day: 'Terça' }], note: null },
    differences: [],
  });
});

test('an instant that the server writes in another way is no change of anybody', () => {
  const mine = { starts_at: '2026-12-24T09:30:00-03:00' };
  const theirs = { starts_at: '2026-12-24T12:30:00.000Z' };
  expect(merge({ starts_at: '' }, mine, theirs).differences).toEqual([]);
});
