import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Found, HolderKey } from './personalData.contract.ts';

/** What of a person was erased. */
export interface Erased {
  count: number;
  /** What stayed, and why, each in a sentence. */
  kept: string[];
}

/**
 * Something that keeps data of people, and how these are found, handed over and erased by an address. Whoever asks is
 * null on the command line: an operator, whom only the database's own rules hold up.
 */
export interface Holder<K extends HolderKey = HolderKey> {
  key: K;
  find(deps: Deps, by: Actor | null, email: string): Promise<Found[K]>;
  /** How many things of the person that is. */
  count(found: Found[K]): number;
  /** As the person gets it: keys say in Portuguese what it is, and nothing of it is a secret. */
  handOver(deps: Deps, by: Actor | null, email: string): Promise<Record<string, unknown>>;
  /** Nothing that is not there any more stops it. */
  erase(deps: Deps, by: Actor | null, email: string): Promise<Erased>;
  /** Every address that it keeps something of, for what is erased again. */
  addresses(deps: Deps): AsyncIterable<string>;
}

/** How many rows one statement looks through. */
export const PIECE = 5000;

/** Addresses as people have them, within a text. */
const ADDRESS = /[\p{L}\d._%+'-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;

export const addressesIn = (text: string | null): string[] => text?.match(ADDRESS) ?? [];

/** Whether a text says the address as a whole: «ana@rede.example» is not in «mariana@rede.example.com». */
export function saysAddress(text: string | null, email: string): boolean {
  const quoted = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d._%+'-])${quoted}(?![\\p{L}\\d-]|\\.[\\p{L}\\d])`, 'iu').test(text ?? '');
}
