import { Failure } from '../../contract/failure.ts';
import { breatheIfLong } from '../../platform/breath.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { Row } from '../../platform/database/records.ts';
import type { OfferInput } from './offer.contract.ts';
import { offerColumns } from './offer.service.ts';
import { identityOf } from './offerIdentity.ts';

type Columns = ReturnType<typeof offerColumns>;

/** A row of a table beside the stored offer that it changes. */
export interface Met {
  line: number;
  columns: Columns;
  /** Null of a new one. */
  stored: Row<'offers'> | null;
  /** Whether it says anything that the stored one does not. */
  differs: boolean;
}

/** A row that contradicts what the stored offer keeps. */
export interface Contradiction {
  line: number;
  field: string;
  text: string;
}

const AT_ONCE = 200;

/** Finds the stored offer that each row changes. No two `rows` are the same offer. */
export async function meet(
  db: DbOrTransaction,
  rows: readonly { line: number; offer: OfferInput }[],
): Promise<{ met: Met[]; contradictions: Contradiction[] }> {
  const met: Met[] = [];
  const contradictions: Contradiction[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows
      .slice(at, at + AT_ONCE)
      .map(({ line, offer }) => ({ line, offer, columns: offerColumns(offer) }));
    const there = await db
      .selectFrom('offers')
      .selectAll()
      .where('product_key', 'in', [...new Set(some.map(({ columns }) => columns.product_key))])
      .where('valid_from', 'in', [...new Set(some.map(({ columns }) => columns.valid_from))])
      .where(inOffice('offers'))
      .orderBy('id')
      .execute();
    const alike = Map.groupBy(there, identityOf);
    for (const { line, offer, columns } of some) {
      const stored = nearest(alike.get(identityOf(columns)) ?? [], columns.valid_until);
      try {
        const next = stored ? offerColumns(offer, stored) : columns;
        met.push({ line, columns: next, stored, differs: !stored || differ(next, stored) });
      } catch (error) {
        if (!(error instanceof Failure && error.fields)) throw error;
        for (const [field, [text = '']] of Object.entries(error.fields))
          contradictions.push({ line, field, text });
      }
      await breatheIfLong();
    }
  }
  return { met, contradictions };
}

/** Returns the offer that shoppers see, then the one with the same last day, then the newest, so that a second import meets the same one. */
function nearest(alike: readonly Row<'offers'>[], valid_until: string): Row<'offers'> | null {
  const rank = (offer: Row<'offers'>) =>
    (offer.standing === null ? 2 : 0) + (offer.valid_until === valid_until ? 1 : 0);
  return alike.reduce<Row<'offers'> | null>(
    (best, one) => (best && rank(best) > rank(one) ? best : one),
    null,
  );
}

const differ = (next: Columns, stored: Row<'offers'>) =>
  Object.entries(next).some(
    ([column, value]) => (stored[column as keyof typeof stored] ?? null) !== (value ?? null),
  );
