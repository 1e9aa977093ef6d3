import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { AboutPage } from './about.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    abouts: AboutTable;
    about_items: AboutItemTable;
  }
}

export interface AboutTable extends RecordColumns {
  title: string;
  description: string | null;
  search: string;
  title_key: string;
}

export interface AboutItemTable extends RecordColumns {
  title: string;
  description: string;
  about_id: number;
  position: number;
  search: string;
  title_key: string;
}

/** The text of one type (its id) with its items in order; null when it was never saved. */
export async function publicAbout(db: DbOrTransaction, type: number): Promise<AboutPage | null> {
  const about = await db
    .selectFrom('abouts')
    .select(['id', 'uuid', 'title', 'description'])
    .where('id', '=', type)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!about) return null;
  const about_items = await db
    .selectFrom('about_items')
    .select(['id', 'uuid', 'title', 'description'])
    .where('about_id', '=', type)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { ...about, about_items };
}
