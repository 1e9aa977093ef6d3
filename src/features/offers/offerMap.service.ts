import { type SqlBool, sql } from 'kysely';
import { dayAt } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { partsOf, readMapPart } from '../records/recordMap.service.ts';
import { DEPARTMENTS, type Department } from './offer.types.ts';
import { countsOf } from './offerSelection.service.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** What holds or is to come. */
const lasting = ({ clock }: Reading) => [sql<SqlBool>`valid_until >= ${dayAt(clock.now())}`];

export async function readMap(deps: Reading) {
  const [parts, counted] = await Promise.all([
    partsOf(deps, 'offers', lasting(deps)),
    countsOf(deps, dayAt(deps.clock.now())),
  ]);
  const there = new Set(counted.map(({ department }) => department));
  return { parts, departments: (Object.keys(DEPARTMENTS) as Department[]).filter((key) => there.has(key)) };
}

export const readOffersPart = (deps: Reading, part: number) =>
  readMapPart(deps, 'offers', part, lasting(deps));
