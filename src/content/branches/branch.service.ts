import { sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { invalidField } from '../../contract/failure.ts';
import { altOf } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import { parseStored } from '../../contract/storedJson.ts';
import { zoneOfState } from '../../contract/zones.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import {
  currentRecord,
  type FormPictures,
  type RecordDraft,
  saveMessage,
} from '../../platform/database/drafts.ts';
import { type DependentCounts, declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList, withoutPunctuation } from '../../platform/database/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt, valuesOf } from '../../platform/database/listFilters.ts';
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
import { branchFilter } from '../../platform/security/access.ts';
import type { FileDeps } from '../../records/server/files/file.service.ts';
import {
  declareGallery,
  destroyGalleryImage,
  type GalleryImageColumns,
  loadRecordPictures,
  type RecordPictures,
} from '../../records/server/files/gallery.ts';
import { saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { digitsOf, inSentence } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { addressOf, socialLinksOf } from '../addresses/address.columns.ts';
import type { Address, SocialLinks } from '../addresses/address.contract.ts';
import {
  type Branch,
  type BranchInput,
  branchFilters,
  hasBothCoordinates,
  INCOMPLETE_COORDINATES,
  type StaffBranch,
} from './branch.contract.ts';
import { branchZone } from './branchZones.ts';
import { type BranchService, SERVICE_NAMES, serviceLabel } from './services.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    branches: BranchTable;
    branch_images: BranchImageTable;
  }
}

export interface BranchTable extends RecordColumns, Address, SocialLinks {
  name: string;
  description: string | null;
  email: string;
  phone: string;
  phone_secondary: string | null;
  latitude: number | null;
  longitude: number | null;
  /** JSON of `WeekdayHours[]`. */
  hours: string | null;
  /** Selected IANA time zone; null for the zone of the state. */
  time_zone: string | null;
  /** JSON of `BranchService[]`. */
  services: string | null;
  position: number;
  file_id: number | null;
  alt: string | null;
  search: string;
  name_key: string;
  city_key: string;
}

export interface BranchImageTable extends GalleryImageColumns {
  branch_id: number;
}

const GALLERY = declareGallery({ record: 'branches', images: 'branch_images', owner: 'branch_id' });
declareComposition('branches', {
  derive: derived,
  dependentMessages: { unpublished: unpublishedText, stillUnpublished: stillUnpublishedText },
});

const EFFECTS = effectTexts('na página das filiais');
const GONE = 'Esta filial não existe mais.';
const IMAGE_GONE = 'Esta foto não existe mais.';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

export async function listBranches(deps: Reading, actor: Actor, query: ListQuery) {
  const base = deps.db
    .selectFrom('branches')
    .selectAll()
    .where(isNotDeleted('branches'))
    .where(branchFilter(actor, 'branches'));
  return selectList(
    deps.db,
    base,
    { ...query, search: withoutPunctuation(query.search) },
    {
      table: 'branches',
      search: 'search',
      sortable: { id: 'id', name: 'name_key', city: 'city_key', position: 'position' },
      filters: filtersIn(deps.db),
      order: 'position',
      id: 'id',
    },
    async (rows) => {
      const pictures = await loadRecordPictures(deps, GALLERY, rows);
      return rows.map((row) => presentForStaff(row, pictures(row)));
    },
  );
}

function filtersIn(db: Reading['db']) {
  return filterRules('branches', branchFilters, {
    attention: () => anyOf(lacksAlt('branches'), isDraft('branches')),
    city: {
      where: (city) => sql`branches.city_key = ${city}`,
      values: valuesOf(db, 'branches', 'city_key', 'city'),
    },
    state: {
      where: (state) => sql`branches.state = ${state}`,
      values: valuesOf(db, 'branches', 'state', 'state'),
    },
    service: (service) => sql`branches.services like ${`%"service":"${service}"%`}`,
    alt: () => lacksAlt('branches'),
  });
}

export async function findBranch(deps: Reading, uuid: string): Promise<StaffBranch> {
  const row = await findRecord(deps.db, 'branches', uuid, GONE);
  const pictures = await loadRecordPictures(deps, GALLERY, [row]);
  return presentForStaff(row, pictures(row));
}

export async function draftBranch(
  db: DbOrTransaction,
  input: BranchInput,
  uuid?: string,
): Promise<RecordDraft<'branches'>> {
  const { position, version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'branches', uuid, expectedVersion, GONE);
  return {
    table: 'branches',
    before,
    values: branchColumns(fields, before ?? undefined),
    position: position ?? (before ? undefined : 'last'),
    message: before ? EFFECTS.changed : EFFECTS.added,
  };
}

/** Returns the pictures of a branch form and how to apply them. */
export const branchPictures = (
  input: BranchInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
): FormPictures => ({ image, wish: input, added: { to: GALLERY, pictures, wish: input } });

export const storeBranch = (
  deps: FileDeps,
  actor: Actor,
  input: BranchInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
) =>
  saveWithPictures(
    deps,
    actor,
    branchPictures(input, image, pictures),
    (db) => draftBranch(db, input),
    (trx) => lockOrder(trx, 'branches'),
  );

export const updateBranch = (
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: BranchInput,
  image: ReceivedFile | undefined,
  pictures: ReceivedFile[],
) =>
  saveWithPictures(
    deps,
    actor,
    branchPictures(input, image, pictures),
    (db) => draftBranch(db, input, uuid),
    (trx) => lockOrder(trx, 'branches'),
  );

export async function destroyBranch(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  const message = await deps.write(actor, async (work) => {
    await deleteOrdered(work, 'branches', uuid, GONE);
    return saveMessage(work, { message: EFFECTS.removed });
  });
  return { message };
}

function dependentsInWords({ offers = 0, exceptions = 0 }: DependentCounts) {
  const what = [
    ...(offers > 0 ? [plural(offers, 'oferta', 'ofertas')] : []),
    ...(exceptions > 0 ? [plural(exceptions, 'dia especial', 'dias especiais')] : []),
  ];
  return { what: inSentence(what), isOne: offers + exceptions === 1 };
}

function unpublishedText(counts: DependentCounts, deleted: number): string {
  const { what, isOne } = dependentsInWords(counts);
  const where = deleted === 1 ? 'nela' : 'lá';
  return isOne
    ? `${what} que só valia ${where} saiu do site.`
    : `${what} que só valiam ${where} saíram do site.`;
}

function stillUnpublishedText(counts: DependentCounts, restored: number): string {
  const { what, isOne } = dependentsInWords(counts);
  const where = restored === 1 ? 'nela' : 'lá';
  return isOne
    ? `${what} que só vale ${where} continua fora do site. Para voltar, publique na lista.`
    : `${what} que só valem ${where} continuam fora do site. Para voltarem, publique na lista.`;
}

export async function destroyBranchImage(
  deps: FileDeps & Pick<Deps, 'permissionFailure'>,
  actor: Actor,
  uuid: string,
) {
  await destroyGalleryImage(deps, actor, GALLERY, uuid, IMAGE_GONE);
  return { message: 'Não aparece mais na página da filial.' };
}

export async function orderBranches(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'branches', uuids));
  return { message: 'Ordem das filiais salva.' };
}

/** Returns published branches in the site's order; only the branch `uuid` if it is given. */
export async function publicBranches(deps: Reading, uuid?: string): Promise<Branch[]> {
  const rows = await deps.db
    .selectFrom('branches')
    .selectAll()
    .where(isPublished('branches'))
    .$if(uuid !== undefined, (query) => query.where('uuid', '=', uuid as string))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const pictures = await loadRecordPictures(deps, GALLERY, rows);
  return rows.map((row) => present(row, pictures(row)));
}

/** Returns the columns of a branch; an absent field keeps its stored value. */
export function branchColumns(input: Omit<BranchInput, 'position' | 'version'>, stored?: Row<'branches'>) {
  const { name, email, phone, number, road, district, city, state, zip_code } = input;
  const hours = input.hours && JSON.stringify(input.hours);
  const services = input.services && JSON.stringify(input.services);
  const columns = {
    name,
    email,
    phone,
    number,
    road,
    district,
    city,
    state,
    zip_code,
    description: valueOrStored(input.description, stored?.description),
    phone_secondary: valueOrStored(input.phone_secondary, stored?.phone_secondary),
    complement: valueOrStored(input.complement, stored?.complement),
    reference: valueOrStored(input.reference, stored?.reference),
    localization: valueOrStored(input.localization, stored?.localization),
    latitude: valueOrStored(input.latitude, stored?.latitude),
    longitude: valueOrStored(input.longitude, stored?.longitude),
    hours: valueOrStored(hours, stored?.hours),
    time_zone: chosenZone(input, stored),
    services: valueOrStored(services, stored?.services),
    alt: altOf(input, stored?.alt),
    facebook: valueOrStored(input.facebook, stored?.facebook),
    instagram: valueOrStored(input.instagram, stored?.instagram),
    twitter: valueOrStored(input.twitter, stored?.twitter),
    tiktok: valueOrStored(input.tiktok, stored?.tiktok),
    pinterest: valueOrStored(input.pinterest, stored?.pinterest),
    youtube: valueOrStored(input.youtube, stored?.youtube),
    linkedin: valueOrStored(input.linkedin, stored?.linkedin),
  };
  return { ...columns, ...derived(columns) };
}

/**
 * Returns the selected zone, or null if it equals the zone of the old or new state: a branch that moves then
 * follows its new state.
 */
function chosenZone(
  { state, time_zone }: Pick<BranchInput, 'state' | 'time_zone'>,
  stored?: Row<'branches'>,
) {
  const zone = valueOrStored(time_zone, stored?.time_zone);
  const isOfState = zone === zoneOfState(state) || (stored && zone === zoneOfState(stored.state));
  return isOfState ? null : zone;
}

type SearchedColumns =
  | 'name'
  | 'phone'
  | 'road'
  | 'district'
  | 'city'
  | 'state'
  | 'email'
  | 'services'
  | 'latitude'
  | 'longitude';

function derived(branch: Pick<BranchTable, SearchedColumns>) {
  if (!hasBothCoordinates(branch)) throw invalidField('longitude', INCOMPLETE_COORDINATES);
  const { name, phone, road, district, city, state, email } = branch;
  return {
    search: searchText(name, road, district, city, state, email, digitsOf(phone), servicesInWords(branch)),
    name_key: searchText(name),
    city_key: searchText(city),
  };
}

/** Returns labels and notes of the services, so that a search for "farmácia" finds the branch. */
const servicesInWords = (branch: Pick<BranchTable, 'services'>) =>
  servicesIn(branch)
    .map(({ service, note }) => `${serviceLabel(service)} ${note ?? ''}`)
    .join(' ');

/** Returns the stored services in the site's order, without those that `SERVICES` no longer has. */
function servicesIn({ services }: Pick<BranchTable, 'services'>): BranchService[] {
  const stored: BranchService[] = parseStored(services, []);
  return SERVICE_NAMES.flatMap((name) => stored.find(({ service }) => service === name) ?? []);
}

const presentForStaff = (row: Row<'branches'>, pictures: RecordPictures): StaffBranch => ({
  ...present(row, pictures),
  version: row.version,
  updated_at: row.updated_at,
});

const present = (row: Row<'branches'>, { cover, gallery }: RecordPictures): Branch => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  email: row.email,
  phone: row.phone,
  phone_secondary: row.phone_secondary,
  ...addressOf(row),
  latitude: row.latitude,
  longitude: row.longitude,
  hours: parseStored(row.hours, []),
  time_zone: branchZone(row),
  services: servicesIn(row),
  ...socialLinksOf(row),
  position: row.position,
  file: cover,
  galleries: { url_s3: { original: gallery } },
});
