import type { TestProject } from 'vitest/node';
import { startS3Server } from './s3Server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Environment variables of this run's object store, without the buckets. */
    s3: Record<string, string>;
  }
}

/** Provides an object store once per run: that of TEST_S3_ENDPOINT, or a temporary one. */
export default async function setup(project: TestProject) {
  const {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_REGION: region = 'us-east-1',
    TEST_S3_ACCESS_KEY_ID: accessKeyId = '',
    TEST_S3_SECRET_ACCESS_KEY: secretAccessKey = '',
    TEST_S3_FORCE_PATH_STYLE: pathStyle = '1',
  } = process.env;
  const server = endpoint ? null : await startS3Server();
  project.provide('s3', {
    S3_ENDPOINT: endpoint ?? server?.endpoint ?? '',
    S3_REGION: region,
    S3_ACCESS_KEY_ID: server?.accessKeyId ?? accessKeyId,
    S3_SECRET_ACCESS_KEY: server?.secretAccessKey ?? secretAccessKey,
    S3_FORCE_PATH_STYLE: pathStyle,
  });
  return () => server?.stop();
}
