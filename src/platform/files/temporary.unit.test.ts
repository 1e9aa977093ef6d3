import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimTemporaryFiles, temporaryFolders } from './temporary.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-temporary-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const { claimTemporaryFiles, temporaryFolders } = await import(process.argv[1]);
  const { prefix } = await claimTemporaryFiles(process.argv[2]);
  for (const folder of Object.values(temporaryFolders(process.argv[2]))) writeFileSync(join(folder, prefix + 'a'), 'x');
  process.stdout.write('ready');
  setInterval(() => {}, 1000);
`;

test('a start removes temporary files of a killed process and keeps those of a live one', async () => {
  const folders = Object.values(temporaryFolders(dataDir));
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'without-owner'), 'x');
  }
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, new URL('./temporary.ts', import.meta.url).href, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await once(child.stdout, 'data');
    const own = await claimTemporaryFiles(dataDir);
    for (const folder of folders) {
      await writeFile(join(folder, `${own.prefix}b`), 'x');
      expect(await readdir(folder)).toHaveLength(3);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await claimTemporaryFiles(dataDir);
    for (const folder of folders)
      expect((await readdir(folder)).sort()).toEqual([`${own.prefix}b`, 'without-owner'].sort());
    own.release();
    next.release();
    expect(await readdir(join(dataDir, 'tmp.locks'))).toEqual([]);
  } finally {
    child.kill('SIGKILL');
  }
});
