import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { required, table } from './lib/record3.ts';

/**
 * How many offers that shoppers see begin and end on a day, by department: of all branches (`all`), of some (`some`,
 * each once), and of each branch by its code. The database keeps it by itself, whoever writes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'offers_counts')
    .addColumn('code', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('department', 'text', required)
    .addColumn('begins', 'integer', required)
    .addColumn('ends', 'integer', required)
    .execute();
  await sql`create index offers_counts_of on offers_counts (code, day, department)`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Before what is there is counted: from then on nobody writes until this is done.
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
}

/** What it says of an offer. */
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
 * Two who save at the same time count in rows of their own where one and the same would have them wait for each other:
 * of a code, a day and a department there may be several rows, and what they say is added up.
 */
async function keepOnPostgres(db: Kysely<never>): Promise<void> {
  await sql`
    create function count_offer(offer offers, step integer) returns void language plpgsql as $$
    declare
      place record;
      found_id integer;
    begin
      if offer.deleted_at is not null or offer.standing is not null then return; end if;
      for place in
        select codes.value as code, days.value as day,
          step * (days.value = offer.valid_from)::integer as begins,
          step * (days.value = offer.valid_until)::integer as ends
        from jsonb_array_elements_text(coalesce(offer.branches::jsonb || '"some"', '["all"]')) as codes (value),
          (select offer.valid_from union select offer.valid_until) as days (value)
      loop
        select id into found_id from offers_counts
        where code = place.code and day = place.day and department = offer.department
        limit 1 for update skip locked;
        if found then
          update offers_counts set begins = begins + place.begins, ends = ends + place.ends where id = found_id;
          delete from offers_counts where id = found_id and begins = 0 and ends = 0;
        else
          insert into offers_counts (code, day, department, begins, ends)
          values (place.code, place.day, offer.department, place.begins, place.ends);
        end if;
      end loop;
    end $$
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
}
