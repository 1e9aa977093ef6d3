import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const module = join(import.meta.dirname, 'mode.ts');

const modeOf = async (env: Record<string, string>, ...args: string[]) => {
  const script = `await import(${JSON.stringify(module)}); console.log(process.env.NODE_ENV)`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    env,
  });
  return stdout.trim();
};

test('runs in production mode unless development is requested', async () => {
  expect(await modeOf({})).toBe('production');
  expect(await modeOf({ NODE_ENV: '' })).toBe('production');
  expect(await modeOf({}, '--dev')).toBe('development');
  expect(await modeOf({ NODE_ENV: 'development' })).toBe('development');
});

test.each(['main.ts', 'commands/cli.ts'])('%s sets the mode before it loads anything', async (file) => {
  expect(await readFile(join(import.meta.dirname, file), 'utf8')).toMatch(/^import '\.{1,2}\/mode\.ts';/);
});
