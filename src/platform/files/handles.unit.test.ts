import {
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openForStream, withFile } from './handles.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vitrine-handles-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const IMPORT = /import\s*\{[^}]*\bopen\b[^}]*\}\s*from\s*'node:fs\/promises'/;

it('only the module of file handles opens files with node:fs/promises', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|drill)\.tsx?$/.test(path),
  );
  const opening = sources.filter((path) => IMPORT.test(readFileSync(join(root, path), 'utf8')));
  expect(opening).toEqual([join('platform', 'files', 'handles.ts')]);
});

/** Returns whether this process has `path` open (Linux). */
const isOpen = (path: string) =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });

it.runIf(process.platform === 'linux')('withFile closes the file when its use throws', async () => {
  const path = join(directory, 'a');
  writeFileSync(path, 'abc');
  const failing = withFile(path, { flags: 'r' }, async () => {
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(isOpen(path)).toBe(false);
});

it.runIf(process.platform === 'linux')('openForStream closes a directory and returns null', async () => {
  expect(await openForStream(directory)).toBeNull();
  expect(isOpen(directory)).toBe(false);
});

it('openForStream reads the range and returns the size of the whole file', async () => {
  const path = join(directory, 'a');
  writeFileSync(path, 'abcdef');
  const opened = await openForStream(path, { start: 1, end: 2 });
  expect(opened?.bytes).toBe(6);
  expect(opened && (await text(opened.stream))).toBe('bc');
});
