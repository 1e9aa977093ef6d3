import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { FileField } from '../../contract/endpoint.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { IMAGE_TYPES, PDF_TYPE, VIDEO_TYPE } from '../../contract/image.ts';
import { texts } from '../../contract/texts.ts';

/** A file of a request: on disk, its type known by its content, not yet anybody's. */
export interface ReceivedFile {
  field: string;
  kind: FileField['kind'];
  path: string;
  bytes: number;
  /** By content; what the sender declared must be allowed too, but decides nothing. */
  type: string;
  /** As the sender called it; for people only, never part of a path. */
  name: string;
}

export type FileLimits = Record<FileField['kind'], { megabytes: number }>;

const allowed: Record<FileField['kind'], (type: string) => boolean> = {
  image: (type) => (IMAGE_TYPES as readonly string[]).includes(type),
  pdf: (type) => type === PDF_TYPE,
  video: (type) => VIDEO_TYPE.test(type),
};

export interface Receiver {
  receive(file: {
    field: string;
    kind: FileField['kind'];
    stream: Readable;
    type: string;
    name: string;
  }): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** Removes what interrupted requests left before `before` (milliseconds); answers how many. */
  dropUnfinished(before: number): Promise<number>;
}

/** Streams files of requests into `directory`, within the limits; a refused one is gone before the answer. */
export function createReceiver(directory: string, limits: FileLimits): Receiver {
  return {
    async receive({ field, kind, stream, type, name }) {
      if (!allowed[kind](type.split(';', 1)[0]?.trim().toLowerCase() ?? '')) {
        stream.resume();
        throw invalidField(field, texts.wrongFileType);
      }
      await mkdir(directory, { recursive: true });
      const path = join(directory, randomUUID());
      const { megabytes } = limits[kind];
      const limit = megabytes * 1024 * 1024;
      let bytes = 0;
      try {
        await pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              bytes += chunk.length;
              if (bytes > limit) {
                const text = `O arquivo passa de ${megabytes.toLocaleString('pt-BR')} MB. Escolha um menor.`;
                throw new Failure('too_large', text, { fields: { [field]: [text] } });
              }
              yield chunk;
            }
          },
          createWriteStream(path, { flags: 'wx' }),
        );
        if (bytes === 0) throw invalidField(field, 'O arquivo está vazio. Escolha outro.');
        const found = (await fileTypeFromFile(path))?.mime ?? '';
        if (!allowed[kind](found)) throw invalidField(field, texts.wrongFileType);
        return { field, kind, path, bytes, type: found, name: plainName(name) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async discard(file) {
      await rm(file.path, { force: true });
    },
    async dropUnfinished(before) {
      let dropped = 0;
      const names = await readdir(directory).catch(() => []);
      for (const path of names.map((name) => join(directory, name))) {
        const found = await stat(path).catch(() => null);
        if (!found?.isFile() || found.mtimeMs >= before) continue;
        await rm(path, { force: true });
        dropped += 1;
      }
      return dropped;
    },
  };
}

/** No control characters, which PostgreSQL refuses in part, and no half of a character. */
const plainName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
    .toWellFormed();
