import type { Need } from '../contract/needs.ts';
import type { Actor } from './database/write.ts';

/** Who may do what: whoever is signed in, everything; anybody, what needs nothing. The one place that decides it. */
export function may(actor: Actor | null, need: Need | undefined): boolean {
  return need === undefined || actor !== null;
}
