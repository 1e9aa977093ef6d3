import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalInstant, optionalText, requiredEmail, requiredText } from '../../../shared/fields.ts';
import { charactersLeft, rulesOf } from './formRules.ts';

test('rules come from the schema, refined or not', () => {
  const schema = z
    .object({
      title: requiredText('o título', 120),
      email: requiredEmail(),
      alt: optionalText(300),
      starts_at: optionalInstant(),
      otp: z.string().max(20).optional(),
    })
    .refine(() => true);
  expect(rulesOf(schema)).toEqual({
    title: { required: true, maxLength: 120 },
    email: { required: true, maxLength: 254 },
    alt: { required: false, maxLength: 300 },
    starts_at: { required: false, maxLength: 40 },
    otp: { required: false, maxLength: 20 },
  });
});

test('remaining characters are shown only near the limit', () => {
  expect(charactersLeft(90, 120)).toBeUndefined();
  expect(charactersLeft(102, 120)).toBe('Restam 18 caracteres');
  expect(charactersLeft(119, 120)).toBe('Resta 1 caractere');
  expect(charactersLeft(120, 120)).toBe('Restam 0 caracteres');
  expect(charactersLeft(125, 120)).toBe('5 caracteres a mais');
  expect(charactersLeft(5, undefined)).toBeUndefined();
});
