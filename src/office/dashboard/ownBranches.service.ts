import { branchZone } from '../../content/branches/branchZones.ts';
import { countOffersOf } from '../../content/offers/offer.service.ts';
import { offerDays } from '../../content/offers/offerDays.ts';
import { countOffers } from '../../content/offers/offerSelection.service.ts';
import { branchOfferQueries } from '../../content/offers/offerTasks.ts';
import type { WeekdayHours } from '../../content/openingHours/hours.contract.ts';
import type { HoursSpan } from '../../content/openingHours/weekdays.ts';
import { holidayProposals } from '../../content/specialDays/holidayProposals.service.ts';
import { placeSpecialDays } from '../../content/specialDays/placeSpecialDays.ts';
import type { HolidayProposal, PublicSpecialDay } from '../../content/specialDays/specialDay.contract.ts';
import { publicSpecialDays } from '../../content/specialDays/specialDay.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { addDays, dayAt, weekdayOf } from '../../shared/dates.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { MAX_OWN_BRANCHES, type OwnBranch } from './dashboard.contract.ts';
import type { DashboardAccess } from './pendingWork.service.ts';

type Reading = Pick<Deps, 'db' | 'clock'>;

/** Days ahead of the special days and holidays, and most of them. */
const COMING_DAYS = 21;
const MAX_COMING = 4;

/** Returns the branches of a user who is limited to some, as they are today; none for all other users. */
export async function readOwnBranches(
  deps: Reading,
  { actor, canSee }: Pick<DashboardAccess, 'actor' | 'canSee'>,
): Promise<OwnBranch[]> {
  if (actor.branches === null || actor.branches.length === 0) return [];
  const rows = await deps.db
    .selectFrom('branches')
    .select(['uuid', 'name', 'hours', 'state', 'time_zone', 'standing'])
    .where(isNotDeleted('branches'))
    .where(branchFilter(actor, 'branches'))
    .orderBy('position')
    .orderBy('id')
    .limit(MAX_OWN_BRANCHES)
    .execute();
  // Without the permission to see branches, the user knows what the site shows.
  const branches = rows.filter(({ standing }) => standing === null || canSee('branches'));
  if (branches.length === 0) return [];
  const [days, holidays, offers] = await Promise.all([
    publicSpecialDays(deps),
    canSee('exceptions') ? holidayProposals(deps, COMING_DAYS) : [],
    canSee('offers') ? countBranchOffers(deps, actor, branches) : [],
  ]);
  return branches.map(({ uuid, name, standing, ...branch }, at) => {
    const today = dayAt(deps.clock.now(), branchZone(branch));
    return {
      uuid,
      name,
      published: standing === null,
      ...hoursOn(today, parseStored<WeekdayHours[]>(branch.hours, []), placeSpecialDays(days, uuid)),
      offers: offers[at] ?? null,
      coming: comingDays(uuid, today, days, holidays),
    };
  });
}

/** Returns the opening hours of a day; a special day replaces the weekly hours. */
function hoursOn(
  day: string,
  weekly: readonly WeekdayHours[],
  special: ReturnType<typeof placeSpecialDays>,
): Pick<OwnBranch, 'hours' | 'reason'> {
  const own = special.find(({ date }) => date === day);
  if (own) return { hours: own.spans.map(spanOf), reason: own.reason };
  const usual = weekly.filter(({ weekday }) => weekday === weekdayOf(day)).map(spanOf);
  return { hours: weekly.length > 0 ? usual : null, reason: null };
}

const spanOf = ({ opens, closes }: HoursSpan) => ({ opens, closes });

function comingDays(
  uuid: string,
  today: string,
  days: readonly PublicSpecialDay[],
  holidays: readonly HolidayProposal[],
): OwnBranch['coming'] {
  const decided = placeSpecialDays(days, uuid).map(({ date, reason, spans }) => ({
    ...{ date, reason, hours: spans.map(spanOf) },
  }));
  const undecided = holidays
    .filter(({ places }) => places.includes('all') || places.includes(uuid))
    .map(({ date, name }) => ({ date, reason: name, hours: null }));
  return [...decided, ...undecided]
    .filter(({ date }) => date > today && date <= addDays(today, COMING_DAYS))
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .slice(0, MAX_COMING);
}

async function countBranchOffers(
  deps: Reading,
  actor: DashboardAccess['actor'],
  branches: readonly { uuid: string }[],
): Promise<OwnBranch['offers'][]> {
  const days = await offerDays(deps);
  const queries = branches.flatMap(({ uuid }) => {
    const { current, ending_today } = branchOfferQueries(uuid);
    return [current, ending_today];
  });
  const [counts, valid] = await Promise.all([
    countOffersOf(deps, actor, queries),
    Promise.all(branches.map(({ uuid }) => countOffers(deps, days, uuid))),
  ]);
  return branches.map((_, at) => {
    const [current = 0, ending_today = 0] = counts.slice(2 * at);
    const all = (valid[at] ?? []).reduce((sum, { count, coming }) => sum + count - coming, 0);
    return { current, ending_today, shared: Math.max(0, all - current) };
  });
}
