import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestBuckets, type TestBuckets } from '../../../test/s3.ts';
import { readConfig } from '../config.ts';
import { Damaged } from './damage.ts';
import { erasuresOn, putErasures } from './erasures.ts';
import { backupsOn, placeOf } from './shelf.ts';
import { one } from './tar.ts';

let buckets: TestBuckets;
beforeAll(async () => {
  buckets = await createTestBuckets();
});
afterAll(() => buckets.drop());

test('the list of erasures in a backup bucket is merged and never loses an entry', async () => {
  const config = readConfig(buckets.env);
  const place = await placeOf(`s3://${config.S3_PRIVATE_BUCKET}/copias`, config);
  if (!('shelf' in place)) throw new Error('no shelf');
  const { shelf } = place;
  expect(await erasuresOn(shelf)).toBeNull();
  const [former, later] = [
    { at: '2026-03-10T15:00:00.000Z', mark: 'a.1' },
    { at: '2026-03-11T15:00:00.000Z', mark: 'a.2' },
  ];
  await putErasures(shelf, [later]);
  // Erasures of a database that was restored from an older backup.
  await putErasures(shelf, [former]);
  expect(await erasuresOn(shelf)).toEqual([former, later]);
  expect(await backupsOn(shelf)).toEqual([]);

  await shelf.put('erasures.json', one(Buffer.from('{"format":')));
  await expect(erasuresOn(shelf)).rejects.toThrow(Damaged);
  await putErasures(shelf, [former]);
  expect(await erasuresOn(shelf)).toEqual([former]);
});
