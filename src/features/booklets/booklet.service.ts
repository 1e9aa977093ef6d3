import { dayAt } from '../../platform/clock.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { filesById, fileUrl, imageReader } from '../files/file.service.ts';
import type { DailyBooklet, FortnightlyBooklet } from './booklet.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    fortnightly_booklets: FortnightlyBookletTable;
    daily_booklets: DailyBookletTable;
  }
}

export interface FortnightlyBookletTable extends RecordColumns {
  file_id: number;
  /** YYYY-MM-DD, as `valid_until`. */
  valid_from: string | null;
  valid_until: string | null;
}

export interface DailyBookletTable extends RecordColumns {
  file_id: number;
  alt: string | null;
  /** YYYY-MM-DD in America/Sao_Paulo. */
  start_date: string;
  /** 1 while it is demo content that nobody touched: it follows the day. */
  demo: number;
}

/** The current PDF; null when there is none. */
export async function fortnightlyBooklet(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
): Promise<FortnightlyBooklet | null> {
  const row = await deps.db
    .selectFrom('fortnightly_booklets')
    .select(['file_id', 'valid_from', 'valid_until'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const file = row && (await filesById(deps.db, [row.file_id])).get(row.file_id);
  return file
    ? { file: { url_s3: fileUrl(deps, file) }, valid_from: row.valid_from, valid_until: row.valid_until }
    : null;
}

/** Today's offers by the server's day, and demo offers that follow it. */
export async function dailyBookletsToday(
  deps: Pick<Deps, 'db' | 'mediaUrl' | 'clock'>,
): Promise<DailyBooklet[]> {
  const today = dayAt(deps.clock.now());
  const rows = await deps.db
    .selectFrom('daily_booklets')
    .select(['id', 'uuid', 'file_id', 'alt', 'demo', 'start_date'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('start_date', '=', today), eb('demo', '=', 1)]))
    .orderBy('id')
    .execute();
  const image = await imageReader(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap(({ id, uuid, file_id, alt }) => {
    const photos = image(file_id, alt);
    return photos ? [{ id, uuid, start_date: today, photos }] : [];
  });
}
