import type { z } from 'zod';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { lockOrder } from '../../../records/server/store/order.ts';
import { insertRecord, noteLockedByOrder, updateRecord } from '../../../records/server/store/records.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import { plural } from '../../../shared/text/plural.ts';
import { namedBranches } from '../../branchChoice/namedBranches.ts';
import { ensureBranchesExist } from '../offer.service.ts';
import { unitPriceQuestion, unitPriceWarnings } from '../unitPriceCheck.ts';
import { branchesReader } from './branchCell.ts';
import { findRepeatedRows } from './offerIdentity.ts';
import {
  type ImportResult,
  MAX_VALID_ROWS,
  MAX_WRONG_ROWS,
  type offerImport,
} from './offerImport.contract.ts';
import { type MatchedRow, matchStoredOffers } from './offerMatching.ts';
import { type OfferSheet, offerSheetFromRows, type ParsedOfferRow, parseOfferRow } from './offerSheet.ts';
import { parseRows, type SheetRow } from './sheet.ts';

type Input = z.output<typeof offerImport>;

/** Largest number of messages in one failure; a dry run lists all. */
const MOST_MESSAGES = 20;

/** Stores all rows or none. */
export async function importOffers(
  deps: Pick<Deps, 'db' | 'write'>,
  actor: Actor,
  input: Input,
): Promise<ImportResult> {
  const { csv, branches, trial } = input;
  await ensureBranchesExist(deps.db, branches);
  const sheet = offerSheetFromRows(await parsedRows(csv));
  if (typeof sheet === 'string') throw invalidField('csv', sheet);
  const readBranches = branchesReader(await namedBranches(deps.db, actor), actor.branches === null);
  const { rows, repeated } = await readRows(sheet, branches, readBranches);
  if (!trial) refuseWrong(rows, sheet);
  const unique = rows.flatMap(({ line, offer }) => (offer && !repeated.has(line) ? [{ line, offer }] : []));
  const found = async (db: DbOrTransaction) => {
    const { met, contradictions } = await matchStoredOffers(db, unique);
    for (const { line, field, text } of contradictions)
      rows.find((row) => row.line === line)?.errors.push({ column: columnOf(sheet, field), text });
    return { met, warnings: await warningsOf(db, met) };
  };
  const { met, warnings, saved } = trial
    ? { ...(await found(deps.db)), saved: [] }
    : await storeAll(deps, actor, async (db) => {
        const all = await found(db);
        refuseWrong(rows, sheet);
        if (input.unit_price_check && all.warnings.length > 0)
          throw unitPriceQuestion(all.warnings.map(({ text }) => text));
        return all;
      });
  const sums = sumsOf(rows, met);
  return {
    message: trial ? foundIn(sums) : storedOf(sums),
    stored: !trial,
    count: rows.length,
    ...sums,
    unit_price_warnings: warnings,
    saved,
    columns: labelsOf(sheet),
    rows: trial ? shownRows(rows, notesOf(repeated, met, warnings)) : [],
  };
}

const labelsOf = ({ columns }: OfferSheet) => columns.map((column) => column?.label ?? null);

function refuseWrong(rows: readonly ParsedOfferRow[], sheet: OfferSheet): void {
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  if (wrong.length > 0) throw refusedFor(wrong, labelsOf(sheet));
}

async function warningsOf(
  db: DbOrTransaction,
  met: readonly MatchedRow[],
): Promise<ImportResult['unit_price_warnings']> {
  const found = await unitPriceWarnings(
    db,
    met.map(({ columns, stored }) => ({ values: columns, before: stored })),
  );
  return met.flatMap(({ line }, at) => {
    const text = found[at];
    return text ? [{ line, text }] : [];
  });
}

/** Reads the rows and adds errors to rows that contradict each other. */
async function readRows(
  sheet: OfferSheet,
  branches: Input['branches'],
  readBranches: ReturnType<typeof branchesReader>,
) {
  const rows: ParsedOfferRow[] = [];
  for (const row of sheet.rows) {
    rows.push(parseOfferRow(sheet.columns, row, branches, readBranches));
    await yieldIfLong();
  }
  const { same: repeated, conflicts } = findRepeatedRows(rows);
  for (const row of rows) {
    const conflict = conflicts.get(row.line);
    if (!conflict) continue;
    row.offer = null;
    row.errors.push({ column: columnOf(sheet, conflict.field), text: conflict.text });
  }
  return { rows, repeated };
}

const columnOf = ({ columns }: OfferSheet, field: string) =>
  columns.findIndex((column) => column?.field === field);

const OFF_SITE = 'Esta oferta já existe e está fora do site.';
const REPEATED = 'Repete uma linha de cima.';

/** Returns the notes of rows by line. */
function notesOf(
  repeated: ReadonlySet<number>,
  met: readonly MatchedRow[],
  warnings: ImportResult['unit_price_warnings'],
): ReadonlyMap<number, string> {
  const offSite = met.filter(isOffSite).map(({ line }) => ({ line, text: OFF_SITE }));
  const notes = new Map<number, string>();
  for (const line of repeated) notes.set(line, REPEATED);
  for (const { line, text } of [...offSite, ...warnings])
    notes.set(line, [notes.get(line), text].filter(Boolean).join(' '));
  return notes;
}

function shownRows(
  rows: readonly ParsedOfferRow[],
  notes: ReadonlyMap<number, string>,
): ImportResult['rows'] {
  const all = rows.map(({ line, cells, errors }) => ({ line, cells, errors, note: notes.get(line) ?? null }));
  const right = all.filter(({ errors }) => errors.length === 0);
  return [
    ...all.filter(({ errors }) => errors.length > 0).slice(0, MAX_WRONG_ROWS),
    ...right.toSorted((one, other) => Number(!one.note) - Number(!other.note)).slice(0, MAX_VALID_ROWS),
  ];
}

/** Parses the table and yields to the event loop between slices. */
async function parsedRows(csv: string): Promise<SheetRow[] | string> {
  const parsing = parseRows(csv);
  for (;;) {
    const { done, value } = parsing.next();
    if (done) return value;
    await yieldIfLong();
  }
}

/** Stores the rows that `find` matches, unless it throws. */
const storeAll = <F extends { met: MatchedRow[] }>(
  { write }: Pick<Deps, 'write'>,
  actor: Actor,
  find: (db: DbOrTransaction) => Promise<F>,
) =>
  write(actor, async (work) => {
    await lockOrder(work.trx, 'offers');
    const found = await find(work.trx);
    noteLockedByOrder(
      work.trx,
      'offers',
      found.met.flatMap(({ stored }) => stored ?? []),
    );
    const saved: ImportResult['saved'] = [];
    for (const { columns, stored, isChanged } of found.met) {
      if (!stored || isChanged) {
        const { uuid, version } = stored
          ? await updateRecord(work, 'offers', stored, columns)
          : await insertRecord(work, 'offers', columns);
        saved.push({ uuid, version, is_new: stored === null });
      }
      await yieldIfLong();
    }
    return { ...found, saved };
  });

const isOffSite = ({ stored }: MatchedRow) => stored !== null && stored.standing !== null;

type Sums = Pick<ImportResult, 'added' | 'changed' | 'same' | 'wrong' | 'off_site'>;

/** Counts each row once. */
function sumsOf(rows: readonly ParsedOfferRow[], met: readonly MatchedRow[]): Sums {
  const added = met.filter(({ stored }) => !stored).length;
  const changed = met.filter(({ stored, isChanged }) => stored && isChanged).length;
  const wrong = rows.filter(({ errors }) => errors.length > 0).length;
  const same = rows.length - added - changed - wrong;
  return { added, changed, same, wrong, off_site: met.filter(isOffSite).length };
}

function storedOf(sums: Sums): string {
  const { added, changed, same } = sums;
  const imported = added === 1 ? '1 oferta importada' : `${plural(added, 'oferta', 'ofertas')} importadas`;
  return `${inWords([
    (added > 0 || changed + same === 0) && imported,
    changed > 0 && plural(changed, 'mudou', 'mudaram'),
    same > 0 && plural(same, 'já estava assim', 'já estavam assim'),
  ])}.${offSiteText(sums)}`;
}

const inWords = (parts: (string | false)[]) => parts.filter(Boolean).join(', ');

function foundIn(sums: Sums): string {
  const { added, changed, same, wrong } = sums;
  if (wrong > 0) return wrongIn(wrong);
  const count = added + changed + same;
  const right =
    count === 1
      ? 'A oferta está certa e pode ser importada'
      : `As ${plural(count, 'oferta', 'ofertas')} estão certas e podem ser importadas`;
  if (added === count) return `${right}.`;
  return `${right}: ${inWords([
    added > 0 && plural(added, 'nova', 'novas'),
    changed > 0 && plural(changed, 'muda o que já há', 'mudam o que já há'),
    same > 0 && plural(same, 'já está assim', 'já estão assim'),
  ])}.${offSiteText(sums)}`;
}

function offSiteText({ added, changed, same, off_site }: Sums): string {
  if (off_site === 0) return '';
  if (added + changed + same === 1) return ' Ela está fora do site e continua fora até alguém publicar.';
  return off_site === 1
    ? ' Uma delas está fora do site e continua fora até alguém publicar.'
    : ` ${off_site} delas estão fora do site e continuam fora até alguém publicar.`;
}

const wrongIn = (wrong: number) =>
  `${plural(wrong, 'linha precisa', 'linhas precisam')} de correção. Nada é importado até todas estarem certas.`;

function refusedFor(wrong: readonly ParsedOfferRow[], columns: readonly (string | null)[]): Failure {
  const all = wrong.flatMap(({ line, errors }) =>
    errors.map(({ column, text }) => `Linha ${line}, ${columns[column] ?? 'oferta'}: ${text}`),
  );
  const left = all.length - MOST_MESSAGES;
  const messages = left > 0 ? [...all.slice(0, MOST_MESSAGES), `E mais ${left}.`] : all;
  return new Failure('invalid', wrongIn(wrong.length), { fields: { csv: messages } });
}
