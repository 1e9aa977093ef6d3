import { fieldErrors } from '../../../shared/failure.ts';
import { fold } from '../../../shared/text/fold.ts';
import { hasInvisible, hasVisibleText, INVISIBLE_REFUSED } from '../../../shared/text/invisible.ts';
import { formatCount } from '../../../shared/text/plural.ts';
import { DEPARTMENTS, UNITS } from '../../pricing/offer.types.ts';
import { type Offer, type OfferInput, offerRecord } from '../offer.contract.ts';
import type { BranchesRead } from './branchCell.ts';
import { MAX_OFFER_ROWS } from './offerImport.contract.ts';
import { parseRowsAtOnce, type SheetRow } from './sheet.ts';
import { readTypedOffer } from './typedOffer.ts';

// Names of the columns of an offer table, and conversion of its cells from the way people write them.

type Read = (text: string) => string;

export interface SheetColumn {
  field: keyof OfferInput & keyof Offer & keyof typeof offerRecord.fields;
  label: string;
  /** Other names of the column, folded; the name of the API field is accepted too. */
  names?: readonly string[];
  required?: true;
  read?: Read;
}

const one =
  (names: Readonly<Record<string, string>>): Read =>
  (text) =>
    names[fold(text)] ?? text;
const byLabel = (labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [fold(label), key]));

const department = one({
  ...byLabel(DEPARTMENTS),
  ...{
    frios: 'dairy',
    laticinios: 'dairy',
    higiene: 'hygiene',
    bebe: 'baby',
    pets: 'pet',
    eletronicos: 'electronics',
  },
});
const unit = one({
  ...byLabel(UNITS),
  ...{ quilo: 'kg', grama: 'g', gramas: 'g', gr: 'g', litro: 'l', litros: 'l', lt: 'l', unidade: 'un' },
  ...{ unidades: 'un', und: 'un', uni: 'un', dz: 'dz', duzias: 'dz' },
});
/** Other values pass unchanged; validation of the form rejects them. */
const flag = one({ sim: '1', s: '1', x: '1', nao: '0', n: '0' });

/**
 * Converts a date as people write it, `21/11/2026` or digits only; a year of two digits belongs to this
 * century.
 */
const day: Read = (text) => {
  const [, date = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  if (!year) return text;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
};

const COLUMNS: readonly Omit<SheetColumn, 'label'>[] = [
  { field: 'product', names: ['descricao', 'nome'], required: true },
  { field: 'brand' },
  { field: 'size', names: ['quantidade', 'conteudo'], required: true },
  { field: 'unit', names: ['un', 'medida'], required: true, read: unit },
  { field: 'price', names: ['preco da oferta', 'por'], required: true },
  { field: 'former_price', names: ['preco de', 'de', 'antes'] },
  { field: 'card_price', names: ['preco cartao', 'cartao'] },
  { field: 'customer_limit', names: ['limite'] },
  { field: 'department', names: ['setor', 'secao'], required: true, read: department },
  { field: 'valid_from', names: ['inicio', 'primeiro dia'], required: true, read: day },
  { field: 'valid_until', names: ['fim', 'ultimo dia'], required: true, read: day },
  { field: 'highlight', read: flag },
  { field: 'place' },
  { field: 'branches' },
];

export const OFFER_COLUMNS: readonly SheetColumn[] = COLUMNS.map((column) => ({
  ...column,
  label: offerRecord.fields[column.field].label,
}));

export interface ParsedOfferRow extends SheetRow {
  /** Null if the row has errors. */
  offer: OfferInput | null;
  /** Equal for rows that are valid in the same branches. */
  branchesKey: string;
  /** Errors by index of the cell; the index can be beyond the end of a short row. */
  errors: { column: number; text: string }[];
}

export interface OfferSheet {
  /** Columns in the order of the table; null for unknown ones. */
  columns: (SheetColumn | null)[];
  rows: SheetRow[];
}

/** Parses `text` into a table. Returns a message if it is not a table of offers. */
export const parseOfferSheet = (text: string): OfferSheet | string =>
  offerSheetFromRows(parseRowsAtOnce(text));

/** Returns the table of parsed rows, or a message if they are not a table of offers. */
export function offerSheetFromRows(parsed: SheetRow[] | string): OfferSheet | string {
  if (typeof parsed === 'string') return parsed;
  const [head, ...rows] = parsed;
  if (!head) return 'Digite as ofertas, cole a planilha ou escolha o arquivo.';
  const columns = head.cells.map((cell) => columnNamed(cell) ?? null);
  const missing = OFFER_COLUMNS.filter((column) => column.required && !columns.includes(column));
  if (missing.length === OFFER_COLUMNS.filter(({ required }) => required).length)
    return `A primeira linha diz o nome das colunas: ${OFFER_COLUMNS.map(({ label }) => label).join(', ')}. Coloque essa linha no começo e importe de novo.`;
  if (missing.length > 0) {
    const [lack, put] =
      missing.length === 1 ? ['Falta a coluna', 'Coloque-a'] : ['Faltam as colunas', 'Coloque-as'];
    return `${lack} ${missing.map(({ label }) => `«${label}»`).join(', ')}. ${put} e importe de novo.`;
  }
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at);
  if (twice) return `A coluna «${twice.label}» está duas vezes. Deixe só uma e importe de novo.`;
  if (rows.length === 0) return 'Só há a linha dos nomes. Ponha as ofertas abaixo dela.';
  if (rows.length > MAX_OFFER_ROWS)
    return `São ${formatCount(rows.length)} linhas. Importe até ${formatCount(MAX_OFFER_ROWS)} ofertas por vez.`;
  return { columns, rows };
}

const columnNamed = (cell: string) => {
  const name = fold(cell.replace(/[*:]/g, ''));
  return OFFER_COLUMNS.find(
    ({ field, label, names = [] }) => fold(label) === name || field === name || names.includes(name),
  );
};

/** A cell without a visible character counts as empty, and its field reports that. */
const isUnclear = (cell: string) => hasVisibleText(cell) && hasInvisible(cell);

/** Apostrophe that an export puts before text that a spreadsheet would evaluate (`csvCells.ts`). */
const FORMULA_GUARD = /^'(?=[=+\-@＝＋－＠])/;

/**
 * Validates a row with the schema of the form of one offer. `branches` is for rows that name none; without
 * `readBranches`, branches of the row are compared by their text and not looked up.
 */
export function parseOfferRow(
  columns: OfferSheet['columns'],
  row: SheetRow,
  branches: OfferInput['branches'],
  readBranches?: (text: string) => BranchesRead,
): ParsedOfferRow {
  const branchesAt = columns.findIndex((column) => column?.field === 'branches');
  const branchesCell = row.cells[branchesAt] ?? '';
  const named = hasVisibleText(branchesCell) ? readBranches?.(branchesCell) : undefined;
  const chosen = named && 'branches' in named ? named.branches : branches;
  const branchesKey = readBranches ? JSON.stringify(chosen?.toSorted() ?? null) : fold(branchesCell);
  const given = columns.flatMap((column, at) => {
    const cell = (row.cells[at] ?? '').replace(FORMULA_GUARD, '');
    const text = hasVisibleText(cell) ? cell : '';
    return column && column.field !== 'branches'
      ? [[column.field, column.read ? column.read(text) : text] as const]
      : [];
  });
  // A surplus cell is usually the rest of a text that contains a separator; ignoring it would lose words
  // silently.
  const surplus = row.cells.slice(columns.length).some(Boolean)
    ? [{ column: -1, text: 'Há mais células nesta linha do que nomes de colunas.' }]
    : [];
  const { fields, problems } = readTypedOffer(Object.fromEntries(given) as Record<string, unknown>);
  const result = offerRecord.input.safeParse({ ...fields, branches: chosen });
  const found = result.success ? {} : fieldErrors(result.error);
  for (const [field, problem] of Object.entries(problems)) found[field] = [problem];
  if (named && 'problem' in named) found.branches = [named.problem];
  for (const field of ['product', 'brand'])
    if (isUnclear(String(given.find(([name]) => name === field)?.[1] ?? '')))
      found[field] = [INVISIBLE_REFUSED];
  const errors = Object.entries(found).map(([field, [text = '']]) => ({
    column: columns.findIndex((column) => column?.field === field),
    text,
  }));
  if (result.success && errors.length === 0 && surplus.length === 0)
    return { ...row, branchesKey, offer: result.data, errors: [] };
  return { ...row, branchesKey, offer: null, errors: [...surplus, ...errors] };
}
