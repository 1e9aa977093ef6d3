import { createHash } from 'node:crypto';
import type { Db, DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isReadablePicture } from '../../records/server/files/file.access.ts';
import {
  type FileDeps,
  type FileRow,
  filesById,
  isLibraryPicture,
  PICTURE_GONE,
  presentImage,
  reuseStoredFile,
} from '../../records/server/files/file.service.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import {
  deleteRecord,
  insertRecord,
  locksRows,
  noteLockedByOrder,
  type Row,
  updateRecord,
} from '../../records/server/store/records.ts';
import { addDays, dayAt, daysBetween } from '../../shared/dates.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { formatDate } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { dailyBookletService, dailyOfferOrder } from './dailyBooklet.service.ts';
import {
  type DailyOffersInput,
  type DailyOffersOfDay,
  type DailyOffersOfDays,
  type DayRange,
  MAX_DAYS,
  MAX_OFFERS_PER_DAY,
} from './dailyOffers.contract.ts';

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'publication' | 'clock'>;
type Offer = Row<'daily_booklets'>;

const CHANGED = 'Estes dias mudaram enquanto você montava. Confira e salve de novo.';

/** Returns the offers of each day, and those of the last earlier day that has any. */
export async function readDailyOffers(deps: ReadDeps, range: DayRange): Promise<DailyOffersOfDays> {
  const today = dayAt(deps.clock.now());
  const days = daysOf(range);
  const rows = await offersOn(deps.db, range, today);
  const before = await offersBefore(deps.db, range.from, today);
  const present = await presenter(deps, [...rows, ...before.offers]);
  const of = Map.groupBy(rows, (row) => dayOf(row, today));
  return {
    today,
    days: days.map((day) => ({ day, offers: present(of.get(day) ?? []) })),
    last: before.day === null ? null : { day: before.day, offers: present(before.offers) },
    version: versionOf(rows, today),
  };
}

/** Saves `input` for all of the days, or for none. */
export async function saveDailyOffers(
  deps: FileDeps,
  actor: Actor,
  range: DayRange,
  input: DailyOffersInput,
): Promise<{ message: string }> {
  const days = daysOf(range);
  const today = dayAt(deps.clock.now());
  const files = await picturesOf(deps.db, actor, input);
  const plansOver = (rows: Offer[]) => {
    const of = Map.groupBy(rows, (row) => dayOf(row, today));
    return days.map((day) => planOf(day, of.get(day) ?? [], input, files));
  };
  await deps.write(actor, async (work) => {
    // Serializes concurrent saves, so that the second one fails the version check.
    await lockOrder(work.trx, 'daily_booklets');
    const rows = await offersOn(work.trx, range, today);
    await ensureSeen(work, range, rows, today, input.version);
    const plans = plansOver(rows);
    for (const file of newPicturesIn(plans)) await reuseStoredFile(deps, work, file, fieldOf(input, file));
    for (const plan of plans) await savePlan(work, plan);
  });
  return { message: effectOf(range, input, days.length, today) };
}

/** Returns the days of the period. Throws if it is reversed or too long. */
function daysOf({ from, until }: DayRange): string[] {
  const count = daysBetween(from, until) + 1;
  if (count < 1) throw invalidField('until', 'O último dia vem depois do primeiro.');
  if (count > MAX_DAYS) throw invalidField('until', `Monte até ${MAX_DAYS} dias de uma vez.`);
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

const dayOf = ({ demo, start_date }: Offer, today: string) => (demo === 1 ? today : start_date);

/** Returns the offers of the days in order, unpublished ones included. */
async function offersOn(db: DbOrTransaction, { from, until }: DayRange, today: string): Promise<Offer[]> {
  const isToday = from <= today && today <= until;
  const rows = await db
    .selectFrom('daily_booklets')
    .selectAll()
    .where(isNotDeleted('daily_booklets'))
    .where((eb) => {
      const stored = eb.and([
        eb('demo', '=', 0),
        eb('start_date', '>=', from),
        eb('start_date', '<=', until),
      ]);
      return isToday ? eb.or([stored, eb('demo', '=', 1)]) : stored;
    })
    .orderBy(dailyOfferOrder)
    .$if(locksRows(db), (query) => query.forUpdate())
    .execute();
  return noteLockedByOrder(db, 'daily_booklets', rows);
}

/** Returns the published offers of the last day before `from` that has any. */
async function offersBefore(db: Db, from: string, today: string) {
  const shown = db.selectFrom('daily_booklets').where(isPublished('daily_booklets'));
  const following =
    today < from ? await shown.select('id').where('demo', '=', 1).limit(1).executeTakeFirst() : undefined;
  const stored = await shown
    .select('start_date')
    .where('demo', '=', 0)
    .where('start_date', '<', from)
    .orderBy('start_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [day] = [stored?.start_date, following && today]
    .filter((one) => one !== undefined)
    .toSorted()
    .toReversed();
  if (day === undefined) return { day: null, offers: [] };
  const rows = await offersOn(db, { from: day, until: day }, today);
  return { day, offers: rows.filter(({ standing }) => standing === null) };
}

async function presenter(
  deps: ReadDeps,
  rows: Offer[],
): Promise<(rows: Offer[]) => DailyOffersOfDay['offers']> {
  const files = await filesById(
    deps.db,
    rows.map(({ file_id }) => file_id),
  );
  const uuids = rows.map(({ uuid }) => uuid);
  const standing =
    uuids.length > 0 ? await deps.publication.publicationStatesOf('daily_booklets', uuids) : null;
  return (some) =>
    some.flatMap(({ uuid, version, file_id, alt, text }) => {
      const file = files.get(file_id);
      const publication = standing?.(uuid);
      const isPlain =
        !publication || (!publication.standing && publication.waiting === 0 && !publication.next);
      if (!file) return [];
      const photos = presentImage(deps, file, alt);
      return [{ uuid, version, picture: file.uuid, photos, text, ...(!isPlain && { publication }) }];
    });
}

/** Returns a digest of the records of the days, with their order and versions. */
function versionOf(rows: Offer[], today: string): string {
  const versions = rows.map((row) => [dayOf(row, today), row.uuid, row.version]);
  return createHash('sha256').update(JSON.stringify(versions)).digest('base64url');
}

/**
 * Throws a conflict if the days have changed since `expectedVersion`, with the user of the latest save or
 * deletion.
 */
async function ensureSeen(
  { trx, now }: Work,
  { from, until }: DayRange,
  rows: Offer[],
  today: string,
  expectedVersion: string | undefined,
): Promise<void> {
  if (expectedVersion === undefined || expectedVersion === versionOf(rows, today)) return;
  const last = await trx
    .selectFrom('daily_booklets')
    .select('uuid')
    .where('demo', '=', 0)
    .where('start_date', '>=', from)
    .where('start_date', '<=', until)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const saved = last && (await lastSaved(trx, last.uuid));
  throw new Failure('conflict', CHANGED, { extra: { saved: saved ?? { at: now, by: null } } });
}

/** Read from the audit log, which also records deletions. */
const lastSaved = (db: DbOrTransaction, uuid: string) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'user_name as by'])
    .where('entity', '=', 'daily_booklets')
    .where('entity_uuid', '=', uuid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the pictures by uuid. Throws field errors for missing pictures. */
async function picturesOf(
  db: DbOrTransaction,
  actor: Actor,
  { offers }: DailyOffersInput,
): Promise<Map<string, FileRow>> {
  const codes = [...new Set(offers.map(({ picture }) => picture))];
  const found =
    codes.length > 0
      ? await db
          .selectFrom('files')
          .selectAll()
          .where('uuid', 'in', codes)
          .where(isLibraryPicture)
          .where(isReadablePicture(actor))
          .execute()
      : [];
  const files = new Map(found.map((file) => [file.uuid, file]));
  const removed = offers.flatMap(({ picture }, at) => (files.has(picture) ? [] : [placeOf(at)]));
  if (removed.length > 0)
    throw new Failure('invalid', undefined, {
      fields: Object.fromEntries(removed.map((place) => [place, [PICTURE_GONE]])),
    });
  return files;
}

const placeOf = (at: number) => `offers.${at}.picture`;
const fieldOf = ({ offers }: DailyOffersInput, { uuid }: FileRow) =>
  placeOf(offers.findIndex(({ picture }) => picture === uuid));

/** Target state of one position of a day: an existing record or a new one. */
interface TargetOffer {
  row?: Offer;
  file?: FileRow;
  /** Absent if the stored values stay. */
  submitted?: DailyOffersInput['offers'][number];
}

interface DayPlan {
  day: string;
  targets: TargetOffer[];
  removed: Offer[];
}

/** Plans one day. A picture that the day already has keeps its record and its history. */
function planOf(
  day: string,
  rows: Offer[],
  { offers, existing }: DailyOffersInput,
  files: Map<string, FileRow>,
): DayPlan {
  const left = [...rows];
  const take = (file: FileRow | undefined) => {
    const at = left.findIndex(({ file_id }) => file_id === file?.id);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const submitted = offers.map((offer): TargetOffer => {
    const file = files.get(offer.picture);
    const row = take(file);
    return { submitted: offer, ...(file && { file }), ...(row && { row }) };
  });
  if (existing === 'replace') return { day, targets: submitted, removed: left };
  const targets = [...rows.map((row): TargetOffer => ({ row })), ...submitted.filter(({ row }) => !row)];
  if (targets.length > MAX_OFFERS_PER_DAY)
    throw invalidField(
      'offers',
      `Em ${formatDate(day)} já há ${plural(rows.length, 'foto', 'fotos')}. Cabem ${MAX_OFFERS_PER_DAY} por dia.`,
    );
  return { day, targets, removed: [] };
}

/** Returns the pictures that need a new record, each once and in a fixed order. */
function newPicturesIn(plans: DayPlan[]): FileRow[] {
  const added = plans.flatMap(({ targets }) =>
    targets.flatMap(({ row, file }) => (row || !file ? [] : file)),
  );
  return [...new Set(added)].toSorted((one, other) => one.id - other.id);
}

async function savePlan(work: Work, { day, targets, removed }: DayPlan): Promise<void> {
  for (const row of removed) await deleteRecord(work, 'daily_booklets', row);
  for (const [at, { row, file, submitted }] of targets.entries()) {
    const place = at + 1;
    const columns = { ...dailyBookletService.columns({ start_date: day, ...submitted }, row), place };
    if (!row && file) await insertRecord(work, 'daily_booklets', { file_id: file.id, ...columns });
    if (!row) continue;
    const isSame =
      row.place === place &&
      row.demo === 0 &&
      row.alt === columns.alt &&
      row.text === columns.text &&
      row.start_date === day;
    if (!isSame) await updateRecord(work, 'daily_booklets', row, columns);
  }
}

/** Returns what a save changes for shoppers. */
function effectOf({ from, until }: DayRange, input: DailyOffersInput, days: number, today: string): string {
  const when = days === 1 ? formatDate(from) : `${formatDate(from)} a ${formatDate(until)}`;
  if (input.offers.length === 0 && input.existing === 'replace') return `Sem ofertas: ${when}.`;
  if (until < today) return `Vale para ${when}, que já passou: não aparece no site.`;
  if (days > 1) return `Cada dia de ${when} aparece no site a partir da meia-noite dele.`;
  return from === today
    ? 'Já aparece nas ofertas de hoje, nesta ordem. Sai à meia-noite.'
    : `Aparece no site em ${when}, nesta ordem, só nesse dia.`;
}
