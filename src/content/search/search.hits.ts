import { sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { dayAt } from '../../shared/dates.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate } from '../../shared/text/format.ts';
import { branchZone } from '../branches/branchZones.ts';
import { movieStatus } from '../movies/movie.state.ts';
import { bandOf } from '../movies/movie.types.ts';
import { durationInWords, movieStatusText } from '../movies/site/movie.format.browser.ts';
import { publicOffersByIds } from '../offers/publicOffers.service.ts';
import { sizeText, unitPriceText, validityText } from '../pricing/offer.format.ts';
import { dayOfState } from '../pricing/offer.state.ts';
import { VACANCY_TYPES } from '../vacancies/vacancy.types.ts';
import type { SearchHit } from './search.contract.ts';

// Loads the details of search hits per table. Tables that are not listed here show only what the index
// stores.

export type SearchDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;
type Facts = Partial<
  Pick<SearchHit, 'notes' | 'file' | 'price' | 'former_price' | 'hours' | 'time_zone' | 'text'>
>;
type LoadFacts = (deps: SearchDeps, uuids: string[]) => Promise<Map<string, Facts>>;

async function offerFacts(deps: SearchDeps, uuids: string[]): Promise<Map<string, Facts>> {
  const rows = await deps.db.selectFrom('offers').select('id').where('uuid', 'in', uuids).execute();
  const today = dayAt(deps.clock.now());
  const offers = await publicOffersByIds(
    deps,
    rows.map(({ id }) => id),
  );
  return new Map(
    offers.map((offer) => [
      offer.uuid,
      {
        price: offer.price,
        former_price: offer.former_price,
        file: offer.file,
        notes: withoutEmpty([
          [offer.brand, sizeText(offer)].filter(Boolean).join(', '),
          offer.unit_price && unitPriceText(offer.unit_price),
          validityText(offer, dayOfState(offer, today)),
        ]),
      },
    ]),
  );
}

interface PicturedRow {
  uuid: string;
  file_id: number | null;
  alt: string | null;
}

async function factsWithPicture<R extends PicturedRow>(
  deps: SearchDeps,
  rows: R[],
  facts: (row: R) => Facts,
): Promise<Map<string, Facts>> {
  const image = await loadImages(
    deps,
    rows.map(({ file_id }) => file_id),
  );
  return new Map(rows.map((row) => [row.uuid, { file: image(row.file_id, row.alt), ...facts(row) }]));
}

async function recipeFacts(deps: SearchDeps, uuids: string[]) {
  const rows = await deps.db
    .selectFrom('recipes')
    .innerJoin('recipe_categories', 'recipe_categories.id', 'recipes.recipe_category_id')
    .select(['recipes.uuid', 'recipes.file_id', 'recipes.alt', 'recipe_categories.name as category'])
    .where('recipes.uuid', 'in', uuids)
    .execute();
  return factsWithPicture(deps, rows, ({ category }) => ({ notes: [category] }));
}

async function branchFacts(deps: SearchDeps, uuids: string[]) {
  const rows = await deps.db
    .selectFrom('branches')
    .select(['uuid', 'file_id', 'alt', 'road', 'number', 'city', 'state', 'hours', 'time_zone'])
    .where('uuid', 'in', uuids)
    .execute();
  return factsWithPicture(deps, rows, ({ road, number, city, state, hours, time_zone }) => ({
    notes: [`${road}, ${number} · ${city}, ${state}`],
    hours: parseStored(hours, []),
    time_zone: branchZone({ state, time_zone }),
  }));
}

async function shopFacts(deps: SearchDeps, uuids: string[]) {
  const rows = await deps.db
    .selectFrom('shops')
    .select(['uuid', 'file_id', 'alt'])
    .where('uuid', 'in', uuids)
    .execute();
  return factsWithPicture(deps, rows, () => ({}));
}

async function movieFacts(deps: SearchDeps, uuids: string[]) {
  const today = dayAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('movies')
    .select(['uuid', 'file_id', 'alt', 'type', 'classification', 'duration', 'release_date'])
    .where('uuid', 'in', uuids)
    .execute();
  return factsWithPicture(deps, rows, ({ duration, classification, release_date, type }) => ({
    notes: withoutEmpty([
      [bandOf(classification)?.label ?? classification, duration && durationInWords(duration)]
        .filter(Boolean)
        .join(' · '),
      movieStatusText({ status: movieStatus({ type, release_date }, today), release_date }, today),
    ]),
  }));
}

async function vacancyFacts({ db }: SearchDeps, uuids: string[]): Promise<Map<string, Facts>> {
  const rows = await db
    .selectFrom('vacancies')
    .select(['uuid', 'city', 'type', 'open_until'])
    .where('uuid', 'in', uuids)
    .execute();
  return new Map(
    rows.map(({ uuid, city, type, open_until }) => [
      uuid,
      {
        notes: withoutEmpty([
          [city, VACANCY_TYPES[type as keyof typeof VACANCY_TYPES]].filter(Boolean).join(' · '),
          open_until && `Até ${formatDate(open_until)}`,
        ]),
      },
    ]),
  );
}

async function leafletFacts(deps: SearchDeps, uuids: string[]) {
  const rows = await deps.db
    .selectFrom('daily_booklets')
    .select(['uuid', 'file_id', 'alt'])
    .where('uuid', 'in', uuids)
    .execute();
  return factsWithPicture(deps, rows, () => ({}));
}

/** Uses the first page of the booklet as its picture. */
async function bookletFacts(deps: SearchDeps, uuids: string[]) {
  const { rows } = await sql<PicturedRow>`
    select fortnightly_booklets.uuid as uuid, booklet_pages.file_id as file_id, '' as alt
    from fortnightly_booklets join booklet_pages on booklet_pages.booklet_id = fortnightly_booklets.id
    where booklet_pages.page = 1 and fortnightly_booklets.uuid in (${sql.join(uuids)})
  `.execute(deps.db);
  return factsWithPicture(deps, rows, () => ({}));
}

const withoutEmpty = (notes: (string | null | false | undefined)[]): string[] =>
  notes.filter((note) => typeof note === 'string' && note !== '') as string[];

const FACTS: Record<string, LoadFacts> = {
  offers: offerFacts,
  recipes: recipeFacts,
  branches: branchFacts,
  shops: shopFacts,
  movies: movieFacts,
  vacancies: vacancyFacts,
  daily_booklets: leafletFacts,
  fortnightly_booklets: bookletFacts,
};

interface EntryKey {
  entity: string;
  uuid: string;
}

/** Returns a function that gives the details of an entry that the index does not store. */
export async function loadHitDetails(
  deps: SearchDeps,
  entries: readonly EntryKey[],
): Promise<(of: EntryKey) => Facts> {
  const tables = Map.groupBy(entries, ({ entity }) => entity);
  const facts = new Map<string, Map<string, Facts>>();
  for (const [table, of] of tables) {
    const read = FACTS[table];
    if (read)
      facts.set(
        table,
        await read(
          deps,
          of.map(({ uuid }) => uuid),
        ),
      );
  }
  return ({ entity, uuid }) => facts.get(entity)?.get(uuid) ?? {};
}
