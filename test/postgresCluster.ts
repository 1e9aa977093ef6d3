import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgres } from '../scripts/lib/postgres.mjs';
import { memoryFolder } from './memory.setup.ts';
import { freePort } from './port.ts';

export interface Cluster {
  /** Connects as superuser to the database `postgres`. */
  adminUrl: string;
  /** Stops the cluster and deletes its files. */
  stop(): Promise<void>;
}

/**
 * Runs the server until the process at the other end of standard input ends (`stop()`, Ctrl-C, crash or kill
 * -9). Then stops the server at once and deletes the folder.
 */
const keeper = `
trap '' INT TERM HUP
folder=$1; shift
"$@" >"$folder/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
cd /
rm -rf "$folder"
`;

/** Fast and not durable, because no data has to survive. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts a temporary PostgreSQL cluster with the machine's programs, as an ordinary user, because the server
 * refuses root. Its locale is C, so that no test depends on a language. With `brief` it is in memory, for
 * many small databases: creating one writes a thousand files, 0.5 s of work on a disk.
 */
export async function startCluster(options: { brief?: boolean } = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (!bin) {
    throw new Error(
      'PostgreSQL não encontrado: rode `npm test` (que instala um) ou defina TEST_DATABASE_URL com um servidor.',
    );
  }
  const user = ordinaryUser();
  const parent = (options.brief && (await memoryFolder())) || tmpdir();
  const folder = await mkdtemp(path.join(parent, 'vitrine-postgres-'));
  try {
    if (user) await chown(folder, user.uid, user.gid);
    const data = path.join(folder, 'data');
    const initdbArgs = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8'];
    await promisify(execFile)(path.join(bin, 'initdb'), [...initdbArgs, '--locale=C', '--no-sync'], {
      cwd: folder,
      ...user,
    });
    return await runServer(bin, folder, data, user);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function runServer(
  bin: string,
  folder: string,
  data: string,
  user: DatabaseUser | undefined,
): Promise<Cluster> {
  const port = await freePort();
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = [path.join(bin, 'postgres'), '-D', data, ...options];
  const child = spawn('sh', ['-c', keeper, 'keeper', folder, ...command], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  const ended = once(child, 'exit');
  // Neither the keeper nor its pipe may keep the test run alive, because the end of the run stops them.
  child.unref();
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await answers(adminUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl, stop };
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('O PostgreSQL de teste não respondeu em 20 s.', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

export interface DatabaseUser {
  uid: number;
  gid: number;
}

/** Returns the user that runs the server: the current user or, for root, the first unprivileged user found. */
export function ordinaryUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such user: try the next name.
    }
  }
  throw new Error('O PostgreSQL não roda como root, e esta máquina não tem os usuários postgres nem nobody.');
}
