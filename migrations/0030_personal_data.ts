import { type Kysely, sql } from 'kysely';
import { required, table } from './lib/record3.ts';

/** Stores digests of erased e-mail addresses, because an older backup restores the personal data. */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'erasures')
    .addColumn('at', 'text', required)
    .addColumn('mark', 'text', required)
    .addColumn('due', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('installation').addColumn('erasure_key', 'text').execute();
  await sql`
    create index audit_log_looks on audit_log (id)
    where action in ('open', 'find', 'export', 'forget')
  `.execute(db);
  await giveToWhoDidIt(db);
}

/**
 * Gives the new permissions to roles that answered requests for personal data as part of the applications.
 */
async function giveToWhoDidIt(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: number; permissions: string }>`select id, permissions from roles`.execute(
    db,
  );
  for (const { id, permissions } of rows) {
    const has = JSON.parse(permissions) as string[];
    const given = [
      ...(has.includes('applications.write') ? ['personalData.read', 'personalData.write'] : []),
      ...(has.includes('applications.delete')
        ? ['personalData.read', 'personalData.write', 'personalData.delete']
        : []),
    ];
    if (given.length === 0) continue;
    const all = JSON.stringify([...new Set([...has, ...given])]);
    await sql`update roles set permissions = ${all} where id = ${id}`.execute(db);
  }
}
