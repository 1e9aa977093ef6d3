import type { z } from 'zod';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { yieldIfLong } from '../../platform/processes/yieldToEventLoop.ts';
import { branchFilter } from '../../platform/security/access.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { insertRecord, type Row } from '../../records/server/store/records.ts';
import { columnsWithoutDeletedNames } from '../../records/server/store/references.ts';
import type { PublishedChange } from '../../records/server/versions/history.ts';
import { addDays, dayAt, daysBetween } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import { formatDate } from '../../shared/text/format.ts';
import { formatCount, plural } from '../../shared/text/plural.ts';
import { offerIdentity } from './import/offerIdentity.ts';
import { type repeatOffers as endpoint, MAX_OFFER_ROWS } from './import/offerImport.contract.ts';
import { ALL_BRANCHES } from './offer.contract.ts';
import { namesBranch } from './offer.service.ts';
import { unitPriceQuestion, warningsOfVisibleChanges, warningsText } from './unitPriceCheck.ts';

type RepeatInput = z.output<(typeof endpoint)['body']['schema']>;

const NOTHING = 'Nenhuma oferta acabou ontem, ou todas já se repetem hoje.';
const tooManyText = () =>
  `São mais de ${formatCount(MAX_OFFER_ROWS)} ofertas. Copie em partes, por departamento ou filial.`;

const daysOf = ({ valid_from, valid_until }: Pick<Row<'offers'>, 'valid_from' | 'valid_until'>) =>
  daysBetween(valid_from, valid_until);

/** Returns equal texts for offers that shoppers cannot tell apart, whatever their days are. */
const keyOf = (offer: Row<'offers'>) => offerIdentity({ ...offer, valid_from: '' });

/**
 * Copies the offers of one day to another. Without days, it repeats from today those that ended yesterday.
 */
export async function repeatOffers(
  { db, write, clock }: Pick<Deps, 'db' | 'write' | 'clock'>,
  actor: Actor,
  input: RepeatInput,
) {
  const today = dayAt(clock.now());
  const { from, unit_price_check, trial } = input;
  const target = input.to ?? today;
  if (trial) {
    const { missing, found } = await offersToCopy(db, actor, input, target);
    const count = missing.length;
    return { message: count === 0 ? nothingText(input, found) : copiedText(count, target, 'before'), count };
  }
  const { count, found, warnings } = await write(actor, async (work) => {
    const { missing, found } = await offersToCopy(work.trx, actor, input, target);
    const changes: PublishedChange<'offers'>[] = [];
    for (const offer of missing) {
      const { id, uuid, version, created_at, updated_at, deleted_at, standing, ...content } = offer;
      const repeated = {
        ...content,
        ...(await columnsWithoutDeletedNames(work.trx, 'offers', content)),
        valid_from: target,
        valid_until: lastDayOf(target, daysOf(offer)),
      };
      const after = await insertRecord(work, 'offers', repeated, { hasStoredNames: true });
      changes.push({ before: null, after });
      await yieldIfLong();
    }
    const warnings = await warningsOfVisibleChanges(work.trx, changes);
    if (unit_price_check && warnings.length > 0) throw unitPriceQuestion(warnings);
    return { count: missing.length, found, warnings };
  });
  if (count === 0 && !from) throw new Failure('conflict', NOTHING);
  return {
    message: !from
      ? `${plural(count, 'oferta vale', 'ofertas valem')} de novo a partir de hoje.`
      : count === 0
        ? nothingText(input, found)
        : copiedText(count, target, 'after'),
    count,
    ...(warnings.length > 0 && { warning: warningsText(warnings) }),
  };
}

/** Returns the published offers of the caller that are to be copied, without those that exist at the target. */
async function offersToCopy(
  db: DbOrTransaction,
  actor: Actor,
  { from, department, branch }: RepeatInput,
  target: string,
): Promise<{ missing: Row<'offers'>[]; found: number }> {
  const own = db
    .selectFrom('offers')
    .selectAll()
    .where(isPublished('offers'))
    .where(branchFilter(actor, 'offers'))
    .orderBy('id');
  const found = await own
    .$if(!from, (query) => query.where('valid_until', '=', addDays(target, -1)))
    .$if(Boolean(from), (query) =>
      query.where('valid_from', '<=', from as string).where('valid_until', '>=', from as string),
    )
    .$if(Boolean(department), (query) => query.where('department', '=', department as never))
    .$if(branch === ALL_BRANCHES, (query) => query.where('branches', 'is', null))
    .$if(branch !== undefined && branch !== ALL_BRANCHES, (query) =>
      query.where('branches', 'is not', null).where(namesBranch(db, branch as string) as never),
    )
    .limit(MAX_OFFER_ROWS + 1)
    .execute();
  if (found.length > MAX_OFFER_ROWS) throw new Failure('conflict', tooManyText());
  const existing = new Set<string>();
  const names = [...new Set(found.map(({ product_key }) => product_key))];
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    const rows = await own
      .where('valid_until', '>=', target)
      // Offers that begin after the target day do not prevent a copy, unless it repeats those of yesterday.
      .$if(Boolean(from), (query) => query.where('valid_from', '<=', target))
      .where('product_key', 'in', names.slice(at, at + NAMES_AT_ONCE))
      .execute();
    for (const row of rows) existing.add(keyOf(row));
    await yieldIfLong();
  }
  // Two offers of one day may differ in their days only: the first is copied.
  const missing = found.filter((offer) => {
    const key = keyOf(offer);
    if (existing.has(key)) return false;
    if (from) existing.add(key);
    return true;
  });
  return { missing, found: found.length };
}

const NAMES_AT_ONCE = 500;

const LAST_DAY = '9999-12-31';
const lastDayOf = (first: string, days: number) => {
  const last = addDays(first, days);
  return last.length > LAST_DAY.length ? LAST_DAY : last;
};

const copiedText = (count: number, target: string, when: 'before' | 'after') => {
  const one = when === 'after' ? 'oferta copiada' : 'oferta será copiada';
  const many = when === 'after' ? 'ofertas copiadas' : 'ofertas serão copiadas';
  return `${plural(count, one, many)} para ${formatDate(target)}.`;
};

function nothingText({ department, branch }: RepeatInput, found: number): string {
  if (found > 0) return 'As ofertas deste dia já valem no outro.';
  return department || branch
    ? 'Não há ofertas assim neste dia para copiar.'
    : 'Não há ofertas neste dia para copiar.';
}
