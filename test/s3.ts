import { randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { readConfig } from '../src/platform/config/config.ts';
import type { S3Settings } from '../src/platform/files/s3.ts';

/** Returns whether this test uses an object store, in the project `s3`. */
export const onS3 = () => inject('s3') !== undefined;

export interface TestBuckets {
  /** Environment variables of the product for these buckets. */
  env: Record<string, string>;
  settings: S3Settings;
  client: S3Client;
  /** Deletes the buckets with their content. */
  drop(): Promise<void>;
}

/**
 * Creates a public and a private bucket, or uses those of TEST_S3_BUCKET and TEST_S3_PRIVATE_BUCKET, emptied
 * before and after.
 */
export async function createTestBuckets(): Promise<TestBuckets> {
  const { TEST_S3_BUCKET, TEST_S3_PRIVATE_BUCKET } = process.env;
  const isConfigured = Boolean(TEST_S3_BUCKET);
  const name = `vitrine-test-${randomBytes(6).toString('hex')}`;
  const env = {
    ...inject('s3'),
    S3_BUCKET: TEST_S3_BUCKET ?? name,
    S3_PRIVATE_BUCKET: TEST_S3_PRIVATE_BUCKET ?? `${name}-private`,
  };
  const settings = readConfig(env).s3;
  if (!settings) throw new Error('The TEST_S3_* settings are incomplete');
  const client = clientOf(settings);
  const buckets = Object.values(settings.buckets);
  for (const Bucket of buckets) {
    if (isConfigured) await empty(client, Bucket);
    else await client.send(new CreateBucketCommand({ Bucket }));
  }
  return {
    env,
    settings,
    client,
    async drop() {
      for (const Bucket of buckets) {
        await empty(client, Bucket);
        if (!isConfigured) await client.send(new DeleteBucketCommand({ Bucket }));
      }
      client.destroy();
    },
  };
}

const clientOf = ({ endpoint = '', region, accessKeyId, secretAccessKey, pathStyle }: S3Settings) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

async function empty(client: S3Client, Bucket: string) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) return;
    await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
  }
}
