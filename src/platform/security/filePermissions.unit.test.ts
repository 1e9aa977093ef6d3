import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restrictToOwner } from './filePermissions.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vitrine-modes-'));
  dataDir = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

async function modes(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  for (const path of [dataDir, ...entries.map((entry) => join(entry.parentPath, entry.name))])
    found[relative(parent, path)] = ((await stat(path)).mode & 0o7777).toString(8);
  return found;
}
const shared = async () => Object.entries(await modes()).filter(([, mode]) => !/^[67]00$/.test(mode));

describe.skipIf(process.platform === 'win32')('file permissions', () => {
  // A stricter umask only takes rights away.
  it('a fresh start creates files for their owner only under umask 000', async () => {
    const program = join(import.meta.dirname, '../../../test/storedFiles.child.ts');
    await run('/bin/sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, program, dataDir]);
    const kinds = Object.keys(await modes()).map((path) =>
      path.replace(/[\da-f-]{36}(\.[\da-f-]{36})?|\d{4}-.*Z-\w+/g, '*'),
    );
    for (const kind of [
      'vitrine.db',
      'vitrine.db-wal',
      'vitrine.db-shm',
      'secret.key',
      'tmp/*',
      'mail/*.eml',
    ])
      expect(kinds).toContain(`data/${kind}`);
    expect(kinds.some((kind) => /files\/public\/..\/\*\/original.jpg/.test(kind))).toBe(true);
    expect(kinds.some((kind) => /files\/private\/..\/\*\/original.pdf/.test(kind))).toBe(true);
    expect(await shared()).toEqual([]);
  });

  it('files left open are closed, the top level before the function returns', async () => {
    for (const folder of ['files/private/ab/x', 'mail', 'tmp']) {
      await mkdir(join(dataDir, folder), { recursive: true, mode: 0o777 });
      await writeFile(join(dataDir, folder, 'one'), 'x', { mode: 0o666 });
    }
    for (const name of ['vitrine.db', 'vitrine.db-wal', 'vitrine.db-shm', 'secret.key'])
      await writeFile(join(dataDir, name), 'x', { mode: 0o666 });
    for (const path of await readdir(dataDir, { recursive: true })) {
      const found = await stat(join(dataDir, path));
      await chmod(join(dataDir, path), found.isDirectory() ? 0o777 : 0o644);
    }
    await chmod(dataDir, 0o755);
    const rest = await restrictToOwner(dataDir, log);
    expect((await shared()).every(([path]) => path.split('/').length > 2)).toBe(true);
    await rest(never);
    expect(await shared()).toEqual([]);
    expect(await modes()).toMatchObject({ data: '700', 'data/files/private/ab/x/one': '600' });
  });

  it('files of other programs, symlink targets and a sticky folder keep their permissions', async () => {
    await mkdir(join(dataDir, 'files'), { recursive: true });
    const others = join(parent, 'program');
    await writeFile(others, 'x');
    await symlink(others, join(dataDir, 'files/link'));
    await writeFile(join(dataDir, 'script.sh'), 'x');
    for (const path of [others, join(dataDir, 'script.sh')]) await chmod(path, 0o755);
    await chmod(dataDir, 0o1777);
    await (await restrictToOwner(dataDir, log))(never);
    expect(await modes()).toEqual({
      data: '1777',
      'data/files': '700',
      'data/files/link': '755',
      'data/script.sh': '755',
    });
    expect(log.warn).not.toHaveBeenCalled();
  });
});
