// Types and constants of the public form, without the schemas.

/** Choice for a vacancy that is not listed; `other_vacancy` then has its name. */
export const OTHER_VACANCY = 'outra';

/** Limits of the digits of a phone number. A number without area code has at least 8. */
export const PHONE_DIGITS = { min: 8, max: 15 } as const;

/** Returns the vacancy for the endpoint, from the chosen option and the typed text. */
export function resolveVacancy(chosen: string, typed: string): string {
  return chosen === OTHER_VACANCY ? typed : chosen || typed;
}

/** Success messages. The keys appear in the address after a submission without JavaScript. */
export const RECEIPT_MESSAGES = {
  confirmada: 'Recebemos a sua candidatura. A confirmação chega pelo seu e-mail.',
  recebida: 'Recebemos a sua candidatura.',
} as const;

/** Messages and limit by which the form checks a field before the server does. */
export interface ApplicationFieldRule {
  missing: string;
  wrong: string;
  maxLength: number | undefined;
}

export type ApplicationRules = Record<'name' | 'email' | 'phone' | 'vacancy' | 'doc', ApplicationFieldRule>;
