import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startCluster } from './postgresCluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server and strategy for test databases, and the prefix of this run's database names. */
    postgres: { adminUrl: string; prefix: string; strategy: string };
  }
}

/** Provides a PostgreSQL server once per run: that of TEST_DATABASE_URL, or a temporary one. */
export default async function setup(project: TestProject) {
  const prefix = `vitrine_test_${randomBytes(4).toString('hex')}_`;
  const configured = process.env.TEST_DATABASE_URL;
  if (configured) {
    project.provide('postgres', { adminUrl: configured, prefix, strategy: '' });
    return () => dropDatabases(configured, prefix);
  }
  const cluster = await startCluster({ brief: true });
  project.provide('postgres', {
    adminUrl: cluster.adminUrl,
    prefix,
    strategy: await fastest(cluster.adminUrl),
  });
  return () => cluster.stop();
}

/**
 * Returns the fastest way to create a database. Copying files takes half as long as logging all pages, the
 * default since PostgreSQL 15.
 */
async function fastest(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  await client.end();
  return (rows[0]?.version ?? 0) >= 150_000 ? 'strategy file_copy' : '';
}

async function dropDatabases(adminUrl: string, prefix: string) {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}
