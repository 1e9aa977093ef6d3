import { type Kysely, sql } from 'kysely';

/**
 * Adds an index for the applications of one person by phone number: the digits without leading zeros and
 * without the country code of Brazil.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index job_applications_by_phone on job_applications ((
      case when length(ltrim(phone, '0')) > 11 and substr(ltrim(phone, '0'), 1, 2) = '55'
        then substr(ltrim(phone, '0'), 3) else ltrim(phone, '0') end
    ))
  `.execute(db);
}
