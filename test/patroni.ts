import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, realpathSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { root } from '../bench/product.ts';
import { findPostgres } from '../scripts/lib/postgres.mjs';
import { findProgram } from '../scripts/lib/programs.mjs';
import { memoryFolder } from './memory.setup.ts';
import { createLine, type Line } from './networkLine.ts';
import { freePort } from './port.ts';
import { ordinaryUser } from './postgresCluster.ts';
import { replaceSettings, until } from './proxies.ts';

// Three PostgreSQL servers managed by Patroni behind HAProxy, all on this machine, from the files in
// deploy/patroni. Traffic to a server, and from it to etcd, passes through lines that can be severed; the
// queries of this file do not.

export interface Node {
  name: string;
  /** Address of the server itself, without HAProxy and lines. */
  url: string;
  /** Kills Patroni and the server at once, as a power failure does. */
  kill(): void;
  /** Kills the server alone; its Patroni notices. */
  killServer(): void;
  start(): Promise<void>;
  /** Stops all processes (`SIGSTOP`); `thaw` continues them. */
  freeze(): void;
  thaw(): void;
  /** Blocks all traffic to and from the node, as a pulled cable does; the node keeps running. */
  sever(): void;
  reconnect(): Promise<void>;
}

export interface Patroni {
  /** Address through HAProxy, which leads to the current primary. */
  url: string;
  nodes: Node[];
  /** Returns the node to which HAProxy would connect now. */
  primary(): Promise<Node | undefined>;
  /** Waits until there is a primary with two streaming standbys, one of them synchronous. */
  untilSettled(): Promise<Node>;
  /** Stops everything and deletes its files. The end of this process does the same. */
  stop(): Promise<void>;
}

/** Password in the file in deploy/, and credentials with which HAProxy's example connects the product. */
const PASSWORD = 'change-superuser';
export const PRODUCT_CREDENTIALS = { user: 'vitrine', password: 'vitrine', database: 'vitrine' };
const TEMPLATE = join(root, 'deploy/patroni');
const STANDBYS = `
  select sync_state from pg_stat_replication where state = 'streaming' and application_name like 'banco%'
`;
const NAMES = ['banco1', 'banco2', 'banco3'];

/**
 * Number of failovers; three rounds include each of the first three ways. KEEP_LOGS=folder keeps all logs.
 */
export const ROUNDS = Number(process.env.ROUNDS ?? 10);

const programs = () => ({
  patroni: findProgram(['patroni'], ['/usr/bin/patroni']),
  etcd: findProgram(['etcd'], ['/usr/bin/etcd']),
  haproxy: findProgram(['haproxy'], ['/usr/sbin/haproxy']),
});

/** Returns the names of programs that must be installed first. */
export function missingPrograms(): string[] {
  const missing = Object.entries(programs()).filter(([, path]) => !path);
  return [...missing.map(([name]) => name), ...(findPostgres() ? [] : ['postgresql'])];
}

/**
 * Ends when the process that holds its standard input ends. Then kills every process that works in the
 * folder, stopped or not, and deletes the folder. Kills twice, because a process may just have been starting.
 */
const keeper = `
trap '' INT TERM HUP
cat >/dev/null
for time in 1 2; do
  for link in /proc/[0-9]*/cwd; do
    case "$(readlink "$link")" in
      "$1" | "$1"/*) pid=\${link%/cwd}; kill -KILL "\${pid#/proc/}" ;;
    esac
  done
  sleep 1
done 2>/dev/null
rm -rf "$1"
`;

export async function startPatroni(): Promise<Patroni> {
  const { patroni, etcd, haproxy } = programs() as Record<string, string>;
  // The folder of the real programs, because the search path may contain links to some of them only.
  const bin = dirname(realpathSync(join(findPostgres() as string, 'postgres')));
  const user = ordinaryUser();
  const folder = await mkdtemp(join((await memoryFolder()) || tmpdir(), 'vitrine-patroni-'));
  const own = async (path: string) => user && (await chown(path, user.uid, user.gid));
  const write = async (path: string, text: string, mode = 0o600) => {
    await writeFile(path, text, { mode });
    await own(path);
    return path;
  };
  await own(folder);
  const keeping = spawn('sh', ['-c', keeper, 'keeper', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const keeperEnded = once(keeping, 'exit');
  keeping.unref();

  const run = async (name: string, command: string[]): Promise<ChildProcess> => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
      ...user,
    });
    child.unref();
    return child;
  };

  const lines: Line[] = [];
  const lineTo = async (port: number) => {
    const line = await createLine(`http://127.0.0.1:${port}`);
    lines.push(line);
    return { line, host: new URL(line.url).host };
  };
  const [clientPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];

  async function startNode(name: string): Promise<Node & { server: string; rest: string }> {
    const [port, restPort] = [await freePort(), await freePort()];
    const [server, rest, dcs] = [await lineTo(port), await lineTo(restPort), await lineTo(clientPort)];
    const place = join(folder, name);
    await mkdir(place);
    await own(place);
    const file = await readFile(join(TEMPLATE, 'patroni.yml'), 'utf8');
    const config = await write(
      join(folder, `${name}.yml`),
      replaceSettings(file, [
        ['name: banco1', `name: ${name}`],
        ['listen: 10.0.0.1:8008', `listen: 127.0.0.1:${restPort}`],
        ['connect_address: 10.0.0.1:8008', `connect_address: ${rest.host}`],
        // Without `use_proxies`, etcd would announce its own address, and Patroni would bypass the line.
        ['hosts: 10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `hosts: ${dcs.host}\n  use_proxies: true`],
        ['listen: 10.0.0.1:5432,127.0.0.1:5432', `listen: 127.0.0.1:${port}`],
        ['connect_address: 10.0.0.1:5432', `connect_address: ${server.host}`],
        ['/usr/lib/postgresql/15/bin', bin],
        ['/var/lib/postgresql/15/vitrine', join(place, 'data')],
        ['/var/lib/postgresql/.patroni-pgpass', join(place, 'pgpass')],
        ['unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${place}`],
        ['10.0.0.0/24', '127.0.0.1/32'],
      ]),
    );
    let child: ChildProcess | undefined;
    const serverPid = () => Number(readFileSync(join(place, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    const ofServer = (signal: NodeJS.Signals) => {
      try {
        for (const pid of [serverPid(), ...childrenOf(serverPid())]) process.kill(pid, signal);
      } catch {
        // The server is not running, or a process ended meanwhile.
      }
    };
    const ofPatroni = (signal: NodeJS.Signals) => {
      for (const pid of [child?.pid ?? 0, ...childrenOf(child?.pid ?? 0)]) if (pid) process.kill(pid, signal);
    };
    const ownLines = [server.line, rest.line, dcs.line];
    return {
      name,
      server: server.host,
      rest: rest.host,
      url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
      async start() {
        child = await run(name, [patroni as string, config]);
      },
      kill() {
        process.kill(child?.pid ?? 0, 'SIGKILL');
        process.kill(serverPid(), 'SIGKILL');
      },
      killServer: () => process.kill(serverPid(), 'SIGKILL'),
      freeze() {
        ofPatroni('SIGSTOP');
        ofServer('SIGSTOP');
      },
      thaw() {
        ofServer('SIGCONT');
        ofPatroni('SIGCONT');
      },
      sever() {
        for (const line of ownLines) line.sever();
      },
      async reconnect() {
        for (const line of ownLines) await line.restore();
      },
    };
  }

  const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
  const primary = async () => {
    const states = await Promise.all(
      nodes.map(({ rest }) =>
        fetch(`http://${rest}/primary`, { signal: AbortSignal.timeout(1000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return nodes.find((_, at) => states[at]);
  };
  const stop = async () => {
    if (process.env.KEEP_LOGS)
      execFileSync('sh', ['-c', 'mkdir -p "$1" && cp "$0"/*.log "$1"', folder, process.env.KEEP_LOGS]);
    keeping.ref();
    keeping.stdin.end();
    await keeperEnded;
    for (const line of lines) await line.close();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const client = `http://127.0.0.1:${clientPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    const addresses = [
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ];
    const cluster = ['--enable-v2', '--name', 'etcd1', '--initial-cluster', `etcd1=${peer}`];
    await run('etcd', [etcd as string, '--data-dir', join(folder, 'etcd'), ...addresses, ...cluster]);
    for (const name of NAMES) nodes.push(await startNode(name));
    const file = await readFile(join(TEMPLATE, 'haproxy.cfg'), 'utf8');
    const conf = await write(
      join(folder, 'haproxy.cfg'),
      replaceSettings(file, [
        ['bind 127.0.0.1:5000', `bind 127.0.0.1:${haproxyPort}`],
        ...nodes.map(({ name, server, rest }, at): [string, string] => [
          `server ${name} 10.0.0.${at + 1}:5432 check port 8008`,
          `server ${name} ${server} check port ${rest.split(':')[1]}`,
        ]),
      ]),
    );
    await until(async () => (await fetch(`${client}/health`)).ok);
    for (const node of nodes) await node.start();
    await run('haproxy', [haproxy as string, '-f', conf]);
    const url = (credentials: string, database: string) =>
      `postgres://${credentials}@127.0.0.1:${haproxyPort}/${database}`;
    await until(async () => {
      await ask(url(`postgres:${PASSWORD}`, 'postgres'), 'select 1');
      return true;
    }, 120_000);
    const isComplete = async (node: Node | undefined) => {
      const member = nodes.find((candidate) => candidate === node);
      if (!member) return false;
      const answer = await fetch(`http://${member.rest}/cluster`, { signal: AbortSignal.timeout(1000) });
      const { members } = (await answer.json()) as { members: { timeline: number; state: string }[] };
      // Newer versions of Patroni report a standby as `streaming`.
      const states = new Set(
        members.map(({ timeline, state }) => `${state.replace('streaming', 'running')} on ${timeline}`),
      );
      const standbys = await ask(member.url, STANDBYS);
      return (
        [members.length, states.size, standbys.length].join() === '3,1,2' &&
        standbys.some(({ sync_state }) => sync_state === 'sync')
      );
    };
    const untilSettled = async () => {
      let found: Node | undefined;
      await until(async () => {
        found = await primary();
        if (!(await isComplete(found))) return false;
        // A returning server may follow for a moment before it notices that it must be rewound.
        await wait(2000);
        return isComplete(found);
      }, 120_000);
      return found as Node;
    };
    await untilSettled();
    const superuser = url(`postgres:${PASSWORD}`, 'postgres');
    await ask(
      superuser,
      `create role ${PRODUCT_CREDENTIALS.user} login password '${PRODUCT_CREDENTIALS.password}'`,
    );
    await ask(superuser, `create database ${PRODUCT_CREDENTIALS.database} owner ${PRODUCT_CREDENTIALS.user}`);
    return {
      url: url(`${PRODUCT_CREDENTIALS.user}:${PRODUCT_CREDENTIALS.password}`, PRODUCT_CREDENTIALS.database),
      nodes,
      primary,
      untilSettled,
      stop,
    };
  } catch (error) {
    for (const name of ['etcd', 'haproxy', ...NAMES])
      console.error(
        name,
        await readFile(join(folder, `${name}.log`), 'utf8').then(
          (text) => text.slice(-2000),
          () => '(no log)',
        ),
      );
    await stop();
    throw error;
  }
}

async function ask(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text, values)).rows;
  } finally {
    void client.end().catch(() => {});
  }
}

function childrenOf(pid: number): number[] {
  if (!pid) return [];
  try {
    const found = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return found.split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
