// What public pages know of movies, apart from the contract, so that they need no validation code.

export const MOVIE_TYPES = { 1: 'Em cartaz', 2: 'Encerrado' } as const;
export type MovieType = keyof typeof MOVIE_TYPES;
export const ENDED: MovieType = 2;

/** Where a movie stands today. */
export const MOVIE_STATUSES = { showing: 'Em cartaz', soon: 'Em breve', ended: 'Encerrado' } as const;
export type MovieStatus = keyof typeof MOVIE_STATUSES;

/** The colours of the official rating squares, by the name of their token. */
export type BandColour = 'l' | '6' | '10' | '12' | '14' | '16' | '18';

export interface Band {
  /** As it stands in the square, and as it is stored. */
  code: string;
  /** «Livre», «14 anos», «14 anos (autoclassificação)» */
  label: string;
  /** Of the class `band-…`. */
  colour: BandColour;
}

const AGES = ['6', '10', '12', '14', '16', '18'] as const;

const official: readonly Band[] = [
  { code: 'L', label: 'Livre', colour: 'l' },
  ...AGES.map((age): Band => ({ code: age, label: `${age} anos`, colour: age })),
];

/** The bands of the Ministry, then those that a distributor gives a work itself while it waits for one. */
export const BANDS: readonly Band[] = [
  ...official,
  ...official.map(({ code, label, colour }) => ({
    code: `A${code}`,
    label: `${label} (autoclassificação)`,
    colour,
  })),
];

/** The band that a stored classification names; undefined for other texts. */
export function bandOf(classification: string): Band | undefined {
  return BANDS.find(({ code }) => code === classification);
}
