import { type SqlBool, sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { altOf, type ImageFile } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import { isoAt, minuteOf } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import {
  anyOf,
  type Condition,
  filterRules,
  isDraft,
  lacksAlt,
} from '../../platform/database/listFilters.ts';
import { lockOrder } from '../../platform/database/order.ts';
import {
  deleteOrdered,
  findRecord,
  orderRecords,
  type Row,
  valueOrStored,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { type FileDeps, filesById, loadImages } from '../../records/server/files/file.service.ts';
import { decodeLuminanceMap } from '../../records/server/files/luminanceMap.ts';
import { saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { formatInstant } from '../../ui/format.ts';
import {
  type Banner,
  type BannerInput,
  bannerFilters,
  END_BEFORE_START,
  endsAfterStart,
  type PublicBanner,
} from './banner.contract.ts';
import { bannerState } from './banner.state.ts';
import { placeTitleOnPicture } from './titleContrast.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    banners: BannerTable;
  }
}

export interface BannerTable extends RecordColumns {
  title: string;
  alt: string | null;
  link: string | null;
  starts_at: string | null;
  ends_at: string | null;
  position: number;
  file_id: number;
  search: string;
  title_key: string;
  alt_key: string;
}

declareComposition('banners', { derive: derived });

const EFFECTS = effectTexts('na capa do site');
const GONE = 'Este banner não existe mais.';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

export async function listBanners(deps: Reading & Pick<Deps, 'clock'>, query: ListQuery) {
  const base = deps.db.selectFrom('banners').selectAll().where(isNotDeleted('banners'));
  return selectList(
    deps.db,
    base,
    query,
    {
      table: 'banners',
      search: 'search',
      sortable: { id: 'id', title: 'title_key', alt: 'alt_key', position: 'position' },
      filters: filtersAt(isoAt(deps.clock.now())),
      asOf: minuteOf(deps.clock.now()),
      order: 'position',
      id: 'id',
    },
    (rows) => presentAll(deps, rows),
  );
}

function filtersAt(now: string) {
  const isOver = sql<SqlBool>`(banners.ends_at is not null and banners.ends_at <= ${now})`;
  const isWaiting = sql<SqlBool>`(banners.starts_at is not null and banners.starts_at > ${now})`;
  const states: Record<string, Condition> = {
    over: isOver,
    waiting: sql`${isWaiting} and not ${isOver}`,
    on: sql`not ${isWaiting} and not ${isOver} and banners.standing is null`,
  };
  return filterRules('banners', bannerFilters, {
    attention: () => anyOf(lacksAlt('banners'), isOver, isDraft('banners')),
    state: (state) => states[state] ?? sql`false`,
    alt: () => lacksAlt('banners'),
  });
}

export async function findBanner(deps: Reading, uuid: string): Promise<Banner> {
  const [found] = await presentAll(deps, [await findRecord(deps.db, 'banners', uuid, GONE)]);
  if (!found) throw new Failure('not_found');
  return found;
}

export async function draftBanner(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  input: BannerInput,
  uuid?: string,
): Promise<RecordDraft<'banners'>> {
  const { position, version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'banners', uuid, expectedVersion, GONE);
  const values = bannerColumns(fields, before ?? undefined);
  return {
    table: 'banners',
    before,
    values,
    position: position ?? (before ? undefined : 'last'),
    message: effectOf(values, clock.now(), before ? EFFECTS.changed : EFFECTS.added),
  };
}

/** Returns the picture of a banner form and how to apply it. */
export const bannerPictures = (input: BannerInput, image: ReceivedFile | undefined): FormPictures => ({
  image,
  wish: input,
});

export const storeBanner = (
  deps: FileDeps,
  actor: Actor,
  input: BannerInput,
  image: ReceivedFile | undefined,
) =>
  saveWithPictures(
    deps,
    actor,
    bannerPictures(input, image),
    (db) => draftBanner({ ...deps, db }, input),
    (trx) => lockOrder(trx, 'banners'),
  );

export const updateBanner = (
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: BannerInput,
  image: ReceivedFile | undefined,
) =>
  saveWithPictures(
    deps,
    actor,
    bannerPictures(input, image),
    (db) => draftBanner({ ...deps, db }, input, uuid),
    (trx) => lockOrder(trx, 'banners'),
  );

export async function destroyBanner(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteOrdered(work, 'banners', uuid, GONE);
  });
  return { message: EFFECTS.removed };
}

export async function orderBanners(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'banners', uuids));
  return { message: 'Ordem dos banners salva.' };
}

/** Returns the effect on the site now; `visible` if shoppers see the banner. */
function effectOf(
  { starts_at, ends_at }: Pick<BannerTable, 'starts_at' | 'ends_at'>,
  now: number,
  visible: string,
): string {
  const state = bannerState({ starts_at, ends_at }, now);
  if (state === 'over') return 'O período dele já acabou: não aparece no site.';
  const end = ends_at ? ` Sai em ${formatInstant(ends_at)}.` : '';
  return (state === 'waiting' ? `Entra na capa em ${formatInstant(starts_at ?? '')}.` : visible) + end;
}

/** Returns the banners that shoppers see now, in order. */
export async function publicBanners(deps: Reading & Pick<Deps, 'clock'>): Promise<PublicBanner[]> {
  const now = isoAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('banners')
    .selectAll()
    .where(isPublished('banners'))
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const files = await filesById(
    deps.db,
    rows.map((row) => row.file_id),
  );
  const grounds = new Map(
    rows.map((row) => [row.id, decodeLuminanceMap(files.get(row.file_id)?.ground ?? null)]),
  );
  return (await presentAll(deps, rows)).map(({ id, uuid, title, alt, link, file }) => ({
    id,
    uuid,
    title,
    alt,
    link,
    file,
    free_title: placeTitleOnPicture(title, file, grounds.get(id) ?? null),
  }));
}

/**
 * Returns the columns of a banner; an absent field keeps its stored value. Instants are stored in UTC, so
 * that they compare as text.
 */
export function bannerColumns(input: Omit<BannerInput, 'position' | 'version'>, stored?: Row<'banners'>) {
  const instant = (value: string | null) => value && isoAt(Date.parse(value));
  const { title } = input;
  const alt = altOf(input, stored?.alt);
  const columns = {
    title,
    alt,
    link: valueOrStored(input.link, stored?.link),
    starts_at: instant(valueOrStored(input.starts_at, stored?.starts_at)),
    ends_at: instant(valueOrStored(input.ends_at, stored?.ends_at)),
  };
  return { ...columns, ...derived(columns) };
}

function derived(banner: Pick<BannerTable, 'title' | 'alt' | 'starts_at' | 'ends_at'>) {
  if (!endsAfterStart(banner)) throw invalidField('ends_at', END_BEFORE_START);
  const { title, alt } = banner;
  return { search: searchText(title, alt), title_key: searchText(title), alt_key: searchText(alt) };
}

async function presentAll(deps: Reading, rows: Row<'banners'>[]): Promise<Banner[]> {
  const image = await loadImages(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap((row) => {
    const file = image(row.file_id, row.alt);
    return file ? [present(row, file)] : [];
  });
}

const present = (row: Row<'banners'>, file: ImageFile): Banner => ({
  id: row.id,
  uuid: row.uuid,
  title: row.title,
  alt: row.alt,
  link: row.link,
  position: row.position,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  file,
  version: row.version,
  updated_at: row.updated_at,
});
