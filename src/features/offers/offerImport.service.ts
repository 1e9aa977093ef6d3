import type { z } from 'zod';
import { Failure, invalidField } from '../../contract/failure.ts';
import { breatheIfLong } from '../../platform/breath.ts';
import { insertRecord } from '../../platform/database/records.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { plural } from '../../ui/format.ts';
import type { OfferInput } from './offer.contract.ts';
import { ensureBranches, offerColumns } from './offer.service.ts';
import { MOST_WRONG, type offerImport, SHOWN_RIGHT, type Tried } from './offerImport.contract.ts';
import { type ReadRow, readRow, sheetOf } from './offerSheet.ts';

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
  const sheet = sheetOf(csv);
  if (typeof sheet === 'string') throw invalidField('csv', sheet);
  const rows: ReadRow[] = [];
  for (const row of sheet.rows) {
    rows.push(readRow(sheet.columns, row, branches));
    await breatheIfLong();
  }
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  const right = rows.flatMap(({ offer }) => offer ?? []);
  const columns = sheet.columns.map((column) => column?.label ?? null);
  if (!trial) {
    if (wrong.length > 0) throw refusedFor(wrong, columns);
    await storeAll(deps, actor, right);
  }
  return {
    message: trial ? foundIn(right.length, wrong.length) : storedOf(right.length),
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

const storeAll = ({ write }: Pick<Deps, 'write'>, actor: Actor, offers: OfferInput[]) =>
  write(actor, async (work) => {
    for (const offer of offers) {
      await insertRecord(work, 'offers', offerColumns(offer));
      await breatheIfLong();
    }
  });

const storedOf = (count: number) =>
  count === 1 ? '1 oferta importada.' : `${plural(count, 'oferta', 'ofertas')} importadas.`;

function foundIn(right: number, wrong: number): string {
  if (wrong === 0)
    return right === 1
      ? 'A oferta está certa e pode ser importada.'
      : `As ${plural(right, 'oferta', 'ofertas')} estão certas e podem ser importadas.`;
  return `${plural(wrong, 'linha precisa', 'linhas precisam')} de correção. Nada é importado até todas estarem certas.`;
}

function refusedFor(wrong: readonly ReadRow[], columns: readonly (string | null)[]): Failure {
  const all = wrong.flatMap(({ line, errors }) =>
    errors.map(({ column, text }) => `Linha ${line}, ${columns[column] ?? 'oferta'}: ${text}`),
  );
  const left = all.length - MOST_MESSAGES;
  const said = left > 0 ? [...all.slice(0, MOST_MESSAGES), `E mais ${left}.`] : all;
  return new Failure('invalid', foundIn(0, wrong.length), { fields: { csv: said } });
}
