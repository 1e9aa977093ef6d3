import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import type { Row } from '../../records/server/store/records.ts';
import type { PublishedChange } from '../../records/server/versions/history.ts';
import { type Failure, questionFailure } from '../../shared/failure.ts';
import { unitPriceText } from '../pricing/offer.format.ts';
import { DEPARTMENTS } from '../pricing/offer.types.ts';
import { formatCents, parseCents } from '../pricing/price.ts';
import { calculateUnitPrice, formatThousandths, type PerUnit } from '../pricing/prices.ts';
import type { OfferTable } from './offer.service.ts';

// Detects unit prices that are absurd compared with their department, usually because a size has the wrong
// unit.

/** A unit price of at least this multiple of the department's median is absurd. */
const ABSURD_TIMES = 100;
const MIN_COMPARED = 5;
/** Number of newest offers of a department to compare with; more would not change the median much. */
const MAX_COMPARED = 2000;

type Priced = Pick<OfferTable, 'price' | 'size' | 'unit' | 'department'>;

/** An offer to be saved, and its stored row. */
export interface PricedSave {
  /** Id of the stored row to exclude from the comparison, if `before` is null. */
  id?: number;
  values: Priced & Pick<OfferTable, 'product'>;
  before: Row<'offers'> | null;
}

/**
 * Returns for each save a warning about its absurd unit price, or null. Saves that change no price get null.
 */
export async function unitPriceWarnings(
  db: DbOrTransaction,
  saves: readonly PricedSave[],
): Promise<(string | null)[]> {
  const replaced = new Set(saves.flatMap(({ id, before }) => id ?? before?.id ?? []));
  const judged = saves.filter(isPriceChange).map(({ values }) => values.department);
  const prices = new Map<string, number[]>();
  const collect = (offer: Priced) => {
    const found = unitPriceIn(offer);
    if (!found) return;
    const key = `${offer.department} ${found.per}`;
    const list = prices.get(key);
    if (list) list.push(found.cents);
    else prices.set(key, [found.cents]);
  };
  for (const department of new Set(judged)) {
    const stored = await db
      .selectFrom('offers')
      .select(['id', 'price', 'size', 'unit', 'department'])
      .where('department', '=', department)
      .where(isPublished('offers'))
      .orderBy('valid_until', 'desc')
      .limit(MAX_COMPARED)
      .execute();
    for (const offer of stored) if (!replaced.has(offer.id)) collect(offer);
  }
  for (const { values } of saves) collect(values);
  for (const cents of prices.values()) cents.sort((one, other) => one - other);
  return saves.map((save) => (isPriceChange(save) ? warningOf(save.values, prices) : null));
}

const isPriceChange = ({ values, before }: PricedSave) =>
  !before ||
  (['price', 'size', 'unit', 'department'] as const).some((column) => values[column] !== before[column]);

function unitPriceIn({ price, size, unit }: Priced): { cents: number; per: PerUnit } | null {
  const found = calculateUnitPrice({ price: formatCents(price), size: formatThousandths(size), unit });
  return found && { cents: parseCents(found.price), per: found.per };
}

function warningOf(offer: PricedSave['values'], prices: ReadonlyMap<string, number[]>): string | null {
  const found = unitPriceIn(offer);
  if (!found) return null;
  const { cents, per } = found;
  const all = prices.get(`${offer.department} ${per}`) ?? [];
  const others = all.toSpliced(all.indexOf(cents), 1);
  if (others.length < MIN_COMPARED) return null;
  const median = medianOf(others);
  if (median <= 0 || cents < ABSURD_TIMES * median) return null;
  const words = (amount: number) => unitPriceText({ price: formatCents(amount), per });
  const usual = words(Math.round(median));
  return `«${offer.product}» sai a ${words(cents)}, e em ${DEPARTMENTS[offer.department]} o comum é ${usual}.`;
}

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Returns warnings about offers that become visible to shoppers by a change. */
export async function warningsOfVisibleChanges(
  db: DbOrTransaction,
  changes: readonly PublishedChange<'offers'>[],
): Promise<string[]> {
  const saves = changes.map(({ before, after }) => ({ id: after.id, values: after, before }));
  return (await unitPriceWarnings(db, saves)).filter((warning) => warning !== null);
}

/** Returns `warnings` as one text that lists only the first `SHOWN`. */
export function warningsText(warnings: readonly string[]): string {
  const left = warnings.length - MAX_LISTED;
  const more = left > 0 ? [left === 1 ? 'E mais 1 oferta assim.' : `E mais ${left} ofertas assim.`] : [];
  return [...warnings.slice(0, MAX_LISTED), ...more].join(' ');
}

const MAX_LISTED = 5;

/**
 * Builds the failure that asks for confirmation before anything is saved; the same call without
 * `unit_price_check` saves.
 */
export const unitPriceQuestion = (warnings: readonly string[]): Failure =>
  questionFailure(warningsText(warnings));
