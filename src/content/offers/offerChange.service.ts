import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { areRecordsInBranches } from '../../platform/security/access.ts';
import { findRecord, type Row, updateRecord } from '../../records/server/store/records.ts';
import type { PublishedChange } from '../../records/server/versions/history.ts';
import { Failure } from '../../shared/failure.ts';
import { formatDate } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { DEPARTMENTS } from '../pricing/offer.types.ts';
import { formatCents, formatPrice, parseCents } from '../pricing/price.ts';
import { formatThousandths } from '../pricing/prices.ts';
import type { OfferInput } from './offer.contract.ts';
import { ensureBranchesExist, offerService } from './offer.service.ts';
import type { OfferChange, OffersChangeResult } from './offerChange.contract.ts';
import {
  unitPriceQuestion,
  unitPriceWarnings,
  warningsOfVisibleChanges,
  warningsText,
} from './unitPriceCheck.ts';

const GONE = 'Uma das ofertas escolhidas não existe mais. Recarregue a lista.';
const FREE = 'Com este desconto, a oferta ficaria de graça.';
const NO_FORMER = 'Não há o que desfazer: uma das ofertas não tem versão anterior.';

type ChangeDeps = Pick<Deps, 'db' | 'write' | 'publication'>;

/** Changes all offers or none, each with a version and an audit entry. */
export async function changeOffers(
  deps: ChangeDeps,
  actor: Actor,
  change: OfferChange,
): Promise<OffersChangeResult> {
  await ensureBranchesExist(deps.db, change.branches);
  const { trial } = change;
  const uuids = [...new Set(change.uuids)];
  if (trial) {
    const planned: PlannedChange[] = [];
    for (const uuid of uuids)
      planned.push(planChange(await findRecord(deps.db, 'offers', uuid, GONE), change));
    const warnings = await warningsOf(deps.db, planned);
    const wrong = planned.filter(({ problem }) => problem).length;
    const message =
      wrong > 0
        ? `${plural(wrong, 'oferta não pode', 'ofertas não podem')} mudar assim. Nada muda até todas poderem.`
        : `${plural(planned.length, 'oferta muda', 'ofertas mudam')}: ${inWords(change)}.`;
    return {
      message,
      stored: false,
      offers: planned.map((one) => present(one, one.before.version, warnings)),
    };
  }
  const offers = await deps.write(actor, async (work) => {
    const done: { planned: PlannedChange; version: number }[] = [];
    // Sorted, so that two concurrent changes of the same offers lock the rows in one order and cannot
    // deadlock.
    for (const uuid of uuids.toSorted()) {
      const planned = planChange(await findRecord(work.trx, 'offers', uuid, GONE), change);
      if (!planned.columns) throw refusedFor(planned);
      const { version } = await updateRecord(work, 'offers', planned.before, planned.columns);
      done.push({ planned, version });
    }
    const warnings = await warningsOf(
      work.trx,
      done.map(({ planned }) => planned),
    );
    if (change.unit_price_check && warnings.size > 0) throw unitPriceQuestion([...warnings.values()]);
    return done.map(({ planned, version }) => present(planned, version, warnings));
  });
  return { message: `${plural(offers.length, 'oferta mudou', 'ofertas mudaram')}.`, stored: true, offers };
}

/** Returns the requested change in words; prices are reported for each offer. */
function inWords({
  valid_from,
  valid_until,
  department,
  branches,
  percent_off,
  price_off,
}: OfferChange): string {
  return [
    valid_from && `de ${formatDate(valid_from)}`,
    valid_until && `até ${formatDate(valid_until)}`,
    department && `em ${DEPARTMENTS[department]}`,
    branches === null && 'em todas as filiais',
    branches && `em ${plural(branches.length, 'filial', 'filiais')}`,
    percent_off && `preço ${percent_off}% menor`,
    price_off && `preço ${formatPrice(price_off)} menor`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface PlannedChange {
  before: Row<'offers'>;
  /** Columns to store; null if the change is not possible. */
  columns: ReturnType<typeof offerService.columns> | null;
  price: number;
  problem: string | null;
}

function planChange(before: Row<'offers'>, change: OfferChange): PlannedChange {
  const price = lowered(before.price, change);
  const isLowered = price !== before.price;
  const input: Omit<OfferInput, 'version'> = {
    product: before.product,
    size: formatThousandths(before.size),
    unit: before.unit,
    price: formatCents(price),
    // The price until now becomes the former price; it would be lost otherwise.
    ...(isLowered && before.former_price === null && { former_price: formatCents(before.price) }),
    department: change.department ?? before.department,
    branches: change.branches,
    valid_from: change.valid_from ?? before.valid_from,
    valid_until: change.valid_until ?? before.valid_until,
  };
  if (price < 1) return { before, columns: null, price, problem: FREE };
  try {
    return { before, columns: offerService.columns(input, before), price, problem: null };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'invalid') throw error;
    return {
      before,
      columns: null,
      price,
      problem: Object.values(failure.fields ?? {})[0]?.[0] ?? failure.message,
    };
  }
}

/** Returns the lowered price in cents, with half a cent rounded up. */
function lowered(price: number, { percent_off, price_off }: OfferChange): number {
  if (percent_off) return Math.floor((price * (100 - percent_off) + 50) / 100);
  return price_off ? price - parseCents(price_off) : price;
}

/** Returns warnings about absurd unit prices that the change would publish, by uuid of the offer. */
async function warningsOf(
  db: DbOrTransaction,
  planned: readonly PlannedChange[],
): Promise<Map<string, string>> {
  const saves = planned.flatMap(({ before, columns }) =>
    columns && before.standing === null ? [{ values: columns, before }] : [],
  );
  const found = await unitPriceWarnings(db, saves);
  return new Map(saves.flatMap(({ before }, at) => (found[at] ? [[before.uuid, found[at]]] : [])));
}

const present = (
  { before, price, problem }: PlannedChange,
  version: number,
  warnings: ReadonlyMap<string, string>,
) => ({
  uuid: before.uuid,
  product: before.product,
  version,
  price: formatCents(Math.max(0, price)),
  price_before: formatCents(before.price),
  problem,
  ...(warnings.has(before.uuid) && { unit_price_warning: warnings.get(before.uuid) as string }),
});

const refusedFor = ({ before, problem }: PlannedChange) => {
  const text = `${before.product}: ${problem}`;
  return new Failure('invalid', text, { fields: { uuids: [text] } });
};

/** Restores the version before each of `versions`, for all offers or none. */
export async function undoOffers(
  { write, publication }: ChangeDeps,
  actor: Actor,
  { uuids, versions }: { uuids: string[]; versions: number[] },
) {
  const warnings = await write(actor, async (work) => {
    const changes: PublishedChange<'offers'>[] = [];
    for (const [at, uuid] of uuids.entries()) {
      const before = await findRecord(work.trx, 'offers', uuid, GONE);
      const after = await publication.revert(work, await formerOf(work, uuid), versions[at]);
      if (after.standing === null) changes.push({ before, after: after as never });
    }
    if (!(await areRecordsInBranches(work.trx, actor, 'offers', uuids))) throw new Failure('forbidden');
    return warningsOfVisibleChanges(work.trx, changes);
  });
  return {
    message: `${plural(uuids.length, 'oferta voltou', 'ofertas voltaram')} a ser como antes.`,
    ...(warnings.length > 0 && { warning: warningsText(warnings) }),
  };
}

async function formerOf({ trx }: Work, uuid: string): Promise<number> {
  const former = await trx
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', 'offers')
    .where('uuid', '=', uuid)
    .where('state', '=', 'former')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!former) throw new Failure('conflict', NO_FORMER);
  return former.id;
}
