import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Failure, invalidField } from '../../contract/failure.ts';
import type { ImageFile } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { inOrder, lockOrder, moveTo, writeOrder } from '../../platform/database/order.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import {
  claimFile,
  type FileDeps,
  hideFiles,
  imageReader,
  removeFile,
  storeImage,
} from '../files/file.service.ts';
import {
  type Banner,
  type BannerInput,
  ENDS_FIRST,
  endsAfterStart,
  type PublicBanner,
} from './banner.contract.ts';

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

type BannerRow = Selectable<BannerTable>;
type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

export async function listBanners(deps: Reading, query: ListQuery) {
  const base = deps.db.selectFrom('banners').selectAll().where('deleted_at', 'is', null);
  const { rows, meta } = await selectList(deps.db, base, query, {
    search: 'search',
    sortable: { id: 'id', title: 'title_key', alt: 'alt_key', position: 'position' },
    order: 'position',
    id: 'id',
  });
  return { data: await presentAll(deps, rows), ...(meta && { meta }) };
}

export async function findBanner(deps: Reading, uuid: string): Promise<Banner> {
  const [found] = await presentAll(deps, [await rowOf(deps.db, uuid)]);
  if (!found) throw new Failure('not_found');
  return found;
}

export async function storeBanner(deps: FileDeps, actor: Actor, input: BannerInput, image: ReceivedFile) {
  const { position, version: _, ...fields } = input;
  const file = await storeImage(deps, image);
  const uuid = randomUUID();
  await deps.write(actor, async (work) => {
    await claimFile(deps, work, file, { table: 'banners', uuid });
    await lockOrder(work.trx, 'banners');
    const banner = normalised(fields);
    const others = await inOrder(work.trx, 'banners');
    const row = await work.trx
      .insertInto('banners')
      .values({
        uuid,
        created_at: work.now,
        updated_at: work.now,
        file_id: file.id,
        position: others.length + 1,
        ...banner,
        ...keysOf(banner),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await moveTo(work.trx, 'banners', row.id, position ?? others.length + 1);
    await work.audit({
      action: 'create',
      entity: 'banners',
      uuid,
      after: audited(await rowOf(work.trx, uuid)),
    });
  });
  return { message: 'Banner adicionado com sucesso.', uuid, version: 1 };
}

export async function updateBanner(
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: BannerInput,
  image: ReceivedFile | undefined,
) {
  const { position, version: seen, ...fields } = input;
  // Before the picture is worked on; the transaction looks again.
  ensureCurrent(await rowOf(deps.db, uuid), seen);
  const file = image && (await storeImage(deps, image));
  const version = await deps.write(actor, async (work) => {
    if (file) await claimFile(deps, work, file, { table: 'banners', uuid });
    await lockOrder(work.trx, 'banners');
    const before = await rowOf(work.trx, uuid);
    ensureCurrent(before, seen);
    const banner = normalised(fields, before);
    await work.trx
      .updateTable('banners')
      .set({
        ...banner,
        ...keysOf(banner),
        ...(file && { file_id: file.id }),
        updated_at: work.now,
        version: before.version + 1,
      })
      .where('id', '=', before.id)
      .execute();
    if (file) await removeFile(deps, work, before.file_id);
    if (position !== undefined) await moveTo(work.trx, 'banners', before.id, position);
    const after = await rowOf(work.trx, uuid);
    await work.audit({
      action: 'update',
      entity: 'banners',
      uuid,
      before: audited(before),
      after: audited(after),
    });
    return after.version;
  });
  return { message: 'Banner atualizado com sucesso.', uuid, version };
}

export async function destroyBanner(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockOrder(work.trx, 'banners');
    const before = await rowOf(work.trx, uuid);
    await work.trx
      .updateTable('banners')
      .set({ deleted_at: work.now, updated_at: work.now, version: before.version + 1 })
      .where('id', '=', before.id)
      .execute();
    await hideFiles(work, { table: 'banners', uuid });
    await writeOrder(work.trx, 'banners', await inOrder(work.trx, 'banners'));
    await work.audit({ action: 'delete', entity: 'banners', uuid, before: audited(before) });
  });
  return { message: 'Banner excluído com sucesso.' };
}

/** Those not named keep their order behind the named; names that are gone meanwhile are passed over. */
export async function orderBanners(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, async (work) => {
    await lockOrder(work.trx, 'banners');
    const before = await inOrder(work.trx, 'banners');
    const named = [...new Set(uuids)].flatMap((uuid) => before.find((row) => row.uuid === uuid) ?? []);
    if (named.length === 0) throw new Failure('not_found');
    const after = [...named, ...before.filter((row) => !named.includes(row))];
    await writeOrder(work.trx, 'banners', after);
    const names = (rows: { uuid: string }[]) => rows.map((row) => row.uuid);
    await work.audit({
      action: 'order',
      entity: 'banners',
      uuid: null,
      before: names(before),
      after: names(after),
    });
  });
  return { message: 'Ordem dos banners salva.' };
}

/** What shoppers see at this instant, in order. */
export async function publicBanners(deps: Reading & Pick<Deps, 'clock'>): Promise<PublicBanner[]> {
  const now = isoAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('banners')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return (await presentAll(deps, rows)).map(({ id, uuid, title, alt, link, file }) => ({
    id,
    uuid,
    title,
    alt,
    link,
    file,
  }));
}

/** When the next banner comes or goes by itself. */
export async function bannerNextChange({ db }: Pick<Deps, 'db'>, now: number): Promise<number> {
  const after = async (column: 'starts_at' | 'ends_at') => {
    const row = await db
      .selectFrom('banners')
      .select((eb) => eb.fn.min(column).as('instant'))
      .where('deleted_at', 'is', null)
      .where(column, '>', isoAt(now))
      .executeTakeFirst();
    return row?.instant ? Date.parse(row.instant) : Number.POSITIVE_INFINITY;
  };
  return Math.min(...(await Promise.all([after('starts_at'), after('ends_at')])));
}

async function rowOf(db: DbOrTransaction, uuid: string): Promise<BannerRow> {
  const row = await db
    .selectFrom('banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', 'Este banner não existe mais.');
  return row;
}

function ensureCurrent(row: BannerRow, seen: number | undefined): void {
  if (seen !== undefined && seen !== row.version) throw new Failure('conflict');
}

/** What is absent keeps what is stored. Instants are stored in UTC, so that they compare as text. */
function normalised(input: Omit<BannerInput, 'position' | 'version'>, stored?: BannerRow) {
  const kept = <T>(value: T | null | undefined, before: T | null | undefined): T | null =>
    value === undefined ? (before ?? null) : value;
  const instant = (value: string | null) => value && isoAt(Date.parse(value));
  const banner = {
    title: input.title,
    alt: kept(input.alt, stored?.alt),
    link: kept(input.link, stored?.link),
    starts_at: instant(kept(input.starts_at, stored?.starts_at)),
    ends_at: instant(kept(input.ends_at, stored?.ends_at)),
  };
  if (!endsAfterStart(banner)) throw invalidField('ends_at', ENDS_FIRST);
  return banner;
}

const keysOf = ({ title, alt }: { title: string; alt: string | null }) => ({
  search: searchText(title, alt),
  title_key: searchText(title),
  alt_key: searchText(alt),
});

const audited = ({ title, alt, link, position, starts_at, ends_at, file_id }: BannerRow) => ({
  title,
  alt,
  link,
  position,
  starts_at,
  ends_at,
  file_id,
});

async function presentAll(deps: Reading, rows: BannerRow[]): Promise<Banner[]> {
  const image = await imageReader(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap((row) => {
    const file = image(row.file_id, row.alt);
    return file ? [present(row, file)] : [];
  });
}

const present = (row: BannerRow, file: ImageFile): Banner => ({
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
