import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

// What a container is made of, by bubblewrap: a root that nobody writes to, of this machine's programs and what is
// named; a user of a number; no capability; processes of its own. The network is this machine's. It takes root.

export interface Box {
  /** Folders and files by where they are inside: read only, or not. */
  shown?: Record<string, string>;
  lent?: Record<string, string>;
  /** What is in memory and everybody's, beside /tmp and /dev/shm. */
  memory?: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Root's, where nothing is said: then with its capabilities, as what builds an image is. */
  user?: number;
}

const PROGRAMS = ['/usr', '/etc/alternatives', '/etc/group', '/etc/mime.types', '/etc/passwd'];
const LINKS = ['bin', 'lib', 'lib64', 'sbin'];

/** The line that runs `command` in the box. */
export function boxed({ shown = {}, lent = {}, memory = [], cwd, env = {}, user }: Box, command: string[]) {
  const bind = (how: string, folders: Record<string, string>) =>
    Object.entries(folders).flatMap(([inside, outside]) => [how, outside, inside]);
  const asNobody = ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
  return [
    ...[
      'bwrap',
      '--die-with-parent',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--as-pid-1',
      '--clearenv',
    ],
    ...['--cap-add', 'ALL', '--proc', '/proc', '--dev', '/dev'],
    // Left alone, what lies between is root's alone.
    ...foldersAbove([...PROGRAMS, ...Object.keys({ ...shown, ...lent }), ...memory]).flatMap((path) => [
      ...['--perms', '0755', '--dir', path],
    ]),
    ...PROGRAMS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...LINKS.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...bind('--ro-bind', shown),
    ...['/tmp', '/dev/shm', ...memory].flatMap((path) => ['--perms', '1777', '--tmpfs', path]),
    ...bind('--bind', lent),
    ...['--remount-ro', '/', '--chdir', cwd ?? '/'],
    ...Object.entries({ PATH: '/usr/sbin:/usr/bin', ...env }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    '--',
    ...(user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, ...asNobody]),
    ...command,
  ];
}

function foldersAbove(paths: string[]): string[] {
  const above = paths.flatMap((path) =>
    path.split('/').flatMap((_, depth, parts) => (depth > 1 ? [parts.slice(0, depth).join('/')] : [])),
  );
  return [...new Set(above)].sort();
}

/** Its output; what fails throws, with what it said. */
export function runBoxed(box: Box, command: string[], input = ''): string {
  const [program = '', ...args] = boxed(box, command);
  return execFileSync(program, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'inherit'] });
}

export interface Boxed {
  /** Of the command, which is process 1 inside. */
  pid: number;
  /** Sends the signal; answers code and milliseconds. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

export async function startBoxed(
  box: Box,
  command: string[],
  stdio: StdioOptions = 'inherit',
): Promise<Boxed> {
  const [program = '', ...args] = boxed(box, command);
  const child = spawn(program, args, { stdio });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const pid = await childOf(child);
  return {
    pid,
    async stop(signal = 'SIGTERM') {
      const begun = performance.now();
      if (child.exitCode === null) process.kill(pid, signal);
      return { code: await ended, ms: performance.now() - begun };
    },
  };
}

async function childOf({ pid = 0, ...child }: ChildProcess): Promise<number> {
  for (;;) {
    if (child.exitCode !== null && child.exitCode !== undefined) throw new Error('the box did not open');
    const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    if (found) return Number(found);
    await new Promise((again) => setTimeout(again, 10));
  }
}
