import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { registerLabels } from '../../records/server/definitions.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { type SaveDeps, saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { searchText, selectList } from '../../records/server/lists/list.ts';
import { anyOf, filterRules, isDraft } from '../../records/server/lists/listFilters.ts';
import { isPostgres } from '../../records/server/lists/listRequirements.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../records/server/store/drafts.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../records/server/store/records.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { altOf, type ImageFile } from '../../shared/files/image.ts';
import { MAX_FILTER_VALUES } from '../../shared/filters.ts';
import type { ListQuery } from '../../shared/list.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate } from '../../shared/text/format.ts';
import { droppedBranchesText, splitBranches } from '../branchChoice/deletedBranches.ts';
import { namedBranches } from '../branchChoice/namedBranches.ts';
import { offerState } from '../pricing/offer.state.ts';
import { DEPARTMENTS, type Department, type Unit } from '../pricing/offer.types.ts';
import { formatCents, parseCents } from '../pricing/price.ts';
import {
  calculateUnitPrice,
  discountPercent,
  formatThousandths,
  parseThousandths,
} from '../pricing/prices.ts';
import {
  ALL_BRANCHES,
  contradictionsIn,
  type Offer,
  type OfferInput,
  offerFilters,
} from './offer.contract.ts';
import { offerLabels } from './offer.labels.ts';
import { isInState, type OfferDays, offerDays, todayOf } from './offerDays.ts';
import {
  type PricedSave,
  unitPriceQuestion,
  unitPriceWarnings,
  warningsOfVisibleChanges,
  warningsText,
} from './unitPriceCheck.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    offers: OfferTable;
  }
}

export interface OfferTable extends RecordColumns {
  product: string;
  brand: string | null;
  /** Thousandths of the unit. */
  size: number;
  unit: Unit;
  /** Cents, as in all price columns here. */
  price: number;
  former_price: number | null;
  card_price: number | null;
  customer_limit: number | null;
  department: Department;
  /** JSON array of branch uuids; null for all branches. */
  branches: string | null;
  /** First and last day as YYYY-MM-DD. */
  valid_from: string;
  valid_until: string;
  highlight: number;
  place: number | null;
  file_id: number | null;
  alt: string | null;
  /** Percent. */
  saving: number;
  /** Sort key: highlighted offers first, then by `place`, then those without one. */
  rank: number;
  search: string;
  product_key: string;
  department_key: string;
}

const BRANCH_GONE = 'Uma filial escolhida não existe mais. Desmarque-a e salve de novo.';

registerLabels('offers', offerLabels);
declareComposition('offers', {
  derive: derived,
  derived: ['saving', 'rank'],
  tally: { table: 'offers_counts', rows: countsOfOne },
  plausibility: { find: warningsOfVisibleChanges, inWords: warningsText },
  references: [
    {
      column: 'branches',
      to: 'branches',
      kind: 'list',
      gone: BRANCH_GONE,
      dropped: droppedBranchesText,
      nowhere: 'Sem filial, a oferta não aparece no site: escolha onde ela vale.',
    },
  ],
});

const EFFECTS = {
  added: 'Já está valendo.',
  changed: 'A mudança já vale.',
  removed: 'Não vale mais.',
};

const GONE = 'Esta oferta não existe mais.';

export type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

export async function listOffers(deps: ReadDeps, actor: Actor, query: ListQuery) {
  const days = await offerDays(deps);
  return selectList(
    deps.db,
    deps.db.selectFrom('offers').selectAll().where(isNotDeleted('offers')),
    query,
    {
      table: 'offers',
      search: 'search',
      sortable: {
        id: 'id',
        product: 'product_key',
        department: 'department_key',
        price: 'price',
        saving: 'saving',
        valid_from: 'valid_from',
        valid_until: 'valid_until',
      },
      filters: filtersOn(deps, actor, days),
      asOf: JSON.stringify([days.today, ...days.branchesByDay]),
      scope: scopeOf(deps.db, actor),
      order: '-id',
      id: 'id',
    },
    (rows) => presentAll(deps, rows),
  );
}

function scopeOf(db: QueryExecutorProvider, actor: Actor) {
  const { branches } = actor;
  if (!branches) return undefined;
  // Offers that only these branches have must name one of them, which PostgreSQL can look up in an index.
  const known = isPostgres(db) ? [sql<SqlBool>`offers.branches::jsonb ?| ${branches}::text[]`] : [];
  const where = sql<SqlBool>`(${sql.join([...known, branchFilter(actor, 'offers')], sql` and `)})`;
  return { where, named: branches.join(' ') };
}

const withoutText = () => sql<SqlBool>`offers.alt is null and offers.file_id is not null`;

function filtersOn({ db }: Pick<ReadDeps, 'db'>, actor: Actor, days: OfferDays) {
  return filterRules('offers', offerFilters, {
    attention: () => anyOf(sql`(${withoutText()})`, isDraft('offers')),
    state: {
      where: (state) => isInState(state, days),
      whereAlongOrder: (state) => isInState(state, days, (column) => sql`coalesce(${column}, '')`),
    },
    department: (department) => sql`offers.department = ${department}`,
    branch: {
      where: (branch) =>
        branch === ALL_BRANCHES
          ? sql<SqlBool>`offers.branches is null`
          : sql<SqlBool>`(offers.branches is not null and ${namesBranch(db, branch)})`,
      values: () => branchesOf(db, actor),
    },
    highlight: () => sql`offers.highlight = 1`,
    alt: withoutText,
  });
}

/** Returns no choices for staff who are limited to one branch. */
async function branchesOf(db: Deps['db'], actor: Actor) {
  const rows = (await namedBranches(db, actor))
    .slice(0, MAX_FILTER_VALUES)
    .map(({ uuid, name }) => ({ value: uuid, text: name }));
  if (actor.branches !== null) return rows.length > 1 ? rows : [];
  const counts = await countsByBranch(db);
  return [{ value: ALL_BRANCHES, text: 'Em todas' }, ...rows].map((one) => ({
    ...one,
    count: counts.get(one.value) ?? 0,
  }));
}

/**
 * Counts offers by branch. Published offers are counted by the database on each save (migration 0044); the
 * unpublished ones, which are few, are counted here.
 */
async function countsByBranch(db: Deps['db']): Promise<Map<string, number>> {
  const codes = isPostgres(db)
    ? sql`jsonb_array_elements_text(coalesce(branches::jsonb, ${`["${ALL_BRANCHES}"]`}::jsonb)) as codes (value)`
    : sql`json_each(coalesce(branches, ${`["${ALL_BRANCHES}"]`})) as codes`;
  const { rows } = await sql<{ code: string; count: number }>`
    select code, cast(sum(begins) as integer) as count from (
      select code, begins from offers_counts
      union all
      select codes.value, 1 from offers cross join ${codes} where ${isNotDeleted('offers')} and standing is not null
    ) as counted group by code
  `.execute(db);
  return new Map(rows.map(({ code, count }) => [code, count]));
}

export async function findOffer(deps: ReadDeps, uuid: string): Promise<Offer> {
  const [found] = await presentAll(deps, [await findRecord(deps.db, 'offers', uuid, GONE)]);
  if (!found) throw new Failure('not_found', GONE);
  return found;
}

/** Returns the offers of `uuids` that the actor may see, each with the id of its picture. */
export async function findOffers(
  deps: ReadDeps,
  actor: Actor,
  uuids: readonly string[],
): Promise<(Offer & Pick<OfferTable, 'file_id'>)[]> {
  if (uuids.length === 0) return [];
  const rows = await deps.db
    .selectFrom('offers')
    .selectAll()
    .where('uuid', 'in', uuids)
    .where(isNotDeleted('offers'))
    .where(branchFilter(actor, 'offers'))
    .execute();
  const found = await presentAll(deps, rows);
  return found.map((offer, at) => ({ ...offer, file_id: rows[at]?.file_id ?? null }));
}

export async function draftOffer(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  input: OfferInput,
  uuid?: string,
): Promise<RecordDraft<'offers'>> {
  const { version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'offers', uuid, expectedVersion, GONE);
  const values = offerColumns(fields, before ?? undefined);
  const today = todayOf(await offerDays({ db, clock }), values);
  const message = effectOf(values, today, before ? EFFECTS.changed : EFFECTS.added);
  return { table: 'offers', before, values, message };
}

/** Returns the pictures that the form of an offer sends. */
export const offerFormPictures = (input: OfferInput, image: ReceivedFile | undefined): FormPictures => ({
  image,
  wish: input,
  isOptional: true,
});

export const storeOffer = (
  deps: SaveDeps,
  call: PlannedCall,
  input: OfferInput,
  image: ReceivedFile | undefined,
) => saveOffer(deps, call, input, image);

export const updateOffer = (
  deps: SaveDeps,
  call: PlannedCall,
  uuid: string,
  input: OfferInput,
  image: ReceivedFile | undefined,
) => saveOffer(deps, call, input, image, uuid);

async function saveOffer(
  deps: SaveDeps,
  call: PlannedCall,
  input: OfferInput,
  image: ReceivedFile | undefined,
  uuid?: string,
) {
  let warning: string | null | undefined;
  const saved = await saveWithPictures(deps, call, offerFormPictures(input, image), async (db) => {
    const draft = await draftOffer({ ...deps, db }, input, uuid);
    const { before } = draft;
    const shown = before?.standing === null ? before : null;
    const save = { ...draft, before: shown, ...(before && { id: before.id }) } as PricedSave;
    [warning] = await unitPriceWarnings(db, [save]);
    if (warning && input.unit_price_check) throw unitPriceQuestion([warning]);
    return draft;
  });
  return { ...saved, ...(warning && { unit_price_warning: warning }) };
}

export async function destroyOffer(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteRecord(work, 'offers', await findRecord(work.trx, 'offers', uuid, GONE));
  });
  return { message: EFFECTS.removed };
}

/** Returns what a save changes for shoppers: `current`, or a text for future and ended offers. */
function effectOf(
  offer: Pick<OfferTable, 'valid_from' | 'valid_until'>,
  today: string,
  current: string,
): string {
  const state = offerState(offer, today);
  if (state === 'ended') return `Valeu até ${formatDate(offer.valid_until)}, que já passou.`;
  if (state === 'current') return current;
  return `Começa a valer em ${formatDate(offer.valid_from)}.`;
}

/** Throws if one of `branches` is deleted, before a table of offers is read or many offers change. */
export async function ensureBranchesExist(
  db: DbOrTransaction,
  branches: readonly string[] | null | undefined,
): Promise<void> {
  if (!branches) return;
  const { deleted } = await splitBranches(db, branches);
  if (deleted.length > 0) throw invalidField('branches', BRANCH_GONE);
}

/** Returns the condition for offers that are valid in a branch. */
export const isValidInBranch = (db: QueryExecutorProvider, branch: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(offers.branches is null or ${namesBranch(db, branch)})`;

/** Returns the condition for offers that name a branch. PostgreSQL has an index for it. */
export const namesBranch = (db: QueryExecutorProvider, branch: string): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`offers.branches::jsonb ? ${branch}`
    : sql<SqlBool>`instr(offers.branches, ${`"${branch}"`}) > 0`;

/** Returns the columns of an offer; absent fields keep their stored values. */
export function offerColumns(
  input: Omit<OfferInput, 'version' | 'unit_price_check'>,
  stored?: Row<'offers'>,
) {
  const { product, size, unit, price, department, valid_from, valid_until, branches, highlight } = input;
  const columns = {
    product,
    brand: valueOrStored(input.brand, stored?.brand),
    size: parseThousandths(size),
    unit,
    price: parseCents(price),
    former_price: valueOrStored(centsOrNone(input.former_price), stored?.former_price),
    card_price: valueOrStored(centsOrNone(input.card_price), stored?.card_price),
    customer_limit: valueOrStored(input.customer_limit, stored?.customer_limit),
    department,
    branches: valueOrStored(branches && JSON.stringify([...new Set(branches)].sort()), stored?.branches),
    valid_from,
    valid_until,
    highlight: highlight === undefined ? (stored?.highlight ?? 0) : Number(highlight),
    place: valueOrStored(input.place, stored?.place),
    alt: altOf(input, stored?.alt),
  };
  return { ...columns, ...derived(columns) };
}

const centsOrNone = (price: string | null | undefined) =>
  price ? parseCents(price) : (price as null | undefined);

const priceOrNone = (cents: number | null) => (cents === null ? null : formatCents(cents));

type DerivedFrom =
  | 'product'
  | 'brand'
  | 'price'
  | 'former_price'
  | 'card_price'
  | 'department'
  | 'valid_from'
  | 'valid_until'
  | 'highlight'
  | 'place';

/** Counts one published offer as the triggers of migration 0044 do. */
function countsOfOne(offer: Row<'offers'>, sign: 1 | -1) {
  const { branches, department, valid_from, valid_until, deleted_at, standing } = offer;
  if (deleted_at !== null || standing !== null) return [];
  const codes: string[] = branches === null ? ['all'] : [...parseStored<string[]>(branches, []), 'some'];
  return codes.flatMap((code) => [
    { code, day: valid_from, department, begins: sign, ends: 0, fresh: 0 },
    { code, day: valid_until, department, begins: 0, ends: sign, fresh: 0 },
  ]);
}

/** Greater than any `place`. */
const LAST = 10_000;

function derived(offer: Pick<OfferTable, DerivedFrom>) {
  const { product, brand, department, highlight, place } = offer;
  const [price, former_price] = [formatCents(offer.price), priceOrNone(offer.former_price)];
  // Fields that a save leaves unchanged may contradict those that it changes.
  for (const { field, text } of contradictionsIn({
    ...offer,
    price,
    former_price,
    card_price: priceOrNone(offer.card_price),
  }))
    throw invalidField(field, text);
  return {
    saving: discountPercent(price, former_price),
    rank: (highlight ? 0 : 2 * LAST) + (place ?? LAST),
    search: searchText(product, brand, DEPARTMENTS[department]),
    product_key: searchText(product),
    department_key: searchText(DEPARTMENTS[department]),
  };
}

export async function presentAll(deps: ReadDeps, rows: Row<'offers'>[]): Promise<Offer[]> {
  const days = await offerDays(deps);
  const image = await loadImages(
    deps,
    rows.map(({ file_id }) => file_id),
  );
  return rows.map((row) => present(row, image(row.file_id, row.alt), todayOf(days, row)));
}

function present(row: Row<'offers'>, file: ImageFile | null, today: string): Offer {
  const size = formatThousandths(row.size);
  const price = formatCents(row.price);
  return {
    id: row.id,
    uuid: row.uuid,
    product: row.product,
    brand: row.brand,
    size,
    unit: row.unit,
    price,
    former_price: priceOrNone(row.former_price),
    card_price: priceOrNone(row.card_price),
    unit_price: calculateUnitPrice({ price, size, unit: row.unit }),
    saving: row.saving,
    customer_limit: row.customer_limit,
    department: row.department,
    branches: row.branches === null ? null : parseStored<string[]>(row.branches, []),
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    state: offerState(row, today),
    highlight: row.highlight === 1,
    place: row.place,
    file,
    version: row.version,
    updated_at: row.updated_at,
  };
}
