import type { Deps } from '../../platform/deps.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { type Holiday, holidaysBetween } from './holidays.ts';
import type { HolidayProposal } from './specialDay.contract.ts';
import { placeNames } from './specialDay.service.ts';
import type { SPECIAL_DAY_PLACES } from './specialDay.types.ts';

/** Days ahead for which holidays are proposed. */
const AHEAD_DAYS = 365;

/**
 * Returns coming holidays that are not decided for all places they affect. A national holiday affects all
 * places. A state holiday affects the branches of that state, and the shopping centre and cinema if the
 * company is there.
 */
export async function holidayProposals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  days = AHEAD_DAYS,
): Promise<HolidayProposal[]> {
  const today = dayAt(clock.now());
  const last = addDays(today, days);
  const [locations, decided, inWords] = await Promise.all([
    readStates(db),
    db
      .selectFrom('exceptions')
      .select(['date', 'places'])
      .where(isNotDeleted('exceptions'))
      .where('date', '>=', today)
      .where('date', '<=', last)
      .execute(),
    placeNames(db),
  ]);
  const covered = Map.groupBy(decided, ({ date }) => date);
  const holidays = holidaysBetween(today, last);
  const national = new Set(holidays.filter(({ state }) => !state).map(({ date }) => date));
  return holidays
    .filter(({ state, date }) => !state || !national.has(date))
    .flatMap((holiday) => {
      const decidedPlaces = (covered.get(holiday.date) ?? []).flatMap(({ places }) =>
        parseStored<string[]>(places, []),
      );
      const places = undecided(holiday, locations, decidedPlaces);
      if (places.length === 0) return [];
      const { date, name, state = null, kind } = holiday;
      return [{ date, name, state, by_law: kind === 'holiday', places, places_text: inWords(places) }];
    });
}

type PlaceStates = { place: string; state: string | null }[];

function undecided({ state }: Holiday, locations: PlaceStates, decidedPlaces: readonly string[]): string[] {
  if (decidedPlaces.includes('all')) return [];
  if (!state && decidedPlaces.length === 0) return ['all' satisfies keyof typeof SPECIAL_DAY_PLACES];
  return locations
    .filter((stand) => (!state || stand.state === state) && !decidedPlaces.includes(stand.place))
    .map(({ place }) => place);
}

/** Returns the state of each place; the shopping centre and the cinema are in the company's state. */
async function readStates(db: Deps['db']): Promise<PlaceStates> {
  const [company, branches] = await Promise.all([
    db
      .selectFrom('company_information')
      .select('state')
      .where(isPublished('company_information'))
      .executeTakeFirst(),
    db
      .selectFrom('branches')
      .select(['uuid as place', 'state'])
      .where(isPublished('branches'))
      .orderBy('position')
      .execute(),
  ]);
  const state = company?.state ?? null;
  const own = ['shopping', 'cinema'] satisfies (keyof typeof SPECIAL_DAY_PLACES)[];
  return [...branches, ...own.map((place) => ({ place, state }))];
}
