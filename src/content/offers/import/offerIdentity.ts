import { fold } from '../../../shared/text/fold.ts';
import { parseThousandths } from '../../pricing/prices.ts';
import type { OfferInput } from '../offer.contract.ts';
import type { ParsedOfferRow } from './offerSheet.ts';

// Decides which table rows and stored offers are the same offer.

interface IdentityColumns {
  product: string;
  brand?: string | null | undefined;
  /** Thousandths of the unit. */
  size: number;
  unit: string;
  /** JSON as stored. */
  branches?: string | null | undefined;
  valid_from: string;
}

/** Returns equal texts for the same offer, whatever its prices and last day are. */
export const offerIdentity = ({
  product,
  brand,
  size,
  unit,
  branches,
  valid_from,
}: IdentityColumns): string =>
  JSON.stringify([fold(product), fold(brand ?? ''), size, unit, branches ?? null, valid_from]);

/** Fields in which two rows of one offer can contradict each other. */
const VALUES = [
  ...(['price', 'former_price', 'card_price', 'customer_limit'] as const),
  ...(['department', 'valid_until', 'highlight', 'place'] as const),
];

export interface RepeatedRows {
  /** Lines of rows that equal an earlier row. */
  same: ReadonlySet<number>;
  /** Rows that another row contradicts, by line, with the first field that differs. */
  conflicts: ReadonlyMap<number, { field: (typeof VALUES)[number]; text: string }>;
}

const MAX_NAMED_LINES = 3;

/** Finds the rows of a table that are the same offer, however far apart they are. */
export function findRepeatedRows(
  rows: readonly Pick<ParsedOfferRow, 'line' | 'offer' | 'branchesKey'>[],
): RepeatedRows {
  const groups = Map.groupBy(
    rows.flatMap(({ line, offer, branchesKey }) => (offer ? [{ line, offer, branchesKey }] : [])),
    ({ offer, branchesKey }) =>
      offerIdentity({ ...offer, size: parseThousandths(offer.size), branches: branchesKey }),
  );
  const same = new Set<number>();
  const conflicts = new Map<number, { field: (typeof VALUES)[number]; text: string }>();
  for (const group of groups.values()) {
    const [first, ...others] = group;
    if (!first || others.length === 0) continue;
    if (others.every(({ offer }) => !differenceOf(first.offer, offer))) {
      for (const { line } of others) same.add(line);
      continue;
    }
    for (const { line, offer } of group) {
      const lines: number[] = [];
      let field: (typeof VALUES)[number] | undefined;
      for (const other of group) {
        const differs = differenceOf(offer, other.offer);
        if (!differs) continue;
        field ??= differs;
        lines.push(other.line);
        if (lines.length > MAX_NAMED_LINES) break;
      }
      if (field) conflicts.set(line, { field, text: conflictText(lines) });
    }
  }
  return { same, conflicts };
}

const differenceOf = (one: OfferInput, other: OfferInput) =>
  VALUES.find((field) => (one[field] ?? null) !== (other[field] ?? null));

function conflictText(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED_LINES);
  const last = lines.length > MAX_NAMED_LINES ? 'outras' : named.pop();
  const where = named.length === 0 ? `na linha ${last}` : `nas linhas ${named.join(', ')} e ${last}`;
  return `Esta oferta também está ${where}, com outro valor aqui. Deixe só uma.`;
}
