// Kept apart from the contract, so that public pages load no validation code.

export const MOVIE_TYPES = { 1: 'Em cartaz', 2: 'Encerrado' } as const;
export type MovieType = keyof typeof MOVIE_TYPES;
export const ENDED: MovieType = 2;

/** Statuses of a film on the site. */
export const MOVIE_STATUSES = { showing: 'Em cartaz', soon: 'Em breve', ended: 'Encerrado' } as const;
export type MovieStatus = keyof typeof MOVIE_STATUSES;

/** Colours of the official rating squares, by token name. */
export type BandColour = 'l' | '6' | '10' | '12' | '14' | '16' | '18';

export interface Band {
  /** Text in the square, and stored value. */
  code: string;
  /** «Livre», «14 anos», «14 anos (autoclassificação)» */
  label: string;
  /** Suffix of the class `band-…`. */
  colour: BandColour;
}

const AGES = ['6', '10', '12', '14', '16', '18'] as const;

const official: readonly Band[] = [
  { code: 'L', label: 'Livre', colour: 'l' },
  ...AGES.map((age): Band => ({ code: age, label: `${age} anos`, colour: age })),
];

/** Official bands of the Ministry of Justice, then the distributors' own provisional ratings. */
export const BANDS: readonly Band[] = [
  ...official,
  ...official.map(({ code, label, colour }) => ({
    code: `A${code}`,
    label: `${label} (autoclassificação)`,
    colour,
  })),
];

/** Returns the band of a stored classification; undefined for other texts. */
export function bandOf(classification: string): Band | undefined {
  return BANDS.find(({ code }) => code === classification);
}
