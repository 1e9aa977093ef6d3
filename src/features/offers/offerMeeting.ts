import { breatheIfLong } from '../../platform/breath.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { Row } from '../../platform/database/records.ts';
import type { OfferInput } from './offer.contract.ts';
import { offerColumns } from './offer.service.ts';

type Columns = ReturnType<typeof offerColumns>;

/** An offer of a table beside the one that is there. */
export interface Met {
  columns: Columns;
  /** Null of a new one. */
  stored: Row<'offers'> | null;
  /** Whether it says anything that the stored one does not. */
  differs: boolean;
}

const AT_ONCE = 200;

/** The same product in the same branches on the same days: what price systems send again with other prices. */
const sameness = (
  offer: Pick<
    Row<'offers'>,
    'product_key' | 'brand' | 'size' | 'unit' | 'branches' | 'valid_from' | 'valid_until'
  >,
) => {
  const { product_key, brand, size, unit, branches, valid_from, valid_until } = offer;
  return JSON.stringify([product_key, brand, size, unit, branches, valid_from, valid_until]);
};

/** Each of `offers` with the one it changes; of several alike the one that was stored last. */
export async function meet(db: DbOrTransaction, offers: readonly OfferInput[]): Promise<Met[]> {
  const met: Met[] = [];
  for (let at = 0; at < offers.length; at += AT_ONCE) {
    const some = offers.slice(at, at + AT_ONCE).map((input) => ({ input, columns: offerColumns(input) }));
    const there = new Map(
      (
        await db
          .selectFrom('offers')
          .selectAll()
          .where('product_key', 'in', [...new Set(some.map(({ columns }) => columns.product_key))])
          .where('valid_from', 'in', [...new Set(some.map(({ columns }) => columns.valid_from))])
          .where(inOffice('offers'))
          .orderBy('id')
          .execute()
      ).map((row) => [sameness(row), row]),
    );
    for (const { input, columns } of some) {
      const key = sameness({ ...columns, brand: columns.brand ?? null, branches: columns.branches ?? null });
      const stored = there.get(key) ?? null;
      const next = stored ? offerColumns(input, stored) : columns;
      // Two rows of one table are two offers, even if they say the same.
      there.delete(key);
      const differs =
        stored === null ||
        Object.entries(next).some(
          ([column, value]) => (stored[column as keyof typeof stored] ?? null) !== (value ?? null),
        );
      met.push({ columns: next, stored, differs });
      await breatheIfLong();
    }
  }
  return met;
}
