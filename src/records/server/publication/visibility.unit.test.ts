import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../..');
/** The only file that may test `deleted_at`. */
const ALLOWED_FILE = 'records/server/publication/visibility.ts';

const READS = [
  // Raw SQL, then Kysely's `where` and `eb`.
  /deleted_at\W*\s+is\s+(not\s+)?null/i,
  /deleted_at['"`]\s*,\s*'(is|is not|=|!=|<>)'/,
];

it('only visibility.ts tests whether a record is deleted', async () => {
  const files: string[] = [];
  for await (const name of glob('**/*.{ts,tsx}', { cwd: SOURCE })) {
    if (/\.test\.tsx?$/.test(name)) continue;
    const text = await readFile(join(SOURCE, name), 'utf8');
    if (READS.some((read) => read.test(text))) files.push(name.replaceAll('\\', '/'));
  }
  expect(files).toEqual([ALLOWED_FILE]);
});
