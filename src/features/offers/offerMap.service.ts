import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { partsOf, readMapPart } from '../records/recordMap.service.ts';
import { DEPARTMENTS, type Department } from './offer.types.ts';
import { type OfferDays, offerDays, todayColumn } from './offerDays.ts';
import { countsOf } from './offerSelection.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** Returns the condition for offers that are valid today or later. */
const notEnded = (days: OfferDays) => [sql<SqlBool>`valid_until >= ${todayColumn(days)}`];

export async function readMap(deps: ReadDeps) {
  const days = await offerDays(deps);
  const [parts, counted] = await Promise.all([partsOf(deps, 'offers', notEnded(days)), countsOf(deps, days)]);
  const present = new Set(counted.map(({ department }) => department));
  return { parts, departments: (Object.keys(DEPARTMENTS) as Department[]).filter((key) => present.has(key)) };
}

export const readOffersPart = async (deps: ReadDeps, part: number) =>
  readMapPart(deps, 'offers', part, notEnded(await offerDays(deps)));
