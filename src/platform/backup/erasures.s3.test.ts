import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestBuckets, type TestBuckets } from '../../../test/s3.ts';
import { readConfig } from '../config/config.ts';
import { mergeErasures, readErasures } from './erasures.ts';
import { DamagedBackupError } from './errors.ts';
import { singleChunk } from './tar.ts';
import { listBackups, parseBackupLocation } from './target.ts';

let buckets: TestBuckets;
beforeAll(async () => {
  buckets = await createTestBuckets();
});
afterAll(() => buckets.drop());

test('the list of erasures in a backup bucket is merged and never loses an entry', async () => {
  const config = readConfig(buckets.env);
  const place = await parseBackupLocation(`s3://${config.S3_PRIVATE_BUCKET}/copias`, config);
  if (!('shelf' in place)) throw new Error('no shelf');
  const { shelf } = place;
  expect(await readErasures(shelf)).toBeNull();
  const [former, later] = [
    { at: '2026-03-10T15:00:00.000Z', mark: 'a.1' },
    { at: '2026-03-11T15:00:00.000Z', mark: 'a.2' },
  ];
  await mergeErasures(shelf, [later]);
  // Erasures of a database that was restored from an older backup.
  await mergeErasures(shelf, [former]);
  expect(await readErasures(shelf)).toEqual([former, later]);
  expect(await listBackups(shelf)).toEqual([]);

  await shelf.put('erasures.json', singleChunk(Buffer.from('{"format":')));
  await expect(readErasures(shelf)).rejects.toThrow(DamagedBackupError);
  await mergeErasures(shelf, [former]);
  expect(await readErasures(shelf)).toEqual([former]);
});
