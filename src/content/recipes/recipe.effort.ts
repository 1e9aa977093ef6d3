import { fold } from '../../shared/text/fold.ts';

// Kept apart from the contract, so that public pages load no validation code.

export const DIFFICULTIES = { 1: 'Fácil', 2: 'Média', 3: 'Difícil' } as const;
export type Difficulty = keyof typeof DIFFICULTIES;

/** Time limits that shoppers choose between, in minutes. */
export const TIME_LIMITS = [30, 60] as const;
export type TimeLimit = (typeof TIME_LIMITS)[number];

/** Time and difficulty filter. */
export interface Effort {
  /** Maximum total minutes. */
  time?: TimeLimit | undefined;
  difficulty?: Difficulty | undefined;
}

/** Returns the slug of a difficulty: `facil`. */
export const difficultySlug = (difficulty: Difficulty): string => fold(DIFFICULTIES[difficulty]);

/** Reads time and difficulty from an address; unknown values are ignored. */
export function readEffort(params: URLSearchParams): Effort {
  const slug = params.get('dificuldade');
  const difficulties = Object.keys(DIFFICULTIES).map((key) => Number(key) as Difficulty);
  return {
    time: TIME_LIMITS.find((time) => String(time) === params.get('tempo')),
    difficulty: difficulties.find((difficulty) => difficultySlug(difficulty) === slug),
  };
}

const HOUR = 60;

/** Describes the filter: `até 30 min, fácil`; empty without a filter. */
export const effortInWords = ({ time, difficulty }: Effort): string =>
  [time && `até ${minutesInWords(time)}`, difficulty && DIFFICULTIES[difficulty].toLowerCase()]
    .filter(Boolean)
    .join(', ');

/** Formats minutes: `45` → `45 min`, `90` → `1 h 30 min`, `120` → `2 h`. */
export function minutesInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join('\u00a0');
}

/**
 * Formats minutes for a form field, with the plain spaces that users type: the form compares typed and stored
 * values as texts. Empty without a time.
 */
export const minutesInField = (minutes: number | null | undefined): string =>
  minutes ? minutesInWords(minutes).replaceAll('\u00a0', ' ') : '';

/** Returns an ISO 8601 duration: `PT1H30M`; null without a time. */
export function isoDuration(minutes: number | null): string | null {
  if (!minutes) return null;
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`;
}

/** Parses `45`, `45 min`, `1h30`, `1 h 30 min` or `2 horas` as minutes; null for other texts. */
export function parseMinutes(text: string): number | null {
  const plain = fold(text).replace(/\s+/g, '');
  const found = /^(?:(\d{1,3})h(?:oras?)?)?(?:(\d{1,5})(?:m(?:in(?:utos?)?)?)?)?$/.exec(plain);
  if (!found || plain === '') return null;
  return Number(found[1] ?? 0) * HOUR + Number(found[2] ?? 0);
}
