import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DataOutsideScope, FoundPersonalData, PersonalDataSourceKey } from './personalData.contract.ts';

/** The result of an erasure. */
export interface ErasureResult {
  count: number;
  /** Portuguese sentences that say which data stayed, and why. */
  retained: string[];
}

/** The part of a person's data that a mark covers after a restore; `all` covers everything but accounts. */
export type ErasureScope = 'all' | 'accounts' | 'applications' | 'mails' | `record ${string}`;

export const recordScope = (entity: string, uuid: string | null): ErasureScope =>
  `record ${entity} ${uuid ?? ''}`;

/** Divides a person's data into the caller's part and the rest. */
export interface PersonalDataSurvey {
  count: number;
  scopes: ErasureScope[];
  elsewhere: DataOutsideScope[];
}

/** The caller's aim: to read the data or to erase it. */
export type PersonalDataPurpose = 'read' | 'erase';

/**
 * A source of personal data: it finds, exports and erases data by e-mail address. `by` is null on the command line,
 * where only the rules of the database limit the operator.
 */
export interface PersonalDataSource<K extends PersonalDataSourceKey = PersonalDataSourceKey> {
  key: K;
  find(deps: Deps, by: Actor | null, email: string): Promise<FoundPersonalData[K]>;
  /** Returns the number of items found. */
  count(found: FoundPersonalData[K]): number;
  survey(
    deps: Deps,
    by: Actor | null,
    email: string,
    purpose: PersonalDataPurpose,
  ): Promise<PersonalDataSurvey>;
  /** Returns the person's data with Portuguese keys and without secrets. */
  exportData(deps: Deps, by: Actor | null, email: string): Promise<Record<string, unknown>>;
  /** Erases the person's data, in the scopes `within` or in all. Data that was deleted meanwhile is skipped. */
  erase(
    deps: Deps,
    by: Actor | null,
    email: string,
    within?: ReadonlySet<ErasureScope>,
  ): Promise<ErasureResult>;
  /** Yields every stored address, so that erasures can be repeated after a restore. */
  addresses(deps: Deps): AsyncIterable<{ address: string; scope: ErasureScope }>;
}

/** Rows that one statement reads. */
export const BATCH_SIZE = 5000;

/** Text that replaces an erased address. */
export const REDACTED_ADDRESS = '[e-mail apagado]';

/** Matches e-mail addresses within a text. */
const ADDRESS = /[\p{L}\d._%+'-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;

/** Matches the address as a whole: «ana@rede.example» is not in «mariana@rede.example.com». */
function patternOf(email: string): RegExp {
  const quoted = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\d._%+'-])${quoted}(?![\\p{L}\\d-]|\\.[\\p{L}\\d])`, 'giu');
}

/** Returns a function that redacts the address in a text. */
export function redactor(email: string): (text: string) => string {
  const pattern = patternOf(email);
  return (text) => text.replace(pattern, () => REDACTED_ADDRESS);
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

/** Parses a text that is itself JSON, as in some columns. Returns undefined for other texts. */
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

export function hasAddress(json: string | null, email: string): boolean {
  const redact = redactor(email);
  return decoded(json).some((text) => redact(text) !== text);
}

/** Applies `redact` to every text in a value, and in JSON that a text holds. Damaged JSON is redacted as a text. */
export function redactDeep<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') {
    const inner = jsonIn(value);
    if (inner === undefined) return redact(value) as T;
    const redacted = redactDeep(inner, redact);
    return (JSON.stringify(redacted) === JSON.stringify(inner) ? value : JSON.stringify(redacted)) as T;
  }
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact)) as T;
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, redact)])) as T;
}
