/**
 * What there is to be allowed, named as the folders of `src/features` are. Each resource says its area in its
 * description, and `src/features/resources.ts` puts those here; what is no resource adds its own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it, so that this folder names none
export interface Areas {}

export type Area = keyof Areas;

/** What a caller must be allowed; `signed-in` is what everybody with a session may do: what is their own. */
export type Need = `${Area}.read` | `${Area}.write` | 'signed-in';
