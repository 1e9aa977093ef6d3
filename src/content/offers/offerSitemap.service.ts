import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { DEPARTMENTS, type Department } from '../pricing/offer.types.ts';
import { readSitemapPart, sitemapParts } from '../sitemapEntries/sitemapParts.service.ts';
import { type OfferDays, offerDays, todaySql } from './offerDays.ts';
import { countOffers } from './offerSelection.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** Returns the condition for offers that are valid today or later. */
const notEnded = (days: OfferDays) => [sql<SqlBool>`valid_until >= ${todaySql(days)}`];

export async function readOfferSitemap(deps: ReadDeps) {
  const days = await offerDays(deps);
  const [parts, counted] = await Promise.all([
    sitemapParts(deps, 'offers', notEnded(days)),
    countOffers(deps, days),
  ]);
  const present = new Set(counted.map(({ department }) => department));
  return { parts, departments: (Object.keys(DEPARTMENTS) as Department[]).filter((key) => present.has(key)) };
}

export const readOfferSitemapPart = async (deps: ReadDeps, part: number) =>
  readSitemapPart(deps, 'offers', part, notEnded(await offerDays(deps)));
