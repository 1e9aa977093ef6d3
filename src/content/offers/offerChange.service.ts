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
import {
  CHANGED_PRICES,
  type ChangedPrice,
  type OfferChange,
  type OffersChangeResult,
  type PriceChange,
} from './offerChange.contract.ts';
import {
  unitPriceQuestion,
  unitPriceWarnings,
  warningsOfVisibleChanges,
  warningsText,
} from './unitPriceCheck.ts';

const GONE = 'Uma das ofertas escolhidas não existe mais. Recarregue a lista.';
const FREE = 'Com este desconto, a oferta ficaria de graça.';
const TOO_DEAR = 'O preço passaria de R$ 999.999,99.';
const MAX_CENTS = 99_999_999;
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

const PRICE_NAMES: Readonly<Record<ChangedPrice, string>> = {
  price: 'preço',
  former_price: 'preço antes',
  card_price: 'preço com o cartão',
};

type NamedChange = PriceChange & { field: ChangedPrice };

/** Returns the changes of prices, including those in the older fields `percent_off` and `price_off`. */
function priceChangesOf(change: OfferChange): NamedChange[] {
  const { percent_off: percent, price_off: amount } = change;
  const older: PriceChange | undefined =
    percent || amount ? { how: 'lower', percent, amount: amount ?? undefined } : undefined;
  return CHANGED_PRICES.flatMap((field) => {
    const asked = change[field] ?? (field === 'price' ? older : undefined);
    return asked ? { ...asked, field } : [];
  });
}

/** Returns the requested change in words; prices are reported for each offer. */
function inWords(change: OfferChange): string {
  const { valid_from, valid_until, department, branches, customer_limit, highlight } = change;
  return [
    valid_from && `de ${formatDate(valid_from)}`,
    valid_until && `até ${formatDate(valid_until)}`,
    department && `em ${DEPARTMENTS[department]}`,
    branches === null && 'em todas as filiais',
    branches && `em ${plural(branches.length, 'filial', 'filiais')}`,
    ...priceChangesOf(change).map(priceChangeText),
    customer_limit === null && 'sem limite por cliente',
    customer_limit && `limite de ${customer_limit} por cliente`,
    highlight !== undefined && (highlight ? 'com destaque' : 'sem destaque'),
  ]
    .filter(Boolean)
    .join(', ');
}

function priceChangeText({ field, how, percent, amount }: NamedChange): string {
  const name = PRICE_NAMES[field];
  if (how === 'clear') return `sem ${name}`;
  const by = percent ? `${percent}%` : formatPrice(amount ?? '');
  return how === 'set' ? `${name} ${by}` : `${name} ${by} ${how === 'raise' ? 'maior' : 'menor'}`;
}

interface PlannedChange {
  before: Row<'offers'>;
  /** Columns to store; null if the change is not possible. */
  columns: ReturnType<typeof offerService.columns> | null;
  price: number;
  /** Changes of prices, limit and highlight in words. */
  changes: string[];
  problem: string | null;
}

type Cents = Record<ChangedPrice, number | null>;

function planChange(before: Row<'offers'>, change: OfferChange): PlannedChange {
  const cents: Cents = {
    price: before.price,
    former_price: before.former_price,
    card_price: before.card_price,
  };
  const asked = priceChangesOf(change);
  for (const one of asked) cents[one.field] = changedPrice(cents[one.field], one);
  const price = cents.price ?? 0;
  // The price until now becomes the former price of a cheaper offer; it would be lost otherwise.
  if (
    price < before.price &&
    cents.former_price === null &&
    !asked.some(({ field }) => field === 'former_price')
  )
    cents.former_price = before.price;
  const changes = [
    ...CHANGED_PRICES.flatMap((field) => changedText(PRICE_NAMES[field], before[field], cents[field])),
    ...flagTexts(before, change),
  ];
  const stays = { before, price, changes, columns: null };
  const known = CHANGED_PRICES.flatMap((field) => cents[field] ?? []);
  if (known.some((value) => value < 1)) return { ...stays, problem: FREE };
  if (known.some((value) => value > MAX_CENTS)) return { ...stays, problem: TOO_DEAR };
  const input: Omit<OfferInput, 'version'> = {
    product: before.product,
    size: formatThousandths(before.size),
    unit: before.unit,
    price: formatCents(price),
    ...inputOf(before, cents, 'former_price'),
    ...inputOf(before, cents, 'card_price'),
    department: change.department ?? before.department,
    branches: change.branches,
    valid_from: change.valid_from ?? before.valid_from,
    valid_until: change.valid_until ?? before.valid_until,
    customer_limit: change.customer_limit,
    highlight: change.highlight,
  };
  try {
    return { before, columns: offerService.columns(input, before), price, changes, problem: null };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'invalid') throw error;
    return { ...stays, problem: Object.values(failure.fields ?? {})[0]?.[0] ?? failure.message };
  }
}

/** Returns an optional price as a save sends it; nothing if it stays. */
function inputOf(before: Row<'offers'>, cents: Cents, field: 'former_price' | 'card_price') {
  const value = cents[field];
  return value === before[field] ? {} : { [field]: value === null ? null : formatCents(value) };
}

/** Returns the changed price in cents, with half a cent rounded up; null for none. */
function changedPrice(price: number | null, { how, percent, amount }: PriceChange): number | null {
  if (how === 'clear') return null;
  if (how === 'set') return parseCents(amount ?? '');
  if (price === null) return null;
  const sign = how === 'raise' ? 1 : -1;
  if (percent) return Math.floor((price * (100 + sign * percent) + 50) / 100);
  return price + sign * parseCents(amount ?? '');
}

function changedText(name: string, before: number | null, after: number | null): string[] {
  if (before === after) return [];
  if (after === null) return [`sem ${name}`];
  const to = formatPrice(formatCents(Math.max(0, after)));
  return [before === null ? `${name} ${to}` : `${name} de ${formatPrice(formatCents(before))} para ${to}`];
}

function flagTexts(before: Row<'offers'>, { customer_limit, highlight }: OfferChange): string[] {
  const changes: string[] = [];
  if (customer_limit !== undefined && customer_limit !== before.customer_limit)
    changes.push(customer_limit === null ? 'sem limite' : `limite de ${customer_limit} por cliente`);
  if (highlight !== undefined && highlight !== (before.highlight === 1))
    changes.push(highlight ? 'com destaque' : 'sem destaque');
  return changes;
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
  { before, price, changes, problem }: PlannedChange,
  version: number,
  warnings: ReadonlyMap<string, string>,
) => ({
  uuid: before.uuid,
  product: before.product,
  version,
  price: formatCents(Math.max(0, price)),
  price_before: formatCents(before.price),
  changes,
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
