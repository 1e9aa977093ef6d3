import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

// A container built with bubblewrap: a read-only root of this machine's programs and the given folders, a
// numeric user, no capabilities, its own processes, and this machine's network. Requires root.

export interface SandboxOptions {
  /** Folders and files by their path inside, mounted read-only (`readOnlyMounts`) or writable (`writableMounts`). */
  readOnlyMounts?: Record<string, string>;
  writableMounts?: Record<string, string>;
  /** World-writable folders in memory, beside /tmp and /dev/shm. */
  memoryMounts?: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** User id inside. Default: root with its capabilities, as a build of an image runs. */
  user?: number;
}

const PROGRAMS = ['/usr', '/etc/alternatives', '/etc/group', '/etc/mime.types', '/etc/passwd'];
const LINKS = ['bin', 'lib', 'lib64', 'sbin'];

/** Returns the command line that runs `command` in the box. */
export function sandboxCommand(
  { readOnlyMounts = {}, writableMounts = {}, memoryMounts = [], cwd, env = {}, user }: SandboxOptions,
  command: string[],
) {
  const bind = (option: string, folders: Record<string, string>) =>
    Object.entries(folders).flatMap(([inside, outside]) => [option, outside, inside]);
  const withoutPrivileges = ['--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
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
    // Without this, bubblewrap creates parent folders that only root may enter.
    ...foldersAbove([
      ...PROGRAMS,
      ...Object.keys({ ...readOnlyMounts, ...writableMounts }),
      ...memoryMounts,
    ]).flatMap((path) => [...['--perms', '0755', '--dir', path]]),
    ...PROGRAMS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...LINKS.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...bind('--ro-bind', readOnlyMounts),
    ...['/tmp', '/dev/shm', ...memoryMounts].flatMap((path) => ['--perms', '1777', '--tmpfs', path]),
    ...bind('--bind', writableMounts),
    ...['--remount-ro', '/', '--chdir', cwd ?? '/'],
    ...Object.entries({ PATH: '/usr/sbin:/usr/bin', ...env }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    '--',
    ...(user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, ...withoutPrivileges]),
    ...command,
  ];
}

function foldersAbove(paths: string[]): string[] {
  const above = paths.flatMap((path) =>
    path.split('/').flatMap((_, depth, parts) => (depth > 1 ? [parts.slice(0, depth).join('/')] : [])),
  );
  return [...new Set(above)].sort();
}

/** Runs a command in the box and returns its output. Throws if it fails. */
export function runSandboxed(box: SandboxOptions, command: string[], input = ''): string {
  const [program = '', ...args] = sandboxCommand(box, command);
  return execFileSync(program, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'inherit'] });
}

export interface SandboxedProcess {
  /** Pid of the command, which is process 1 inside. */
  pid: number;
  /** Sends the signal; returns exit code and milliseconds until the end. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

export async function startSandboxed(
  box: SandboxOptions,
  command: string[],
  stdio: StdioOptions = 'inherit',
): Promise<SandboxedProcess> {
  const [program = '', ...args] = sandboxCommand(box, command);
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
    if (child.exitCode !== null && child.exitCode !== undefined) throw new Error('the sandbox did not start');
    const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    if (found) return Number(found);
    await new Promise((again) => setTimeout(again, 10));
  }
}
