import { columnsByPrivacy } from '../../records/define/describe.ts';
import { allDefinitions } from '../../records/server/definitions.ts';

/** Columns without personal data in every table: numbers, states and sort positions. */
export const COLUMNS_WITHOUT_PERSONAL_DATA: readonly string[] = [
  'id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'standing', 'position',
]; // biome-ignore format: names

/** Returns the columns by table without personal data. */
export const columnsWithoutPersonalData = (): Readonly<Record<string, readonly string[]>> => ({
  ...Object.fromEntries(allDefinitions().map((record) => [record.table, columnsByPrivacy(record).other])),
  ...COLUMNS_BY_TABLE,
});

/**
 * Columns without personal data of tables that are not defined by their fields: the chain's own content,
 * counters and states. Every new column is listed here or, if it has personal data, in the data inventory.
 */
const COLUMNS_BY_TABLE: Readonly<Record<string, readonly string[]>> = {
  backups: ['target', 'state', 'started_at', 'leased_until', 'finished_at', 'files', 'bytes', 'error'],
  booklet_pages: ['booklet_id', 'page', 'file_id', 'text'],
  branch_images: ['alt', 'file_id', 'branch_id'],
  built_in_roles: ['key', 'needs_second_factor', 'changed_at'],
  content_revision: ['revision'],
  file_uses: ['entity', 'version_id'],
  files: [
    'area',
    'state',
    'kind',
    'type',
    'variants',
    'placeholder',
    'ground',
    'video_format',
    'avif',
    'bytes',
    'width',
    'height',
    'focus_x',
    'focus_y',
    'crop',
    'source',
    'sized_with',
  ],
  installation: [
    'key_mark',
    'oldest_release',
    'erasure_key',
    'folded_by',
    'folded_at',
    'pictures_sized_with',
    'pictures_sized_at',
  ],
  jobs: ['kind', 'state', 'run_at', 'give_up_at', 'leased_until', 'holder', 'failed_at', 'attempts'],
  leaflets: ['state', 'formats', 'valid_from', 'valid_until', 'content', 'files', 'branches'],
  mail_outbox: ['state'],
  offers_counts: ['code', 'day', 'department', 'begins', 'ends', 'fresh'],
  page_reads: ['day', 'page', 'count'],
  record_versions: ['entity', 'state', 'valid_from', 'valid_until', 'based_on'],
  removed_files: ['area', 'type', 'bytes', 'variants', 'entity', 'removed_at', 'source'],
  roles: ['name', 'name_key', 'description', 'permissions', 'own_branches', 'needs_second_factor'],
  search_entries: ['entity', 'kind', 'title', 'text', 'page', 'until', 'made'],
  search_postings: ['entry_id', 'word_id', 'score', 'begins', 'until'],
  search_words: ['kind', 'word', 'reversed', 'shown', 'frequency'],
  shop_images: ['alt', 'file_id', 'shop_id'],
  tokens: [
    'name',
    'token_hash',
    'permissions',
    'branches',
    'expires_on',
    'reminded_for',
    'search',
    'name_key',
  ],
  webhook_deliveries: [
    'webhook_id',
    'type',
    'entity',
    'entity_uuid',
    'asked_at',
    'state',
    'aside',
    'attempts',
    'next_at',
    'tried_at',
    'took_ms',
    'status',
    'error',
  ],
  webhook_turns: ['told_until'],
  webhooks: [
    'name',
    'address',
    'resources',
    'events',
    'enabled',
    'secret',
    'given_up',
    'off_reason',
    'search',
    'name_key',
  ],
};
