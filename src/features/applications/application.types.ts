// What the public form needs without the schemas.

/** Chosen where none of the listed vacancies is meant; then `other_vacancy` holds the vacancy. */
export const OTHER_VACANCY = 'outra';

/** A number without its area code has 8 digits at least. */
export const PHONE_DIGITS = { fewest: 8, most: 15 } as const;

/** The vacancy as the endpoint takes it, from what was chosen and what was typed beside it. */
export function vacancyOf(chosen: string, typed: string): string {
  return chosen === OTHER_VACANCY ? typed : chosen || typed;
}

/** What an applicant is told at the end; the keys stand in the address after a form without JavaScript. */
export const RECEIVED = {
  confirmada: 'Recebemos a sua candidatura. A confirmação chega pelo seu e-mail.',
  recebida: 'Recebemos a sua candidatura.',
} as const;

/** What the form says of a field by itself; the server has the last word. */
export interface FieldRule {
  missing: string;
  wrong: string;
  maxLength: number | undefined;
}

export type ApplicationRules = Record<'name' | 'email' | 'phone' | 'vacancy' | 'doc', FieldRule>;
