import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface DatabaseTemplate {
  /** Letters, digits and underscores; one name per content. */
  name: string;
  /** Fills the template, for example with migrations. Called once per run, by the first caller. */
  fill(url: string): Promise<void>;
}

/** Creates a database: empty, or a copy of the template, which takes a few milliseconds. */
export async function createTestDatabase(template?: DatabaseTemplate): Promise<TestDatabase> {
  const { adminUrl, prefix, strategy } = inject('postgres');
  const name = prefix + randomBytes(6).toString('hex');
  await asAdmin(adminUrl, async (admin) => {
    const source = template ? await filledTemplate(admin, adminUrl, prefix, template) : 'template0';
    await admin.query(`create database "${name}" template "${source}" ${strategy}`);
  });
  return {
    url: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, (admin) => admin.query(`drop database if exists "${name}" with (force)`)),
  };
}

/** Fills the template under a temporary name, so that an existing template is always complete. */
async function filledTemplate(admin: Client, adminUrl: string, prefix: string, template: DatabaseTemplate) {
  const name = `${prefix}template_${template.name}`;
  const unfinished = `${name}_unfinished`;
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) {
    await admin.query(`drop database if exists "${unfinished}" with (force)`);
    await admin.query(`create database "${unfinished}" template template0`);
    await template.fill(urlOf(adminUrl, unfinished));
    await admin.query(`alter database "${unfinished}" rename to "${name}"`);
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
  return name;
}

async function asAdmin(url: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
