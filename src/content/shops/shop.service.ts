import { effectTexts } from '../../contract/effects.ts';
import { Failure } from '../../contract/failure.ts';
import { altOf } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList, withoutPunctuation } from '../../platform/database/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt } from '../../platform/database/listFilters.ts';
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
import type { FileDeps } from '../../records/server/files/file.service.ts';
import {
  declareGallery,
  destroyGalleryImage,
  type GalleryImageColumns,
  loadRecordPictures,
  type RecordPictures,
} from '../../records/server/files/gallery.ts';
import { saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { digitsOf } from '../../ui/format.ts';
import { socialLinksOf } from '../addresses/address.columns.ts';
import type { SocialLinks } from '../addresses/address.contract.ts';
import { type Shop, type ShopInput, type StaffShop, shopFilters } from './shop.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    shops: ShopTable;
    shop_images: ShopImageTable;
  }
}

export interface ShopTable extends RecordColumns, SocialLinks {
  name: string;
  description: string | null;
  email: string;
  phone: string;
  phone_secondary: string | null;
  position: number;
  file_id: number;
  alt: string | null;
  search: string;
  name_key: string;
}

export interface ShopImageTable extends GalleryImageColumns {
  shop_id: number;
}

const GALLERY = declareGallery({ record: 'shops', images: 'shop_images', owner: 'shop_id' });
declareComposition('shops', { derive: derived });

const FILTERS = filterRules('shops', shopFilters, {
  attention: () => anyOf(lacksAlt('shops'), isDraft('shops')),
  alt: () => lacksAlt('shops'),
});

const EFFECTS = effectTexts('na página das lojas');
const GONE = 'Esta loja não existe mais.';
const IMAGE_GONE = 'Esta foto não existe mais.';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

export async function listShops(deps: Reading, query: ListQuery) {
  const base = deps.db.selectFrom('shops').selectAll().where(isNotDeleted('shops'));
  return selectList(
    deps.db,
    base,
    { ...query, search: withoutPunctuation(query.search) },
    {
      table: 'shops',
      search: 'search',
      sortable: { id: 'id', name: 'name_key', position: 'position' },
      filters: FILTERS,
      order: 'position',
      id: 'id',
    },
    (rows) => presentAll(deps, rows),
  );
}

export async function findShop(deps: Reading, uuid: string): Promise<StaffShop> {
  const [found] = await presentAll(deps, [await findRecord(deps.db, 'shops', uuid, GONE)]);
  if (!found) throw new Failure('not_found', GONE);
  return found;
}

export async function draftShop(
  db: DbOrTransaction,
  input: ShopInput,
  uuid?: string,
): Promise<RecordDraft<'shops'>> {
  const { position, version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'shops', uuid, expectedVersion, GONE);
  return {
    table: 'shops',
    before,
    values: shopColumns(fields, before ?? undefined),
    position: position ?? (before ? undefined : 'last'),
    message: before ? EFFECTS.changed : EFFECTS.added,
  };
}

/** Returns the pictures of a shop form and how to apply them. */
export const shopPictures = (
  input: ShopInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
): FormPictures => ({ image, wish: input, added: { to: GALLERY, pictures, wish: input } });

export const storeShop = (
  deps: FileDeps,
  actor: Actor,
  input: ShopInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
) =>
  saveWithPictures(
    deps,
    actor,
    shopPictures(input, image, pictures),
    (db) => draftShop(db, input),
    (trx) => lockOrder(trx, 'shops'),
  );

export const updateShop = (
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: ShopInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
) =>
  saveWithPictures(
    deps,
    actor,
    shopPictures(input, image, pictures),
    (db) => draftShop(db, input, uuid),
    (trx) => lockOrder(trx, 'shops'),
  );

export async function destroyShop(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteOrdered(work, 'shops', uuid, GONE);
  });
  return { message: EFFECTS.removed };
}

export async function destroyShopImage(
  deps: FileDeps & Pick<Deps, 'permissionFailure'>,
  actor: Actor,
  uuid: string,
) {
  await destroyGalleryImage(deps, actor, GALLERY, uuid, IMAGE_GONE);
  return { message: 'Não aparece mais na página da loja.' };
}

export async function orderShops(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'shops', uuids));
  return { message: 'Ordem das lojas salva.' };
}

/** Returns published shops in the site's order; only the shop `uuid` if it is given. */
export async function publicShops(deps: Reading, uuid?: string): Promise<Shop[]> {
  const rows = await deps.db
    .selectFrom('shops')
    .selectAll()
    .where(isPublished('shops'))
    .$if(uuid !== undefined, (query) => query.where('uuid', '=', uuid as string))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return (await presentAll(deps, rows)).map(({ version, updated_at, ...shop }) => shop);
}

/** Returns the columns of a shop; an absent field keeps its stored value. */
export function shopColumns(input: Omit<ShopInput, 'position' | 'version'>, stored?: Row<'shops'>) {
  const { name, email, phone } = input;
  const description = valueOrStored(input.description, stored?.description);
  return {
    name,
    email,
    phone,
    description,
    phone_secondary: valueOrStored(input.phoneSecondary, stored?.phone_secondary),
    alt: altOf(input, stored?.alt),
    facebook: valueOrStored(input.facebook, stored?.facebook),
    instagram: valueOrStored(input.instagram, stored?.instagram),
    twitter: valueOrStored(input.twitter, stored?.twitter),
    tiktok: valueOrStored(input.tiktok, stored?.tiktok),
    pinterest: valueOrStored(input.pinterest, stored?.pinterest),
    youtube: valueOrStored(input.youtube, stored?.youtube),
    linkedin: valueOrStored(input.linkedin, stored?.linkedin),
    ...derived({ name, email, phone, description }),
  };
}

function derived({
  name,
  email,
  phone,
  description,
}: Pick<ShopTable, 'name' | 'email' | 'phone' | 'description'>) {
  return {
    search: searchText(name, email, description, digitsOf(phone)),
    name_key: searchText(name),
  };
}

async function presentAll(deps: Reading, rows: Row<'shops'>[]): Promise<StaffShop[]> {
  const pictures = await loadRecordPictures(deps, GALLERY, rows);
  return rows.flatMap((row) => {
    const { cover, gallery } = pictures(row);
    return cover ? [present(row, cover, gallery)] : [];
  });
}

const present = (
  row: Row<'shops'>,
  file: NonNullable<RecordPictures['cover']>,
  gallery: RecordPictures['gallery'],
): StaffShop => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  email: row.email,
  phone: row.phone,
  phoneSecondary: row.phone_secondary,
  phone_secondary: row.phone_secondary,
  ...socialLinksOf(row),
  position: row.position,
  file,
  gallery,
  version: row.version,
  updated_at: row.updated_at,
});
