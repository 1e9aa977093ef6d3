import pg from 'pg';

const ROUNDS = 3;

/**
 * Whether a connection stays with the server's process that it began with. Behind a pooler that lends one for a
 * transaction, what is set on a connection (a limit, listening, a commit that need not wait for the disk) is anybody's.
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
