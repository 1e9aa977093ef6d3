import { describe, expect, test } from 'vitest';
import { isEndPossible, lastPossibleEnd } from './token.contract.ts';
import { expiryText, permissionsText } from './token.words.ts';

test.each([
  ['2026-12-05', 'Vence em 12 dias'],
  ['2026-11-25', 'Vence em 2 dias'],
  ['2026-11-24', 'Vence amanhã'],
  ['2026-11-23', 'Vence hoje'],
  ['2026-11-12', 'Venceu em 12/11/2026'],
])('formats the end %s as «%s» on 23/11/2026', (day, words) => {
  expect(expiryText(day, '2026-11-23')).toBe(words);
});

describe('the end of a token', () => {
  test.each([
    ['2026-11-23', '2027-11-23'],
    ['2028-02-29', '2029-02-28'],
    ['2027-02-28', '2028-02-28'],
  ])('the latest end of a token on %s is %s, a year ahead', (today, last) => {
    expect(lastPossibleEnd(today)).toBe(last);
    expect(isEndPossible(last, today)).toBe(true);
    expect(isEndPossible(today, today)).toBe(true);
  });

  test('rejects an end in the past or more than a year ahead', () => {
    expect(isEndPossible('2026-11-22', '2026-11-23')).toBe(false);
    expect(isEndPossible('2027-11-24', '2026-11-23')).toBe(false);
  });
});

test('groups areas with the same permissions in one clause', () => {
  expect(permissionsText([])).toBe('');
  expect(permissionsText(['banners.read'])).toBe('Ver em Banners');
  expect(permissionsText(['banners.read', 'banners.publish', 'vacancies.read', 'branches.read'])).toBe(
    'Ver e publicar em Banners; ver em Vagas e Filiais',
  );
  const many = ['banners.read', 'phones.read', 'vacancies.read', 'branches.read'];
  expect(permissionsText(many, 2)).toBe('Ver em Banners, Telefones e mais 2');
});
