import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Failure } from '../../shared/failure.ts';
import { type StallTimeouts, watchForStalls } from './stalls.ts';
import { type FileStore, fileKey, isFileKey, type StoreArea } from './store.ts';

export interface S3Settings {
  /** Absent for Amazon S3, which is addressed by region. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  pathStyle: boolean;
  buckets: Record<StoreArea, string>;
}

/** Timeouts in ms. A transfer that makes progress has no limit. */
export interface StoreTimeouts extends StallTimeouts {
  connect: number;
  /** Limit on a request without a body, including retries. */
  question: number;
  /** Limit on one part of an upload. */
  part: number;
  /** Limit on the time without a byte while a file is read. */
  idle: number;
}

const PATIENCE: StoreTimeouts = {
  connect: 4000,
  question: 10_000,
  part: 60_000,
  idle: 30_000,
  suspicious: 900,
  answer: 1900,
  again: 1000,
  pause: 20_000,
};

/** Timeouts for background work, where a delay is better than a new start. */
export const BACKGROUND_TIMEOUTS: StoreTimeouts = {
  connect: 15_000,
  question: 60_000,
  part: 300_000,
  idle: 120_000,
  suspicious: 20_000,
  answer: 20_000,
  again: 5000,
  pause: 120_000,
};

const AWAY = 'Não conseguimos chegar aos arquivos agora. Tente de novo em instantes.';

const isOneOf = (error: unknown, ...names: string[]) =>
  error instanceof S3ServiceException && names.includes(error.name);

/** Any unexpected response of the store counts as an outage: the caller cannot do anything about it. */
const toOutage = (cause: unknown) => new Failure('unavailable', AWAY, { cause, retryAfter: 5 });

/** Thrown when the source of an upload failed, not the store. */
class Unreadable extends Error {
  readonly source: Error;
  constructor(source: Error) {
    super();
    this.source = source;
  }
}

/** Returns whether a retry may succeed: not if the store processed the request and refused it. */
const isTransient = (error: unknown) =>
  !(error instanceof Unreadable) &&
  (!(error instanceof S3ServiceException) ||
    error.$fault === 'server' ||
    ['RequestTimeout', 'SlowDown', 'TooManyRequests'].includes(error.name));

/**
 * Creates a file store of two buckets in any S3-compatible service. It keeps no state, so it recovers from an
 * outage by itself.
 */
export function createS3Store(
  settings: S3Settings,
  { patience = PATIENCE, pageSize = 1000 }: { patience?: StoreTimeouts; pageSize?: number } = {},
): FileStore {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle, buckets } = settings;
  // A reader holds its connection while it reads; slow readers must not block others.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Stores other than Amazon's reject the newer checksums; the SHA-256 of a body is part of its signature
    // anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.part,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });

  const watch = watchForStalls(
    (abortSignal) => client.send(new HeadBucketCommand({ Bucket: buckets.public }), { abortSignal }),
    patience,
  );

  /** Sends a request. Throws the outage `Failure` if there is no response in time. */
  const request = async <T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), patience.question);
    try {
      return await watch.during((silent) => send({ abortSignal: AbortSignal.any([silent, late.signal]) }));
    } catch (error) {
      throw isOneOf(error, 'NoSuchKey', 'NotFound', 'NoSuchUpload') ? error : toOutage(error);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Sends a request; null if the object does not exist. */
  const find = <T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T | null> =>
    request(send).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      return null;
    });

  async function* unfinishedIn(bucket: string): AsyncGenerator<MultipartUpload> {
    let from: Pick<ListMultipartUploadsOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | undefined = {};
    while (from) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket: bucket,
        MaxUploads: pageSize,
        KeyMarker: from.NextKeyMarker,
        UploadIdMarker: from.NextUploadIdMarker,
      });
      const page: ListMultipartUploadsOutput = await request((options) => client.send(command, options));
      yield* page.Uploads ?? [];
      from = page.IsTruncated ? page : undefined;
    }
  }

  return {
    async put(area, key, body, type) {
      const target = { Bucket: buckets[area], Key: fileKey(key), ContentType: type };
      const open = body instanceof Readable ? () => body : typeof body === 'function' ? body : null;
      const send = async (abortSignal: AbortSignal) => {
        if (!open)
          return client.send(new PutObjectCommand({ ...target, Body: body as Buffer }), { abortSignal });
        const source = open();
        try {
          const upload = new Upload({ client, params: { ...target, Body: source } });
          // A part was accepted: progress.
          upload.on('httpUploadProgress', watch.reportProgress);
          abortSignal.addEventListener('abort', () => void upload.abort());
          return await upload.done();
        } catch (error) {
          throw source.errored ? new Unreadable(source.errored) : error;
        } finally {
          source.destroy();
        }
      };
      try {
        // A stream that was read in part cannot be sent again, so it gets one attempt.
        await watch.withRetries(send, (error) => !(body instanceof Readable) && isTransient(error));
      } catch (error) {
        if (body instanceof Readable) body.destroy();
        throw error instanceof Unreadable ? error.source : toOutage(error);
      }
    },

    async read(area, key, range) {
      const command = new GetObjectCommand({
        Bucket: buckets[area],
        Key: fileKey(key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      });
      const found = await find((options) => client.send(command, options));
      if (!found) return null;
      const stream = found.Body as IncomingMessage;
      cutWhenStalled(stream, patience.idle);
      return { stream, bytes: Number(found.ContentRange?.split('/')[1] ?? found.ContentLength) };
    },

    async size(area, key) {
      const command = new HeadObjectCommand({ Bucket: buckets[area], Key: fileKey(key) });
      const found = await find((options) => client.send(command, options));
      return found?.ContentLength ?? null;
    },

    async remove(area, key) {
      const command = new DeleteObjectCommand({ Bucket: buckets[area], Key: fileKey(key) });
      await find((options) => client.send(command, options));
    },

    async *list(area, under) {
      let from: string | undefined;
      do {
        const command: ListObjectsV2Command = new ListObjectsV2Command({
          Bucket: buckets[area],
          MaxKeys: pageSize,
          Prefix: under,
          ContinuationToken: from,
        });
        const page = await request((options) => client.send(command, options));
        for (const { Key = '', LastModified, Size = 0 } of page.Contents ?? []) {
          if (isFileKey(Key) && LastModified)
            yield { key: Key, modified: LastModified.getTime(), bytes: Size };
        }
        from = page.NextContinuationToken;
      } while (from);
    },

    async dropUnfinished(before) {
      let dropped = 0;
      for (const bucket of Object.values(buckets)) {
        for await (const { Key, UploadId, Initiated } of unfinishedIn(bucket)) {
          if (!Key || !isFileKey(Key) || !Initiated || Initiated.getTime() >= before) continue;
          const command = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
          if (await find((options) => client.send(command, options))) dropped += 1;
        }
      }
      return dropped;
    },

    async check() {
      for (const Bucket of Object.values(buckets)) {
        const found = await find((options) => client.send(new HeadBucketCommand({ Bucket }), options));
        if (!found) throw toOutage(new Error(`No bucket ${Bucket}`));
      }
    },
  };
}

/** Ends a read when the store stalls. A slow reader does not count as a stall. */
function cutWhenStalled(stream: IncomingMessage, idle: number): void {
  const { socket } = stream;
  const check = () => {
    if (stream.readableLength === 0) stream.destroy(new Error('The object store stopped responding'));
    else socket.setTimeout(idle);
  };
  socket.setTimeout(idle).on('timeout', check);
  stream.once('close', () => socket.off('timeout', check));
}
