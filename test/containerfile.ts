import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runSandboxed } from './sandbox.ts';

// Executes deploy/Containerfile line by line without a container engine: each stage is a folder with /opt,
// /var and /run on top of this machine's programs. `apt-get` is skipped; its packages are compared with what
// the programs of the last stage need.

export interface BuiltImage {
  /** Folder with opt, var and run of the last stage. */
  folder: string;
  env: Record<string, string>;
  user: number;
  cwd: string;
  command: string[];
  health: string[];
  packages: string[];
}

interface Stage {
  folder: string;
  cwd: string;
}

const OWN = ['opt', 'var', 'run'];

/** Returns the instructions, with continued lines joined and without comments. */
export function instructions(text: string): { name: string; rest: string }[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest: rest.trim() };
    });
}

/** Returns a pattern for the path of a rule and everything below it. */
const patternOf = (rule: string) =>
  new RegExp(`^${RegExp.escape(rule).replaceAll('\\*\\*\\/', '(.*/)?').replaceAll('\\*', '[^/]*')}(/|$)`);

/** Returns the files of the project that .dockerignore admits to an image. */
export function contextFiles(root: string): string[] {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isIn: line.startsWith('!'), names: patternOf(line.replace(/^!/, '')) }));
  const isIn = (file: string) => rules.findLast(({ names }) => names.test(file))?.isIn ?? true;
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && isIn(file));
}

export function buildImage(root: string, parent: string): BuiltImage {
  const stages = new Map<string, Stage>();
  const context = mkdtempSync(join(parent, 'context-'));
  for (const file of contextFiles(root)) cpSync(join(root, file), join(context, file), { recursive: true });
  const shims = mkdtempSync(join(parent, 'shims-'));
  execFileSync('ln', ['-s', '/bin/true', join(shims, 'apt-get')]);
  // The lock file pins the Node version of the base image.
  execFileSync('cp', ['-L', join(root, 'node_modules/.bin/node'), shims]);

  let stage: Stage = { folder: '', cwd: '/' };
  const built: BuiltImage = { folder: '', env: {}, user: 0, cwd: '/', command: [], health: [], packages: [] };
  for (const { name, rest } of instructions(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [, , name] = rest.split(' ');
      stage = { folder: mkdtempSync(join(parent, 'stage-')), cwd: '/' };
      for (const folder of OWN) mkdirSync(join(stage.folder, folder));
      mkdirSync(join(stage.folder, 'var/lib'));
      stages.set(name ?? 'last', stage);
    } else if (name === 'WORKDIR') {
      stage.cwd = rest;
      mkdirSync(join(stage.folder, rest), { recursive: true });
    } else if (name === 'COPY') copy(rest, stage, stages, context);
    else if (name === 'RUN') {
      built.packages.push(
        ...(/apt-get install ([^&]*)/.exec(rest)?.[1] ?? '').split(' ').filter((word) => /^[a-z]/.test(word)),
      );
      run(rest, stage, shims);
    } else if (name === 'ENV')
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        built.env[key] = value.replace(
          '$PATH',
          '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        );
    else if (name === 'USER') built.user = Number(rest.split(':')[0]);
    else if (name === 'CMD') built.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') built.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    else if (!['ARG', 'LABEL', 'VOLUME', 'EXPOSE'].includes(name))
      throw new Error(`Unsupported instruction ${name}`);
  }
  rmSync(context, { recursive: true });
  for (const other of stages.values()) if (other !== stage) rmSync(other.folder, { recursive: true });
  return { ...built, folder: stage.folder, cwd: stage.cwd };
}

function copy(rest: string, stage: Stage, stages: Map<string, Stage>, context: string): void {
  const words = rest.split(' ');
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
  const source = from ? stages.get(from)?.folder : context;
  const [to = '', ...files] = words.slice(from ? 1 : 0).reverse();
  const target = join(stage.folder, resolve(stage.cwd, to));
  for (const file of files) {
    const path = join(source ?? '', file);
    // The content of a folder is copied into the target, not the folder itself.
    const isFolder = statSync(path).isDirectory();
    mkdirSync(isFolder ? target : dirname(target), { recursive: true });
    execFileSync('cp', ['-a', isFolder ? `${path}/.` : path, target]);
  }
}

function run(command: string, { folder, cwd }: Stage, shims: string): void {
  const home = homedir();
  mkdirSync(join(home, '.npm'), { recursive: true });
  runSandboxed(
    {
      writableMounts: {
        ...Object.fromEntries(OWN.map((name) => [`/${name}`, join(folder, name)])),
        // The npm cache, to download packages once.
        '/home/.npm': join(home, '.npm'),
      },
      readOnlyMounts: { '/shims': shims, '/etc/ssl': '/etc/ssl', ...namesAndKeys(home) },
      cwd,
      env: { HOME: '/home', PATH: '/shims:/usr/local/bin:/usr/bin:/bin' },
    },
    ['sh', '-c', command],
  );
}

/** Returns the files that this machine needs to reach the registry. */
function namesAndKeys(home: string): Record<string, string> {
  const wanted = {
    '/etc/resolv.conf': '/etc/resolv.conf',
    '/etc/hosts': '/etc/hosts',
    '/home/.npmrc': join(home, '.npmrc'),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([, path]) => statSync(path, { throwIfNoEntry: false }) !== undefined),
  );
}
