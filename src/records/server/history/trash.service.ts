import { fromStored, isoAt } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { containsWords, parseSearch } from '../../../shared/text/searchWords.ts';
import { resourceOf } from '../../define/resources.ts';
import { labelsOf } from '../definitions.ts';
import { loadImages } from '../files/file.service.ts';
import { searchText } from '../lists/list.ts';
import { permittedRecords } from '../recordAccess.ts';
import { type DeletedRecord, resourcesWithHistory } from './history.contract.ts';
import { dataOf, type StoredVersion, titleIn } from './history.service.ts';
import { titleOf } from './history.words.ts';

type TrashDeps = Pick<Deps, 'db' | 'mediaUrl' | 'config'>;

export async function readTrash(
  deps: TrashDeps,
  actor: Actor,
  {
    search,
    page = 1,
    per_page = 50,
    table,
  }: {
    search?: string | undefined;
    page?: number | undefined;
    per_page?: number | undefined;
    table?: string | undefined;
  },
) {
  const tables = resourcesWithHistory()
    .filter((known) => !table || known.table === table)
    .map((known) => known.table as string);
  const words = parseSearch(search ?? '');
  const base = deps.db
    .selectFrom('record_versions')
    .where('state', '=', 'deleted')
    .where('valid_until', 'is not', null)
    .where(permittedRecords(actor, 'read', tables, 'record_versions'));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await base
    .selectAll()
    .orderBy('valid_until', 'desc')
    .orderBy('id', 'desc')
    // The title of a deleted record is only in its version (JSON), so titles are searched in memory.
    .$if(words.length > 0, (query) => query.limit(MAX_SEARCHED))
    .$if(words.length === 0, (query) => query.limit(per_page).offset((page - 1) * per_page))
    .execute();
  const matching =
    words.length === 0
      ? rows
      : rows.filter((row) =>
          containsWords(searchText(titleIn(row.entity, row), resourceOf(row.entity)?.one), words),
        );
  const shown = words.length === 0 ? matching : matching.slice((page - 1) * per_page, page * per_page);
  const data = await presentTrash(deps, shown);
  return { data, meta: { page, per_page, total: words.length === 0 ? Number(total) : matching.length } };
}

const MAX_SEARCHED = 2000;
const DAY_MS = 86_400_000;

async function presentTrash(deps: TrashDeps, rows: StoredVersion[]): Promise<DeletedRecord[]> {
  const contents = rows.map(dataOf);
  const image = await loadImages(
    deps,
    contents.map((data) => (typeof data?.file_id === 'number' ? data.file_id : null)),
  );
  const deleters = await deletersOf(deps, rows);
  return rows.map(({ entity, uuid, valid_until }, at) => {
    const data = contents[at];
    const shown = labelsOf(entity).file_id;
    const isPicture = typeof shown === 'object' && shown.as === 'picture';
    const deleted_at = valid_until ?? '';
    return {
      table: entity,
      uuid,
      title: titleOf(resourceOf(entity), data ?? null),
      picture: isPicture ? image(Number(data?.file_id), null) : null,
      deleted_at,
      until: fromStored(deleted_at, (gone) => isoAt(gone.epochMilliseconds + deps.config.BIN_DAYS * DAY_MS)),
      by: deleters.get(uuid) ?? null,
    };
  });
}

async function deletersOf({ db }: TrashDeps, rows: StoredVersion[]): Promise<Map<string, string | null>> {
  if (rows.length === 0) return new Map();
  const entries = await db
    .selectFrom('audit_log')
    .select(['entity_uuid', 'user_name'])
    .where('entity', 'in', [...new Set(rows.map(({ entity }) => entity))])
    .where(
      'entity_uuid',
      'in',
      rows.map(({ uuid }) => uuid),
    )
    .where('action', '=', 'delete')
    .orderBy('id')
    .execute();
  return new Map(entries.map(({ entity_uuid, user_name }) => [entity_uuid ?? '', user_name]));
}
