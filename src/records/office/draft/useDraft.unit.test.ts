import { expect, test } from 'vitest';
import { draftableText } from './useDraft.ts';

test('a draft contains neither files nor credentials', () => {
  const typed = {
    title: 'Feira',
    hours: [{ weekday: 1 }],
    image: 'a file',
    password: 'abc',
    current_password: 'abc',
    password_confirmation: 'abc',
    newPassword: 'abc',
    token: 'abc',
    access_token: 'abc',
    Secret: 'abc',
    secret_key: 'abc',
  };
  expect(draftableText(typed, { image: true })).toEqual({ title: 'Feira', hours: [{ weekday: 1 }] });
});
