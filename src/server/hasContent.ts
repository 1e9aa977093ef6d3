import type { Deps } from '../platform/deps.ts';

/** Returns whether staff or the demo content have filled the database. Deleted records count. */
export async function hasContent({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  for (const table of ['banners', 'branches', 'abouts', 'phones', 'company_information'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true;
  }
  return false;
}
