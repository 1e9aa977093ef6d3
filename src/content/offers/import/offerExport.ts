import type { CsvCell } from '../../../records/office/list/csvCells.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { typedNumber } from '../../pricing/offer.format.ts';
import { DEPARTMENTS, UNITS } from '../../pricing/offer.types.ts';
import type { Offer } from '../offer.contract.ts';
import { branchesWriter } from './branchCell.ts';
import { OFFER_COLUMNS, type SheetColumn } from './offerSheet.ts';

// Writes offers as a table that the import reads without changes.

type Writer = (offer: Offer) => CsvCell;

const WRITERS: Partial<Record<SheetColumn['field'], Writer>> = {
  size: ({ size }) => typedNumber(size),
  unit: ({ unit }) => UNITS[unit],
  price: ({ price }) => typedNumber(price),
  former_price: ({ former_price }) => typedNumber(former_price),
  card_price: ({ card_price }) => typedNumber(card_price),
  department: ({ department }) => DEPARTMENTS[department],
  valid_from: ({ valid_from }) => formatDate(valid_from),
  valid_until: ({ valid_until }) => formatDate(valid_until),
  highlight: ({ highlight }) => (highlight ? 'Sim' : 'Não'),
};

/** Returns the columns of an exported table, with every name that the import knows. */
export function offerExport(branches: Parameters<typeof branchesWriter>[0]) {
  const writeBranches = branchesWriter(branches);
  const writers = { ...WRITERS, branches: (offer: Offer) => writeBranches(offer.branches) };
  return {
    fields: ['uuid', ...OFFER_COLUMNS.map(({ field }) => field)],
    heads: OFFER_COLUMNS.map(({ label }) => label),
    cellsOf: (offer: Offer): CsvCell[] =>
      OFFER_COLUMNS.map(({ field }) => {
        const write = (writers as Partial<Record<string, Writer>>)[field];
        return write ? write(offer) : (offer[field] as string | number | null);
      }),
  };
}
