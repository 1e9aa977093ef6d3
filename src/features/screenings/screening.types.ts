// What public pages know of sessions, apart from the contract, so that they need no validation code.

/** What one hears, and whether one reads along. */
export const AUDIOS = { 1: 'Dublado', 2: 'Legendado', 3: 'Nacional' } as const;
export type Audio = keyof typeof AUDIOS;
export const SUBTITLED: Audio = 2;

export const FORMATS = { 1: '2D', 2: '3D' } as const;
export const IN_3D: keyof typeof FORMATS = 2;

/** Where a session stands on the clock. */
export const SCREENING_TIMES = { today: 'De hoje', coming: 'Ainda vêm', past: 'Já passaram' } as const;

/** How many days shoppers see, with today. */
export const SHOWN_DAYS = 14;
