import { createHash } from 'node:crypto';
import { Failure, invalidField } from '../../contract/failure.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Db, DbOrTransaction } from '../../platform/database/database.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteRecord,
  insertRecord,
  locks,
  type Row,
  underOrder,
  updateRecord,
} from '../../platform/database/records.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { formatDate } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { isReadablePicture } from '../files/file.readable.ts';
import {
  type FileDeps,
  type FileRow,
  filesById,
  isPicture,
  PICTURE_GONE,
  presentImage,
  takeStored,
} from '../files/file.service.ts';
import { dailyColumns, inLeafletOrder } from './booklet.service.ts';
import {
  type DaysAsked,
  type Leaflet,
  type LeafletInput,
  type Leaflets,
  MOST_DAYS,
  MOST_OFFERS,
} from './dailyLeaflet.contract.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'publication' | 'clock'>;
type Offer = Row<'daily_booklets'>;

const CHANGED = 'Estes dias mudaram enquanto você montava. Confira e salve de novo.';

/** What each of the days has, and the last day before them that has anything. */
export async function readLeaflets(deps: Reading, asked: DaysAsked): Promise<Leaflets> {
  const today = dayAt(deps.clock.now());
  const days = daysOf(asked);
  const rows = await offersOn(deps.db, asked, today);
  const before = await offersBefore(deps.db, asked.from, today);
  const present = await presenter(deps, [...rows, ...before.offers]);
  const of = Map.groupBy(rows, (row) => dayOf(row, today));
  return {
    today,
    days: days.map((day) => ({ day, offers: present(of.get(day) ?? []) })),
    last: before.day === null ? null : { day: before.day, offers: present(before.offers) },
    version: versionOf(rows, today),
  };
}

/** Makes each of the days what `input` says: all of them, or none. */
export async function saveLeaflets(
  deps: FileDeps,
  actor: Actor,
  asked: DaysAsked,
  input: LeafletInput,
): Promise<{ message: string }> {
  const days = daysOf(asked);
  const today = dayAt(deps.clock.now());
  const files = await picturesOf(deps.db, actor, input);
  const plansOver = (rows: Offer[]) => {
    const of = Map.groupBy(rows, (row) => dayOf(row, today));
    return days.map((day) => planOf(day, of.get(day) ?? [], input, files));
  };
  await deps.write(actor, async (work) => {
    // Of two persons who save the same day at once, one comes second and is told.
    await lockOrder(work.trx, 'daily_booklets');
    const rows = await offersOn(work.trx, asked, today);
    await ensureSeen(work, asked, rows, today, input.version);
    const plans = plansOver(rows);
    for (const file of freshIn(plans)) await takeStored(deps, work, file, fieldOf(input, file));
    for (const plan of plans) await carryOut(work, plan);
  });
  return { message: effectOf(asked, input, days.length, today) };
}

/** The days from the first to the last; what is wrong with them is said at their fields. */
function daysOf({ from, until }: DaysAsked): string[] {
  const first = Temporal.PlainDate.from(from);
  const count = first.until(Temporal.PlainDate.from(until)).days + 1;
  if (count < 1) throw invalidField('until', 'O último dia vem depois do primeiro.');
  if (count > MOST_DAYS) throw invalidField('until', `Monte até ${MOST_DAYS} dias de uma vez.`);
  return Array.from({ length: count }, (_, at) => first.add({ days: at }).toString());
}

const dayOf = ({ demo, start_date }: Offer, today: string) => (demo === 1 ? today : start_date);

/** In the order of each day, those that only staff see included. */
async function offersOn(db: DbOrTransaction, { from, until }: DaysAsked, today: string): Promise<Offer[]> {
  const isToday = from <= today && today <= until;
  const rows = await db
    .selectFrom('daily_booklets')
    .selectAll()
    .where(inOffice('daily_booklets'))
    .where((eb) => {
      const stored = eb.and([
        eb('demo', '=', 0),
        eb('start_date', '>=', from),
        eb('start_date', '<=', until),
      ]);
      return isToday ? eb.or([stored, eb('demo', '=', 1)]) : stored;
    })
    .orderBy(inLeafletOrder)
    .$if(locks(db), (query) => query.forUpdate())
    .execute();
  return underOrder(db, 'daily_booklets', rows);
}

/** What shoppers saw, or will see, on the last day before `from` that has offers. */
async function offersBefore(db: Db, from: string, today: string) {
  const shown = db.selectFrom('daily_booklets').where(live('daily_booklets'));
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

async function presenter(deps: Reading, rows: Offer[]): Promise<(rows: Offer[]) => Leaflet['offers']> {
  const files = await filesById(
    deps.db,
    rows.map(({ file_id }) => file_id),
  );
  const uuids = rows.map(({ uuid }) => uuid);
  const standing = uuids.length > 0 ? await deps.publication.standingOf('daily_booklets', uuids) : null;
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

/** Says in short which records the days have, in which order, and each as who saw it last. */
function versionOf(rows: Offer[], today: string): string {
  const seen = rows.map((row) => [dayOf(row, today), row.uuid, row.version]);
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** 409 where the days are not any more what `seen` says; with who saved last, of what is there or was. */
async function ensureSeen(
  { trx, now }: Work,
  { from, until }: DaysAsked,
  rows: Offer[],
  today: string,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined || seen === versionOf(rows, today)) return;
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

/** As the log tells it, which knows who deleted one, too. */
const lastSaved = (db: DbOrTransaction, uuid: string) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'user_name as by'])
    .where('entity', '=', 'daily_booklets')
    .where('entity_uuid', '=', uuid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** By their codes; those that are gone are said where they stand. */
async function picturesOf(
  db: DbOrTransaction,
  actor: Actor,
  { offers }: LeafletInput,
): Promise<Map<string, FileRow>> {
  const codes = [...new Set(offers.map(({ picture }) => picture))];
  const found =
    codes.length > 0
      ? await db
          .selectFrom('files')
          .selectAll()
          .where('uuid', 'in', codes)
          .where(isPicture)
          .where(isReadablePicture(actor))
          .execute()
      : [];
  const files = new Map(found.map((file) => [file.uuid, file]));
  const gone = offers.flatMap(({ picture }, at) => (files.has(picture) ? [] : [placeOf(at)]));
  if (gone.length > 0)
    throw new Failure('invalid', undefined, {
      fields: Object.fromEntries(gone.map((place) => [place, [PICTURE_GONE]])),
    });
  return files;
}

const placeOf = (at: number) => `offers.${at}.picture`;
const fieldOf = ({ offers }: LeafletInput, { uuid }: FileRow) =>
  placeOf(offers.findIndex(({ picture }) => picture === uuid));

/** What stands at one place of a day: a record that is there already, or a new one. */
interface Wanted {
  row?: Offer;
  file?: FileRow;
  /** Absent where what is stored stays. */
  said?: LeafletInput['offers'][number];
}

interface DayPlan {
  day: string;
  wanted: Wanted[];
  gone: Offer[];
}

/** A picture that a day has already keeps its record, and with it its history. */
function planOf(
  day: string,
  rows: Offer[],
  { offers, existing }: LeafletInput,
  files: Map<string, FileRow>,
): DayPlan {
  const left = [...rows];
  const take = (file: FileRow | undefined) => {
    const at = left.findIndex(({ file_id }) => file_id === file?.id);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const said = offers.map((offer): Wanted => {
    const file = files.get(offer.picture);
    const row = take(file);
    return { said: offer, ...(file && { file }), ...(row && { row }) };
  });
  if (existing === 'replace') return { day, wanted: said, gone: left };
  const wanted = [...rows.map((row): Wanted => ({ row })), ...said.filter(({ row }) => !row)];
  if (wanted.length > MOST_OFFERS)
    throw invalidField(
      'offers',
      `Em ${formatDate(day)} já há ${plural(rows.length, 'foto', 'fotos')}. Cabem ${MOST_OFFERS} por dia.`,
    );
  return { day, wanted, gone: [] };
}

/** Pictures that get a record of their own, each once and always in the same order. */
function freshIn(plans: DayPlan[]): FileRow[] {
  const fresh = plans.flatMap(({ wanted }) => wanted.flatMap(({ row, file }) => (row || !file ? [] : file)));
  return [...new Set(fresh)].toSorted((one, other) => one.id - other.id);
}

async function carryOut(work: Work, { day, wanted, gone }: DayPlan): Promise<void> {
  for (const row of gone) await deleteRecord(work, 'daily_booklets', row);
  for (const [at, { row, file, said }] of wanted.entries()) {
    const place = at + 1;
    const columns = { ...dailyColumns({ start_date: day, ...said }, row), place };
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

/** What shoppers see of it. */
function effectOf({ from, until }: DaysAsked, input: LeafletInput, days: number, today: string): string {
  const when = days === 1 ? formatDate(from) : `${formatDate(from)} a ${formatDate(until)}`;
  if (input.offers.length === 0 && input.existing === 'replace') return `Sem ofertas: ${when}.`;
  if (until < today) return `Vale para ${when}, que já passou: não aparece no site.`;
  if (days > 1) return `Cada dia de ${when} aparece no site a partir da meia-noite dele.`;
  return from === today
    ? 'Já aparece nas ofertas de hoje, nesta ordem. Sai à meia-noite.'
    : `Aparece no site em ${when}, nesta ordem, só nesse dia.`;
}
