// Kept apart from the contract, so that public pages load no validation code.

/** Language of a session. */
export const AUDIOS = { 1: 'Dublado', 2: 'Legendado', 3: 'Nacional' } as const;
export type Audio = keyof typeof AUDIOS;
export const SUBTITLED: Audio = 2;

export const SCREENING_FORMATS = { 1: '2D', 2: '3D' } as const;
export const IN_3D: keyof typeof SCREENING_FORMATS = 2;

/** Filter values by start time. */
export const SCREENING_TIMES = { today: 'De hoje', coming: 'Ainda vêm', past: 'Já passaram' } as const;

/** Days of the programme on the site, including today. */
export const PROGRAMME_DAYS = 14;
