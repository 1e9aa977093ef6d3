import type { z } from 'zod';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { toFailure } from '../../platform/http/failures.ts';
import { yieldIfLong } from '../../platform/processes/yieldToEventLoop.ts';
import { areRecordsInBranches } from '../../platform/security/access.ts';
import { recordAccessFor } from '../../records/server/recordAccess.ts';
import { ensureCurrent, findRecord, type Row, updateRecord } from '../../records/server/store/records.ts';
import type { PublishedChange } from '../../records/server/versions/history.ts';
import { withSavepoint } from '../../records/server/versions/savepoint.ts';
import { Failure } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { DEPARTMENTS } from '../pricing/offer.types.ts';
import { formatCents, formatPrice, parseCents } from '../pricing/price.ts';
import { formatThousandths } from '../pricing/prices.ts';
import type { OfferInput } from './offer.contract.ts';
import { priceOrNone } from './offer.fields.ts';
import { ensureBranchesExist, offerService } from './offer.service.ts';
import {
  CHANGED_FIELDS,
  type OfferChange,
  type OffersChangeResult,
  type undoOffers as undoEndpoint,
  undoneText,
} from './offerChange.contract.ts';
import {
  unitPriceQuestion,
  unitPriceWarnings,
  warningsOfVisibleChanges,
  warningsText,
} from './unitPriceCheck.ts';

const GONE = 'Uma das ofertas escolhidas não existe mais. Recarregue a lista.';
const FREE = 'Com este desconto, a oferta ficaria de graça.';
const NOT_NEW = 'Uma destas ofertas já mudou depois de criada.';
const NO_FORMER = 'Não há o que desfazer: uma das ofertas não tem versão anterior.';

type ChangeDeps = Pick<Deps, 'db' | 'write' | 'publication'>;

/** Changes the offers in one transaction, each with a version and an audit entry. */
export async function changeOffers(
  deps: ChangeDeps,
  actor: Actor,
  change: OfferChange,
): Promise<OffersChangeResult> {
  await ensureBranchesExist(deps.db, change.branches);
  const { trial, skip_invalid = false } = change;
  const expected = new Map(change.uuids.map((uuid, at) => [uuid, change.versions?.[at]]));
  const uuids = [...expected.keys()];
  if (trial) {
    const planned: PlannedChange[] = [];
    for (const uuid of uuids)
      planned.push(planChange(await findRecord(deps.db, 'offers', uuid, GONE), change));
    const warnings = await warningsOf(deps.db, planned);
    return {
      message: previewText(planned, change),
      stored: false,
      offers: planned.map((one) => present(one, one.before.version, warnings)),
    };
  }
  const { offers, left } = await deps.write(actor, async (work) => {
    const done: { planned: PlannedChange; version: number }[] = [];
    let left = 0;
    // Sorted, so that two concurrent changes of the same offers lock the rows in one order and cannot
    // deadlock.
    for (const uuid of uuids.toSorted()) {
      const before = await findRecord(work.trx, 'offers', uuid, GONE);
      await ensureCurrent(work.trx, 'offers', before, expected.get(uuid));
      const planned = planChange(before, change);
      if (!planned.columns) {
        if (!skip_invalid) throw refusedFor(planned);
        left += 1;
      } else if (planned.changes.length > 0) {
        const { version } = await updateRecord(work, 'offers', before, planned.columns);
        done.push({ planned, version });
      }
    }
    const warnings = await warningsOf(
      work.trx,
      done.map(({ planned }) => planned),
    );
    if (change.unit_price_check && warnings.size > 0) throw unitPriceQuestion([...warnings.values()]);
    return { offers: done.map(({ planned, version }) => present(planned, version, warnings)), left };
  });
  const text =
    offers.length === 0
      ? 'Nenhuma oferta mudou.'
      : `${plural(offers.length, 'oferta mudou', 'ofertas mudaram')}.`;
  const leftText = left > 0 ? ` ${plural(left, 'ficou como estava', 'ficaram como estavam')}.` : '';
  return { message: `${text}${leftText}`, stored: true, offers };
}

/** Returns how many offers change, and how many cannot. */
function previewText(planned: readonly PlannedChange[], change: OfferChange): string {
  const wrong = planned.filter(({ problem }) => problem).length;
  const changing = planned.filter(({ problem, changes }) => !problem && changes.length > 0).length;
  const same = planned.length - wrong - changing;
  const refused = plural(wrong, 'oferta não pode', 'ofertas não podem');
  if (wrong > 0 && !change.skip_invalid) return `${refused} mudar assim. Nada muda até todas poderem.`;
  return [
    changing === 0
      ? 'Nenhuma oferta muda.'
      : `${plural(changing, 'oferta muda', 'ofertas mudam')}: ${inWords(change)}.`,
    same > 0 && `${plural(same, 'já está assim', 'já estão assim')}.`,
    wrong > 0 && `${refused} mudar assim e ${wrong === 1 ? 'fica' : 'ficam'} de fora.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the requested change in words; the new values are reported for each offer. */
function inWords(change: OfferChange): string {
  const { valid_from, valid_until, department, branches, customer_limit, highlight } = change;
  return [
    valid_from && `de ${formatDate(valid_from)}`,
    valid_until && `até ${formatDate(valid_until)}`,
    department && `em ${DEPARTMENTS[department]}`,
    branches === null && 'em todas as filiais',
    branches && `em ${plural(branches.length, 'filial', 'filiais')}`,
    editInWords('preço', priceEditOf(change)),
    editInWords('preço antes', change.former_price),
    editInWords('preço com o cartão', change.card_price),
    editInWords('limite por cliente', customer_limit, String),
    highlight !== undefined && (highlight ? 'com destaque' : 'sem destaque'),
  ]
    .filter(Boolean)
    .join(', ');
}

interface Edit<A> {
  how: 'lower' | 'raise' | 'set' | 'clear';
  percent?: number | undefined;
  amount?: A | null | undefined;
}

function editInWords<A extends string | number>(
  what: string,
  edit: Edit<A> | undefined,
  format: (amount: A) => string = (amount) => formatPrice(String(amount)),
): string | undefined {
  if (!edit) return undefined;
  const { how, percent, amount } = edit;
  if (how === 'clear') return `sem ${what}`;
  const size = percent ? `${percent}%` : amount ? format(amount) : '';
  return how === 'set' ? `${what} de ${size}` : `${what} ${size} ${how === 'lower' ? 'menor' : 'maior'}`;
}

/** Returns the change of the price; `percent_off` and `price_off` are its older form. */
function priceEditOf({ price, percent_off, price_off }: OfferChange): Edit<string> | undefined {
  if (percent_off) return { how: 'lower', percent: percent_off };
  return price_off ? { how: 'lower', amount: price_off } : price;
}

interface PlannedChange {
  before: Row<'offers'>;
  /** Columns to store; null if the change is not possible. */
  columns: ReturnType<typeof offerService.columns> | null;
  price: number;
  problem: string | null;
  changes: OffersChangeResult['offers'][number]['changes'];
}

/** Values of an offer that a bulk change may set, as stored. */
type Values = Pick<Row<'offers'>, (typeof CHANGED_FIELDS)[number]>;

function planChange(before: Row<'offers'>, change: OfferChange): PlannedChange {
  const wanted = wantedValues(before, change);
  const { price, former_price, card_price, customer_limit } = wanted;
  const changes = differences(before, wanted);
  const refused = (problem: string) => ({ before, columns: null, price, problem, changes });
  const problem = rangeProblem(wanted);
  if (problem) return refused(problem);
  const input: Omit<OfferInput, 'version'> = {
    product: before.product,
    size: formatThousandths(before.size),
    unit: before.unit,
    price: formatCents(price),
    former_price: priceOrNone(former_price),
    card_price: priceOrNone(card_price),
    customer_limit,
    highlight: change.highlight,
    department: wanted.department,
    branches: change.branches,
    valid_from: wanted.valid_from,
    valid_until: wanted.valid_until,
  };
  try {
    return { before, columns: offerService.columns(input, before), price, problem: null, changes };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'invalid') throw error;
    return refused(Object.values(failure.fields ?? {})[0]?.[0] ?? failure.message);
  }
}

function wantedValues(before: Row<'offers'>, change: OfferChange): Values {
  const priceEdit = priceEditOf(change);
  const price = edited(before.price, priceEdit, parseCents) ?? before.price;
  const { branches, highlight } = change;
  // A lowered price becomes the former price; it would be lost otherwise.
  const former =
    priceEdit?.how === 'lower' && before.former_price === null && !change.former_price
      ? before.price
      : edited(before.former_price, change.former_price, parseCents);
  return {
    price,
    former_price: former,
    card_price: edited(before.card_price, change.card_price, parseCents),
    customer_limit: edited(before.customer_limit, change.customer_limit, Number),
    highlight: highlight === undefined ? before.highlight : ((highlight ? 1 : 0) as never),
    department: change.department ?? before.department,
    branches:
      branches === undefined ? before.branches : branches && JSON.stringify([...new Set(branches)].sort()),
    valid_from: change.valid_from ?? before.valid_from,
    valid_until: change.valid_until ?? before.valid_until,
  };
}

/**
 * Returns the value after `edit`, with half a unit rounded up. A value that an offer lacks can be set, but
 * neither lowered nor raised.
 */
function edited<A>(
  value: number | null,
  edit: Edit<A> | undefined,
  read: (amount: A) => number,
): number | null {
  if (!edit) return value;
  const { how, percent, amount } = edit;
  if (how === 'clear') return null;
  const size = amount ? read(amount) : 0;
  if (how === 'set') return size;
  if (value === null) return null;
  const sign = how === 'lower' ? -1 : 1;
  return percent ? Math.floor((value * (100 + sign * percent) + 50) / 100) : value + sign * size;
}

const MAX_CENTS = 99_999_999;

/** Returns the problem of the first number that is beyond the limits of its field, or null. */
function rangeProblem({ price, former_price, card_price, customer_limit }: Values): string | null {
  if (price < 1) return FREE;
  const prices = [
    ['O preço', price],
    ['O preço antes', former_price],
    ['O preço com o cartão', card_price],
  ] as const;
  for (const [label, cents] of prices) {
    if (cents === null) continue;
    if (cents < 1) return `${label} ficaria abaixo de R$ 0,01.`;
    if (cents > MAX_CENTS) return `${label} passaria de R$ 999.999,99.`;
  }
  if (customer_limit === null) return null;
  if (customer_limit < 1) return 'O limite por cliente ficaria abaixo de 1.';
  return customer_limit > 999 ? 'O limite por cliente passaria de 999.' : null;
}

const priceInWords = (cents: number | null) => {
  if (cents === null) return 'nenhum';
  return cents < 0 ? `-${formatPrice(formatCents(-cents))}` : formatPrice(formatCents(cents));
};

const IN_WORDS: { [F in keyof Values]: (value: Values[F]) => string } = {
  price: priceInWords,
  former_price: priceInWords,
  card_price: priceInWords,
  customer_limit: (limit) => (limit === null ? 'sem limite' : `${limit} por cliente`),
  highlight: (highlight) => (Number(highlight) ? 'com destaque' : 'sem destaque'),
  department: (department) => DEPARTMENTS[department],
  branches: (stored) =>
    stored === null ? 'todas' : plural(parseStored<string[]>(stored, []).length, 'filial', 'filiais'),
  valid_from: formatDate,
  valid_until: formatDate,
};

const differences = (before: Values, after: Values): PlannedChange['changes'] =>
  CHANGED_FIELDS.flatMap((field) =>
    String(before[field]) === String(after[field])
      ? []
      : [{ field, before: wordsOf(before, field), after: wordsOf(after, field) }],
  );

const wordsOf = <F extends keyof Values>(values: Values, field: F): string => IN_WORDS[field](values[field]);

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
  { before, price, problem, changes }: PlannedChange,
  version: number,
  warnings: ReadonlyMap<string, string>,
) => ({
  uuid: before.uuid,
  product: before.product,
  version,
  price: formatCents(Math.max(0, price)),
  price_before: formatCents(before.price),
  problem,
  changes,
  ...(warnings.has(before.uuid) && { unit_price_warning: warnings.get(before.uuid) as string }),
});

const refusedFor = ({ before, problem }: PlannedChange) => {
  const text = `${before.product}: ${problem}`;
  return new Failure('invalid', text, { fields: { uuids: [text] } });
};

type UndoInput = z.output<(typeof undoEndpoint)['body']['schema']>;

/**
 * Restores the version before each of `versions`, and moves the offers of `new_uuids` to the trash, where the
 * caller may delete them. Undoes all or none, unless offers that changed since are left.
 */
export async function undoOffers({ write, publication }: ChangeDeps, actor: Actor, input: UndoInput) {
  const { uuids, versions, new_uuids = [], skip_changed = false } = input;
  const created = new Set(new_uuids);
  const expected = new Map(uuids.map((uuid, at) => [uuid, versions[at]]));
  const { warnings, deleted, restored, left } = await write(actor, async (work) => {
    const { trx } = work;
    const names = new_uuids.map((uuid) => ({ entity: 'offers', uuid }));
    const mayDelete = await recordAccessFor(trx, actor, 'delete', names);
    if (!names.every(mayDelete)) throw new Failure('forbidden');
    const changes: PublishedChange<'offers'>[] = [];
    const left: { uuid: string; product: string | null }[] = [];
    let [deleted, restored] = [0, 0];
    /** Returns what the undo published; null if it deleted a new offer. */
    const undo = async (part: Work, uuid: string): Promise<PublishedChange<'offers'> | null> => {
      const before = await findRecord(part.trx, 'offers', uuid, GONE);
      const version = expected.get(uuid);
      await ensureCurrent(part.trx, 'offers', before, version);
      if (created.has(uuid)) {
        if (before.version !== 1) throw new Failure('conflict', NOT_NEW);
        await publication.moveToTrash(part, 'offers', uuid);
        return null;
      }
      const after = await publication.revert(part, await formerOf(part, uuid), version);
      if (!(await areRecordsInBranches(part.trx, actor, 'offers', [uuid]))) throw new Failure('forbidden');
      return { before, after: after as Row<'offers'> };
    };
    const count = (done: PublishedChange<'offers'> | null) => {
      if (!done) deleted += 1;
      else restored += 1;
      if (done?.after.standing === null) changes.push(done);
    };
    // Sorted, so that concurrent undos lock the rows in one order.
    for (const uuid of [...expected.keys()].toSorted()) {
      if (!skip_changed) count(await undo(work, uuid));
      else
        try {
          count(await withSavepoint(work, (part) => undo(part, uuid)));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          left.push({ uuid, product: await productOf(work, uuid) });
        }
      await yieldIfLong();
    }
    return { warnings: await warningsOfVisibleChanges(trx, changes), deleted, restored, left };
  });
  return {
    message: undoneText({ deleted, restored, left: left.length }),
    ...{ restored, deleted, left },
    ...(warnings.length > 0 && { warning: warningsText(warnings) }),
  };
}

async function productOf({ trx }: Work, uuid: string): Promise<string | null> {
  const row = await trx.selectFrom('offers').select('product').where('uuid', '=', uuid).executeTakeFirst();
  return row?.product ?? null;
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
