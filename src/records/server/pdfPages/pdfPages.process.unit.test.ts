import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { createChildPool } from '../../../platform/processes/children.ts';
import { renderPages } from './pdfPages.process.ts';

const AMPLE = { cpuMs: 60_000, elapsedMs: 60_000 };
const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

test('releases the background slot and closes the PDF if the process cannot be forked', async () => {
  const children = createChildPool(
    {
      module: new URL('../../../../test/commanded.child.ts', import.meta.url),
      megabytes: 200,
      background: true,
    },
    { atOnce: 1, idleMs: 60_000 },
  );
  const pdf = Readable.from(['%PDF-1.7']);
  // No system starts a program whose name contains a null byte.
  process.execPath = `${execPath}\0`;
  const pages = renderPages(async () => pdf, {
    form: 'picture',
    maxPages: 1,
    pageMs: 60_000,
    totalMs: 60_000,
  });
  await expect(pages.next()).rejects.toThrow('null bytes');
  process.execPath = execPath;
  expect(pdf.destroyed).toBe(true);
  const signal = AbortSignal.timeout(30_000);
  expect(await children.run('pid', { deadline: AMPLE, signal })).toEqual(expect.any(Number));
  await children.run('crash', { deadline: AMPLE }).catch(() => {});
});
