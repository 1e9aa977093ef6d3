import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Elsewhere, Found, HolderKey } from './personalData.contract.ts';

/** What of a person was erased. */
export interface Erased {
  count: number;
  /** What stayed, and why, each in a sentence. */
  kept: string[];
}

/** The part of a person's data that a mark covers after a restore; `all` covers everything but accounts. */
export type Scope = 'all' | 'accounts' | 'applications' | 'mails' | `record ${string}`;

export const recordScope = (entity: string, uuid: string | null): Scope => `record ${entity} ${uuid ?? ''}`;

/** Divides a person's data into the caller's part and the rest. */
export interface Survey {
  count: number;
  scopes: Scope[];
  elsewhere: Elsewhere[];
}

/** The caller's aim: to read the data or to erase it. */
export type Purpose = 'read' | 'erase';

/**
 * Something that keeps data of people, and how these are found, handed over and erased by an address. Whoever asks is
 * null on the command line: an operator, whom only the database's own rules hold up.
 */
export interface Holder<K extends HolderKey = HolderKey> {
  key: K;
  find(deps: Deps, by: Actor | null, email: string): Promise<Found[K]>;
  /** How many things of the person that is. */
  count(found: Found[K]): number;
  survey(deps: Deps, by: Actor | null, email: string, purpose: Purpose): Promise<Survey>;
  /** As the person gets it: keys say in Portuguese what it is, and nothing of it is a secret. */
  handOver(deps: Deps, by: Actor | null, email: string): Promise<Record<string, unknown>>;
  /** Nothing that is not there any more stops it. `within` limits it to these scopes; without it, all are erased. */
  erase(deps: Deps, by: Actor | null, email: string, within?: ReadonlySet<Scope>): Promise<Erased>;
  /** Every address that it keeps something of, for what is erased again. */
  addresses(deps: Deps): AsyncIterable<{ address: string; scope: Scope }>;
}

/** How many rows one statement looks through. */
export const PIECE = 5000;

/** Stands in a text in the place of an erased address. */
export const REDACTED = '[e-mail apagado]';

/** Addresses as people have them, within a text. */
const ADDRESS = /[\p{L}\d._%+'-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;

/** Matches the address as a whole: «ana@rede.example» is not in «mariana@rede.example.com». */
function patternOf(email: string): RegExp {
  const quoted = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d._%+'-])${quoted}(?![\\p{L}\\d-]|\\.[\\p{L}\\d])`, 'giu');
}

/** Returns a function that redacts the address in a text. */
export function redactor(email: string): (text: string) => string {
  const pattern = patternOf(email);
  return (text) => text.replace(pattern, () => REDACTED);
}

/**
 * Lists the texts in stored JSON, decoded: an escape before an address would hide where it begins. Damaged JSON is one
 * text.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const inner = jsonIn(value);
    return inner === undefined ? [value] : textsIn(inner);
  }
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Some columns are JSON themselves. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const decoded = (json: string | null) => (json === null ? [] : textsIn(json));

export const addressesIn = (json: string | null): string[] =>
  decoded(json).flatMap((text) => text.match(ADDRESS) ?? []);

export function saysAddress(json: string | null, email: string): boolean {
  const redact = redactor(email);
  return decoded(json).some((text) => redact(text) !== text);
}

/** Applies `redact` to every text in a value, and in JSON that a text holds. Damaged JSON is redacted as a text. */
export function redactedIn<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') {
    const inner = jsonIn(value);
    if (inner === undefined) return redact(value) as T;
    const other = redactedIn(inner, redact);
    return (JSON.stringify(other) === JSON.stringify(inner) ? value : JSON.stringify(other)) as T;
  }
  if (Array.isArray(value)) return value.map((one) => redactedIn(one, redact)) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactedIn(one, redact)])) as T;
}
