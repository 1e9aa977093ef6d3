import pg from 'pg';

const ROUNDS = 3;

/**
 * Returns whether a connection keeps its server process. A pooler in transaction mode lends processes, so that
 * connection settings (timeouts, LISTEN, synchronous_commit) leak to other clients.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  const [one, other] = [0, 1].map(() => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2500 });
    return client.on('error', () => {});
  }) as [pg.Client, pg.Client];
  const process = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    await Promise.all([one.connect(), other.connect()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await process(one);
      if (own === (await process(other)) || own !== (await process(one))) return false;
    }
    return true;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}
