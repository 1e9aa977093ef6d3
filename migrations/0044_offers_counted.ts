import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { required, table } from './lib/record3.ts';

/**
 * Counts the published offers that begin and end on a day, by department: of all branches (`all`), of some
 * branches (`some`, each offer once), and of each branch by its code. Triggers maintain the counts for every
 * writer.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'offers_counts')
    .addColumn('code', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('department', 'text', required)
    .addColumn('begins', 'integer', required)
    .addColumn('ends', 'integer', required)
    // Marks a row of a transaction in progress; see below.
    .addColumn('fresh', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index offers_counts_of on offers_counts (code, day, department)`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // The triggers come first: creating them blocks writers until this transaction ends, so that no offer is
  // missed.
  await (isPostgres ? keepOnPostgres(db) : keepOnSqlite(db));
  const codes = isPostgres
    ? sql`jsonb_array_elements_text(coalesce(branches::jsonb || '"some"', '["all"]')) as codes (value)`
    : sql`json_each(coalesce(json_insert(branches, '$[#]', 'some'), '["all"]')) as codes`;
  const shown = (day: string, begins: number) => sql`
    select codes.value as code, ${sql.ref(day)} as day, department, ${sql.lit(begins)} as begins
    from offers cross join ${codes} where deleted_at is null and standing is null
  `;
  await sql`
    insert into offers_counts (code, day, department, begins, ends)
    select code, day, department, sum(begins), sum(1 - begins)
    from (${shown('valid_from', 1)} union all ${shown('valid_until', 0)}) as days group by 1, 2, 3
  `.execute(db);
  if (isPostgres) await sql`analyze offers_counts`.execute(db);
  // These indexes served the former counts.
  for (const name of ['everywhere', 'somewhere'])
    await sql`drop index ${sql.id(`offers_shown_${name}`)}`.execute(db);
}

/** Columns of an offer that the counts depend on. */
const SAYS = ['department', 'branches', 'valid_from', 'valid_until', 'deleted_at', 'standing'];
const said = (row: string) => `(${SAYS.map((column) => `${row}.${column}`)})`;

async function keepOnSqlite(db: Kysely<never>): Promise<void> {
  const codes = (row: string) =>
    `json_each(coalesce(json_insert(${row}.branches, '$[#]', 'some'), '["all"]'))`;
  const isShown = (row: string) => `${row}.deleted_at is null and ${row}.standing is null`;
  const its = (row: string) => `
    department = ${row}.department and day in (${row}.valid_from, ${row}.valid_until)
    and code in (select value from ${codes(row)})
  `;
  const count = (row: string, step: 1 | -1) => `
    update offers_counts set
      begins = begins + ${step} * (day = ${row}.valid_from), ends = ends + ${step} * (day = ${row}.valid_until)
    where ${isShown(row)} and id in (
      select min(id) from offers_counts where ${its(row)} group by code, day
    );
  `;
  const add = `
    insert into offers_counts (code, day, department, begins, ends)
    select distinct codes.value, days.value, new.department, 0, 0
    from ${codes('new')} as codes, json_each(json_array(new.valid_from, new.valid_until)) as days
    where ${isShown('new')} and not exists (
      select 1 from offers_counts where code = codes.value and day = days.value and department = new.department
    );
    ${count('new', 1)}
  `;
  const remove = `
    ${count('old', -1)}
    delete from offers_counts where ${its('old')} and begins = 0 and ends = 0;
  `;
  const create = (event: string, when: string, body: string) =>
    sql`create trigger ${sql.id(`offers_counts_${event}`)} after ${sql.raw(`${event} on offers ${when} begin ${body} end`)}`.execute(
      db,
    );
  await create('insert', '', add);
  await create('delete', '', remove);
  await create('update', `when ${said('old')} is not ${said('new')}`, remove + add);
}

/**
 * Appends a row for each change and merges the rows once, at the end of the transaction: an import would
 * otherwise update the row of a day two thousand times, each time past all its dead versions. Two
 * transactions that end together would wait for each other at that row, so a locked row is skipped and
 * another one inserted. Readers sum the rows of a key.
 */
async function keepOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`create index offers_counts_fresh on offers_counts (id) where fresh = 1`.execute(db);
  await sql`
    create function count_offer(offer offers, step integer) returns void language sql as $$
      insert into offers_counts (code, day, department, begins, ends, fresh)
      select codes.value, days.value, offer.department,
        step * (days.value = offer.valid_from)::integer, step * (days.value = offer.valid_until)::integer, 1
      from jsonb_array_elements_text(coalesce(offer.branches::jsonb || '"some"', '["all"]')) as codes (value),
        (select offer.valid_from union select offer.valid_until) as days (value)
      where offer.deleted_at is null and offer.standing is null
    $$
  `.execute(db);
  await sql`
    create function offers_counts_keep() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform count_offer(old, -1); end if;
      if tg_op <> 'DELETE' then perform count_offer(new, 1); end if;
      return null;
    end $$
  `.execute(db);
  const create = (event: string, when: string) =>
    sql`
      create trigger ${sql.id(`offers_counts_${event}`)}
      after ${sql.raw(`${event} on offers for each row ${when}`)} execute function offers_counts_keep()
    `.execute(db);
  await create('insert', '');
  await create('delete', '');
  await create('update', `when (${said('old')} is distinct from ${said('new')})`);

  await sql`
    create function offers_counts_merge() returns trigger language plpgsql as $$
    declare
      place record;
      found_id integer;
    begin
      -- The first of them did it for all.
      if not exists (select 1 from offers_counts where id = new.id) then return null; end if;
      for place in
        with own as (delete from offers_counts where fresh = 1 returning *)
        select code, day, department, sum(begins) as begins, sum(ends) as ends
        from own group by 1, 2, 3 having sum(begins) <> 0 or sum(ends) <> 0
      loop
        select id into found_id from offers_counts
        where code = place.code and day = place.day and department = place.department and fresh = 0
        limit 1 for update skip locked;
        if found then
          update offers_counts set begins = begins + place.begins, ends = ends + place.ends where id = found_id;
          delete from offers_counts where id = found_id and begins = 0 and ends = 0;
        else
          insert into offers_counts (code, day, department, begins, ends)
          values (place.code, place.day, place.department, place.begins, place.ends);
        end if;
      end loop;
      return null;
    end $$
  `.execute(db);
  await sql`
    create constraint trigger offers_counts_merged after insert on offers_counts
    deferrable initially deferred for each row when (new.fresh = 1) execute function offers_counts_merge()
  `.execute(db);
}
