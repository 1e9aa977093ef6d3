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
import { formatCount, plural } from '../../shared/text/plural.ts';
import { offerIdentity } from './import/offerIdentity.ts';
import { MAX_OFFER_ROWS } from './import/offerImport.contract.ts';
import { unitPriceQuestion, warningsOfVisibleChanges, warningsText } from './unitPriceCheck.ts';

const NOTHING = 'Nenhuma oferta acabou ontem, ou todas já se repetem hoje.';
const tooManyText = () =>
  `Mais de ${formatCount(MAX_OFFER_ROWS)} ofertas acabaram ontem. Repita por planilha, em partes.`;

const daysOf = ({ valid_from, valid_until }: Pick<Row<'offers'>, 'valid_from' | 'valid_until'>) =>
  daysBetween(valid_from, valid_until);

/** Returns equal texts for offers that shoppers cannot tell apart, whatever their days are. */
const keyOf = (offer: Row<'offers'>) => offerIdentity({ ...offer, valid_from: '' });

export async function repeatOffers(
  { write, clock }: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  { unit_price_check }: { unit_price_check?: boolean | undefined },
) {
  const today = dayAt(clock.now());
  const { count, warnings } = await write(actor, async (work) => {
    const own = work.trx
      .selectFrom('offers')
      .selectAll()
      .where(isPublished('offers'))
      .where(branchFilter(actor, 'offers'))
      .orderBy('id');
    const ended = await own
      .where('valid_until', '=', addDays(today, -1))
      .limit(MAX_OFFER_ROWS + 1)
      .execute();
    if (ended.length > MAX_OFFER_ROWS) throw new Failure('conflict', tooManyText());
    const names = [...new Set(ended.map(({ product_key }) => product_key))];
    const continued = new Set(
      names.length === 0
        ? []
        : (await own.where('valid_until', '>=', today).where('product_key', 'in', names).execute()).map(
            keyOf,
          ),
    );
    const missing = ended.filter((offer) => !continued.has(keyOf(offer)));
    const changes: PublishedChange<'offers'>[] = [];
    for (const offer of missing) {
      const { id, uuid, version, created_at, updated_at, deleted_at, standing, ...content } = offer;
      const repeated = {
        ...content,
        ...(await columnsWithoutDeletedNames(work.trx, 'offers', content)),
        valid_from: today,
        valid_until: addDays(today, daysOf(offer)),
      };
      const after = await insertRecord(work, 'offers', repeated, { hasStoredNames: true });
      changes.push({ before: null, after });
      await yieldIfLong();
    }
    const warnings = await warningsOfVisibleChanges(work.trx, changes);
    if (unit_price_check && warnings.length > 0) throw unitPriceQuestion(warnings);
    return { count: missing.length, warnings };
  });
  if (count === 0) throw new Failure('conflict', NOTHING);
  return {
    message: `${plural(count, 'oferta vale', 'ofertas valem')} de novo a partir de hoje.`,
    count,
    ...(warnings.length > 0 && { warning: warningsText(warnings) }),
  };
}
