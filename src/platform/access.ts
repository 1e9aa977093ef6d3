import type { Need } from '../contract/needs.ts';
import type { Actor } from './database/write.ts';

/**
 * Who calls: somebody at an address, with a token or without, by a browser that says what it is; a person whom an earlier call of this request let in;
 * or the server itself, for what it makes once for everybody (a page, the sitemap).
 */
export type Caller =
  | { kind: 'visitor'; ip: string; token: string | null; agent?: string | undefined }
  | { kind: 'person'; ip: string; actor: Actor }
  | { kind: 'server' };

export const SERVER: Caller = { kind: 'server' };

/** Who may do what: whoever is signed in, everything; anybody, what needs nothing. The one place that decides it. */
export function may(actor: Actor | null, need: Need | undefined): boolean {
  return need === undefined || actor !== null;
}
