import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
/** Says it for all others. */
const HERE = 'platform/database/live.ts';

const READS = [
  // SQL written out, and Kysely's `where` and `eb`.
  /deleted_at\W*\s+is\s+(not\s+)?null/i,
  /deleted_at['"`]\s*,\s*'(is|is not|=|!=|<>)'/,
];

it('whether a record is there is asked by live() alone', async () => {
  const asking: string[] = [];
  for await (const name of glob('**/*.{ts,tsx}', { cwd: SOURCE })) {
    if (/\.test\.tsx?$/.test(name)) continue;
    const text = await readFile(join(SOURCE, name), 'utf8');
    if (READS.some((read) => read.test(text))) asking.push(name.replaceAll('\\', '/'));
  }
  expect(asking).toEqual([HERE]);
});
