import type pg from 'pg';

const ROUNDS = 3;

/**
 * Returns whether a connection keeps its server process. A pooler in transaction mode lends processes, so that
 * connection settings (timeouts, LISTEN, synchronous_commit) leak to other clients.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  const { Client } = await import('pg');
  const [first, second] = [0, 1].map(() => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2500 });
    return client.on('error', () => {});
  }) as [pg.Client, pg.Client];
  const processId = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    await Promise.all([first.connect(), second.connect()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await processId(first);
      if (own === (await processId(second)) || own !== (await processId(first))) return false;
    }
    return true;
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}
