import type { z } from 'zod';
import { Failure, invalidField } from '../../contract/failure.ts';
import { breatheIfLong } from '../../platform/breath.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { insertRecord, underOrder, updateRecord } from '../../platform/database/records.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { plural } from '../../ui/plural.ts';
import type { OfferInput } from './offer.contract.ts';
import { ensureBranches } from './offer.service.ts';
import { MOST_WRONG, type offerImport, SHOWN_RIGHT, type Tried } from './offerImport.contract.ts';
import { type Met, meet } from './offerMeeting.ts';
import { type ReadRow, readRow, sheetFrom } from './offerSheet.ts';
import { parseRows, type SheetRow } from './sheet.ts';

type Input = z.output<typeof offerImport>;

/** Messages of one failure; a person mends some of them, and sees the rest by a trial. */
const MOST_MESSAGES = 20;

/** All rows or none. */
export async function importOffers(
  deps: Pick<Deps, 'db' | 'write'>,
  actor: Actor,
  { csv, branches, trial }: Input,
): Promise<Tried> {
  await ensureBranches(deps.db, branches);
  const sheet = sheetFrom(await parsedRows(csv));
  if (typeof sheet === 'string') throw invalidField('csv', sheet);
  const rows: ReadRow[] = [];
  for (const row of sheet.rows) {
    rows.push(readRow(sheet.columns, row, branches));
    await breatheIfLong();
  }
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  const right = rows.flatMap(({ offer }) => offer ?? []);
  const columns = sheet.columns.map((column) => column?.label ?? null);
  if (!trial && wrong.length > 0) throw refusedFor(wrong, columns);
  const met = trial ? await meet(deps.db, right) : await storeAll(deps, actor, right);
  return {
    message: trial ? foundIn(met, wrong.length) : storedOf(met),
    stored: !trial,
    count: rows.length,
    wrong: wrong.length,
    columns,
    rows: trial
      ? [...wrong.slice(0, MOST_WRONG), ...rows.filter(({ offer }) => offer).slice(0, SHOWN_RIGHT)].map(
          ({ line, cells, errors }) => ({ line, cells, errors }),
        )
      : [],
  };
}

/** Parses the table and yields to the event loop between slices. */
async function parsedRows(csv: string): Promise<SheetRow[] | string> {
  const parsing = parseRows(csv);
  for (;;) {
    const { done, value } = parsing.next();
    if (done) return value;
    await breatheIfLong();
  }
}

const storeAll = ({ write }: Pick<Deps, 'write'>, actor: Actor, offers: OfferInput[]) =>
  write(actor, async (work) => {
    await lockOrder(work.trx, 'offers');
    const met = await meet(work.trx, offers);
    underOrder(
      work.trx,
      'offers',
      met.flatMap(({ stored }) => stored ?? []),
    );
    for (const { columns, stored, differs } of met) {
      if (!stored) await insertRecord(work, 'offers', columns);
      else if (differs) await updateRecord(work, 'offers', stored, columns);
      await breatheIfLong();
    }
    return met;
  });

/** New ones, those that say something else from now on, and those that are so already. */
const sorted = (met: readonly Met[]) => ({
  added: met.filter(({ stored }) => !stored).length,
  changed: met.filter(({ stored, differs }) => stored && differs).length,
  same: met.filter(({ differs }) => !differs).length,
});

function storedOf(met: readonly Met[]): string {
  const { added, changed, same } = sorted(met);
  const imported = added === 1 ? '1 oferta importada' : `${plural(added, 'oferta', 'ofertas')} importadas`;
  return `${inWords([
    (added > 0 || met.length === 0) && imported,
    changed > 0 && plural(changed, 'mudou', 'mudaram'),
    same > 0 && plural(same, 'já estava assim', 'já estavam assim'),
  ])}.`;
}

const inWords = (parts: (string | false)[]) => parts.filter(Boolean).join(', ');

function foundIn(met: readonly Met[], wrong: number): string {
  if (wrong > 0) return wrongIn(wrong);
  const { added, changed, same } = sorted(met);
  const right =
    met.length === 1
      ? 'A oferta está certa e pode ser importada'
      : `As ${plural(met.length, 'oferta', 'ofertas')} estão certas e podem ser importadas`;
  if (added === met.length) return `${right}.`;
  return `${right}: ${inWords([
    added > 0 && plural(added, 'nova', 'novas'),
    changed > 0 && plural(changed, 'muda o que já há', 'mudam o que já há'),
    same > 0 && plural(same, 'já está assim', 'já estão assim'),
  ])}.`;
}

const wrongIn = (wrong: number) =>
  `${plural(wrong, 'linha precisa', 'linhas precisam')} de correção. Nada é importado até todas estarem certas.`;

function refusedFor(wrong: readonly ReadRow[], columns: readonly (string | null)[]): Failure {
  const all = wrong.flatMap(({ line, errors }) =>
    errors.map(({ column, text }) => `Linha ${line}, ${columns[column] ?? 'oferta'}: ${text}`),
  );
  const left = all.length - MOST_MESSAGES;
  const said = left > 0 ? [...all.slice(0, MOST_MESSAGES), `E mais ${left}.`] : all;
  return new Failure('invalid', wrongIn(wrong.length), { fields: { csv: said } });
}
