/** Types of the four texts about the chain; the id of a text is its type. */
export const ABOUT_TYPES = { hypermarket: 1, shopping: 2, cinema: 3, card: 4 } as const;
export type AboutType = (typeof ABOUT_TYPES)[keyof typeof ABOUT_TYPES];

export const ABOUT_NAMES = {
  1: 'Hipermercado',
  2: 'Shopping',
  3: 'Cinema',
  4: 'Cartão',
} as const satisfies Record<AboutType, string>;

/** Returns the subject of a text, for the middle of a sentence: «o cinema». */
export function subjectOf(type: AboutType): string {
  return `o ${ABOUT_NAMES[type].toLowerCase()}`;
}
