import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { partsOf, readMapPart } from '../records/recordMap.service.ts';
import { DEPARTMENTS, type Department } from './offer.types.ts';
import { type OfferDays, offerDays, todayColumn } from './offerDays.ts';
import { countsOf } from './offerSelection.service.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** What holds or is to come. */
const lasting = (days: OfferDays) => [sql<SqlBool>`valid_until >= ${todayColumn(days)}`];

export async function readMap(deps: Reading) {
  const days = await offerDays(deps);
  const [parts, counted] = await Promise.all([partsOf(deps, 'offers', lasting(days)), countsOf(deps, days)]);
  const there = new Set(counted.map(({ department }) => department));
  return { parts, departments: (Object.keys(DEPARTMENTS) as Department[]).filter((key) => there.has(key)) };
}

export const readOffersPart = async (deps: Reading, part: number) =>
  readMapPart(deps, 'offers', part, lasting(await offerDays(deps)));
