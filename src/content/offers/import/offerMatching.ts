import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { isNotDeleted } from '../../../records/server/publication/visibility.ts';
import type { Row } from '../../../records/server/store/records.ts';
import { Failure } from '../../../shared/failure.ts';
import type { OfferInput } from '../offer.contract.ts';
import { offerService } from '../offer.service.ts';
import { offerIdentity } from './offerIdentity.ts';

type Columns = ReturnType<typeof offerService.columns>;

/** A row of an imported table, matched with the stored offer that it changes. */
export interface MatchedRow {
  line: number;
  columns: Columns;
  /** Null for a new offer. */
  stored: Row<'offers'> | null;
  /** Whether any value differs from the stored offer. */
  isChanged: boolean;
}

/** A row that contradicts values which its stored offer retains. */
export interface Contradiction {
  line: number;
  field: string;
  text: string;
}

const BATCH_SIZE = 200;

/** Finds the stored offer that each row changes. Each offer occurs only once in `rows`. */
export async function matchStoredOffers(
  db: DbOrTransaction,
  rows: readonly { line: number; offer: OfferInput }[],
): Promise<{ met: MatchedRow[]; contradictions: Contradiction[] }> {
  const met: MatchedRow[] = [];
  const contradictions: Contradiction[] = [];
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows
      .slice(at, at + BATCH_SIZE)
      .map(({ line, offer }) => ({ line, offer, columns: offerService.columns(offer) }));
    const stored = await db
      .selectFrom('offers')
      .selectAll()
      .where('product_key', 'in', [...new Set(batch.map(({ columns }) => columns.product_key))])
      .where('valid_from', 'in', [...new Set(batch.map(({ columns }) => columns.valid_from))])
      .where(isNotDeleted('offers'))
      .orderBy('id')
      .execute();
    const candidates = Map.groupBy(stored, offerIdentity);
    for (const { line, offer, columns } of batch) {
      const stored = nearest(candidates.get(offerIdentity(columns)) ?? [], columns.valid_until);
      try {
        const next = stored ? offerService.columns(offer, stored) : columns;
        met.push({ line, columns: next, stored, isChanged: !stored || differ(next, stored) });
      } catch (error) {
        if (!(error instanceof Failure && error.fields)) throw error;
        for (const [field, [text = '']] of Object.entries(error.fields))
          contradictions.push({ line, field, text });
      }
      await yieldIfLong();
    }
  }
  return { met, contradictions };
}

/**
 * Returns the best of the stored offers with the same identity: published first, then equal last day, then
 * newest. The order is total, so that a second import matches the same offer.
 */
function nearest(candidates: readonly Row<'offers'>[], valid_until: string): Row<'offers'> | null {
  const rank = (offer: Row<'offers'>) =>
    (offer.standing === null ? 2 : 0) + (offer.valid_until === valid_until ? 1 : 0);
  return candidates.reduce<Row<'offers'> | null>(
    (best, one) => (best && rank(best) > rank(one) ? best : one),
    null,
  );
}

const differ = (next: Columns, stored: Row<'offers'>) =>
  Object.entries(next).some(
    ([column, value]) => (stored[column as keyof typeof stored] ?? null) !== (value ?? null),
  );
