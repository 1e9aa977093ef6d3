import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../../../test/parserGrowth.child.ts');
/** Ends a program whose work grows with the square of its input. It is not a limit of speed. */
const HUNG_MS = 240_000;

interface Row {
  name: string;
  input: string;
  once: number;
  eightfold: number;
}

test(
  'parsers of typed texts take time in proportion to the length, not to its square',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-flush-bytecode', program], {
      timeout: HUNG_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 10 * 1024 * 1024,
    });
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.some(({ once }) => once > 1000)).toBe(true);
    // Eight times the time is linear, 64 times is quadratic.
    expect(rows.filter(({ once, eightfold }) => eightfold > 20 * once + 100)).toEqual([]);
  },
  HUNG_MS + 10_000,
);
