import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PlannedCall } from '../../platform/publication.ts';
import { branchFilter } from '../../platform/security/access.ts';
import type { SaveDeps } from '../../records/server/files/recordPictures.ts';
import { countQueries } from '../../records/server/lists/countQueries.ts';
import { selectList } from '../../records/server/lists/list.ts';
import { anyOf, filterRules, isDraft } from '../../records/server/lists/listFilters.ts';
import { branchScope, isPostgres, type ListRules } from '../../records/server/lists/listRequirements.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import {
  type FormFiles,
  listRulesOf,
  recordService,
  type TableOf,
} from '../../records/server/recordService.ts';
import type { Row } from '../../records/server/store/records.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { invalidField } from '../../shared/failure.ts';
import { MAX_FILTER_VALUES } from '../../shared/filters.ts';
import type { VersionValue } from '../../shared/history.ts';
import type { ListQuery } from '../../shared/list.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { droppedBranchesText, splitBranches } from '../branchChoice/deletedBranches.ts';
import { namedBranches } from '../branchChoice/namedBranches.ts';
import { typedNumber } from '../pricing/offer.format.ts';
import { offerState } from '../pricing/offer.state.ts';
import type { Department } from '../pricing/offer.types.ts';
import { formatCents, formatPrice } from '../pricing/price.ts';
import { discountPercent, formatThousandths } from '../pricing/prices.ts';
import {
  ALL_BRANCHES,
  contradictionsIn,
  type Offer,
  type OfferInput,
  offerRecord,
} from './offer.contract.ts';
import { priceOrNone } from './offer.fields.ts';
import { endsToday, isInState, type OfferDays, offerDays, todayOf } from './offerDays.ts';
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

export interface OfferTable extends TableOf<typeof offerRecord> {}

const BRANCH_GONE = 'Uma filial escolhida não existe mais. Desmarque-a e salve de novo.';

const EFFECTS = {
  added: 'Já está valendo.',
  changed: 'A mudança já vale.',
  removed: 'Não vale mais.',
};

const priceInWords = (cents: number): VersionValue => ({
  kind: 'text',
  text: formatPrice(formatCents(cents)),
});

const standardService = recordService(offerRecord, {
  gone: 'Esta oferta não existe mais.',
  effects: EFFECTS,
  message: async (offer, deps, effect) => effectOf(offer, todayOf(await offerDays(deps), offer), effect),
  validate(offer) {
    // Fields that a save leaves unchanged may contradict those that it changes.
    const { price, former_price, card_price, valid_from, valid_until } = offer;
    for (const { field, text } of contradictionsIn({
      price: formatCents(price),
      former_price: priceOrNone(former_price),
      card_price: priceOrNone(card_price),
      valid_from,
      valid_until,
    }))
      throw invalidField(field, text);
  },
  derived: ({ price, former_price, highlight, place }) => ({
    saving: discountPercent(formatCents(price), priceOrNone(former_price)),
    rank: (highlight ? 0 : 2 * LAST) + (place ?? LAST),
  }),
  valuesInWords: () => ({
    size: (thousandths) => ({ kind: 'text', text: typedNumber(formatThousandths(thousandths)) }),
    price: priceInWords,
    former_price: priceInWords,
    card_price: priceInWords,
    branches: (stored) => ({
      kind: 'fact',
      text: plural(parseStored<string[]>(stored, []).length, 'filial', 'filiais'),
    }),
  }),
  async complete(deps, rows) {
    const days = await offerDays(deps);
    return rows.map((row) => ({ ...row, state: offerState(row, todayOf(days, row)) }));
  },
});

declareComposition('offers', {
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

export const offerService = {
  ...standardService,
  list: listOffers,
  store: (deps: SaveDeps, call: PlannedCall, input: OfferInput, files?: FormFiles) =>
    saveOffer(deps, call, input, files),
  update: (deps: SaveDeps, call: PlannedCall, uuid: string, input: OfferInput, files?: FormFiles) =>
    saveOffer(deps, call, input, files, uuid),
};

export type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

async function listOffers(deps: ReadDeps, query: ListQuery, actor: Actor) {
  const days = await offerDays(deps);
  return selectList(
    deps.db,
    deps.db.selectFrom('offers').selectAll().where(isNotDeleted('offers')),
    query,
    listRules(deps, actor, days),
    (rows) => standardService.presentAll(deps, rows),
  );
}

const listRules = (deps: Pick<ReadDeps, 'db'>, actor: Actor, days: OfferDays): ListRules => ({
  ...listRulesOf(offerRecord),
  filters: filtersOn(deps, actor, days),
  asOf: JSON.stringify([days.today, ...days.branchesByDay]),
  scope: scopeOf(deps.db, actor),
  order: '-id',
});

/** Returns how many offers the actor's list shows for each of `queries`. */
export async function countOffersOf(
  deps: Pick<ReadDeps, 'db' | 'clock'>,
  actor: Actor,
  queries: readonly Readonly<Record<string, string>>[],
): Promise<number[]> {
  return countQueries(deps.db, listRules(deps, actor, await offerDays(deps)), queries);
}

function scopeOf(db: QueryExecutorProvider, actor: Actor) {
  const scope = branchScope(actor, 'offers');
  if (!scope || !isPostgres(db)) return scope;
  // Offers that only these branches have must name one of them, which PostgreSQL can look up in an index.
  const where = sql<SqlBool>`(offers.branches::jsonb ?| ${actor.branches}::text[] and ${scope.where})`;
  return { ...scope, where };
}

/** Size of one piece, in thousandths. */
const ONE_PIECE = sql.lit(1000);

/** Departments whose goods are compared by piece, although a name may say a size: a bucket of 10 litres. */
const COMPARED_BY_PIECE: readonly Department[] = ['home', 'electronics'];

/** Units as names of products have them after a number, folded. */
const UNITS_IN_NAMES = ['kg', 'g', 'ml', 'l', 'lt', 'litro', 'litros', 'un', 'unidades', 'duzias'];

/** Returns the condition for goods whose name says the size that an offer of one piece lacks. */
function lacksSize(db: QueryExecutorProvider): RawBuilder<SqlBool> {
  const patterns = UNITS_IN_NAMES.flatMap((unit) => [`*[0-9]${unit}[^a-z]*`, `*[0-9] ${unit}[^a-z]*`]);
  const saysSize = isPostgres(db)
    ? sql`offers.product_key ~ ${`[0-9] ?(${UNITS_IN_NAMES.join('|')})\\M`}`
    : anyOf(...patterns.map((pattern) => sql<SqlBool>`offers.product_key || ' ' glob ${pattern}`));
  return sql`offers.department not in (${sql.join(COMPARED_BY_PIECE)}) and ${saysSize}`;
}

const withoutText = () => sql<SqlBool>`offers.alt is null and offers.file_id is not null`;

function filtersOn({ db }: Pick<ReadDeps, 'db'>, actor: Actor, days: OfferDays) {
  return filterRules('offers', offerRecord.filters, {
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
    ends: {
      where: () => endsToday(days),
      whereAlongOrder: () => endsToday(days, (column) => sql`coalesce(${column}, '')`),
    },
    highlight: () => sql`offers.highlight = 1`,
    photo: {
      where: () => sql`offers.file_id is null`,
      whereAlongOrder: () => sql`coalesce(offers.file_id, 0) = 0`,
    },
    alt: withoutText,
    unit_price: {
      where: () => sql`(offers.unit = 'un' and offers.size = ${ONE_PIECE} and ${lacksSize(db)})`,
      whereAlongOrder: () =>
        sql`(coalesce(offers.unit, '') = 'un' and offers.size = ${ONE_PIECE} and ${lacksSize(db)})`,
    },
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
  const found = await standardService.presentAll(deps, rows);
  return found.map((offer, at) => ({ ...offer, file_id: rows[at]?.file_id ?? null }));
}

async function saveOffer(
  deps: SaveDeps,
  call: PlannedCall,
  input: OfferInput,
  files: FormFiles = {},
  uuid?: string,
) {
  let warning: string | null | undefined;
  const saved = await standardService.saveWith(deps, call, input, files, async (db) => {
    const draft = await standardService.draft({ ...deps, db, actor: call.actor }, input, uuid);
    const { before } = draft;
    const shown = before?.standing === null ? before : null;
    const save = { ...draft, before: shown, ...(before && { id: before.id }) } as PricedSave;
    [warning] = await unitPriceWarnings(db, [save]);
    if (warning && input.unit_price_check) throw unitPriceQuestion([warning]);
    return draft;
  });
  return { ...saved, ...(warning && { unit_price_warning: warning }) };
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
