import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileField } from '../../shared/endpoint.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { isAllowedType, mayBeOfKind, wrongFileType } from '../../shared/files/fileTypes.ts';
import type { PictureFrame } from '../../shared/files/image.ts';
import { fileTooLarge } from '../../shared/text/texts.ts';
import type { VideoFormat } from '../../shared/video/videoFormat.ts';
import type { DiskSpace } from '../observability/diskSpace.ts';
import { withFile } from './handles.ts';
import { isComplete, readVideoFormatAt } from './truncation.ts';

/** Description of a file that does not exist, for previews. */
export interface PreviewUpload {
  uuid: string;
  width: number;
  height: number;
  /** Part of the picture to show, once it is known. */
  crop?: PictureFrame['crop'];
}

/** An uploaded file: on disk, its type detected from its content, not yet part of a record. */
export interface ReceivedFile {
  field: string;
  kind: FileField['kind'];
  path: string;
  bytes: number;
  /** Detected from the content. The declared type must be allowed too, but decides nothing. */
  type: string;
  /** Name given by the client; for display only, never part of a path. */
  name: string;
  /** Container and codecs of a video. */
  video?: VideoFormat;
  /** There is no file: what there would be is this large, and known by this name. Only in a preview. */
  standIn?: PreviewUpload;
}

export type FileLimits = Record<FileField['kind'] | 'resume', { megabytes: number }>;

export interface UploadReceiver {
  receive(file: {
    field: string;
    kind: FileField['kind'];
    limit?: FileField['limit'] | undefined;
    stream: Readable;
    type: string;
    name: string;
  }): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** Removes what interrupted requests left before `before` (ms). Returns the number of files. */
  dropUnfinished(before: number): Promise<number>;
}

/** Bytes of an upload between two checks of the disk space. */
const ASK_BYTES = 8 * 1024 * 1024;

/**
 * Creates the receiver of uploads. It streams them into `directory`, within the limits, under names that
 * begin with `prefix`. A refused file is deleted before the response. `pdfProblemText` opens a PDF and returns
 * the reason to refuse it.
 */
export function createReceiver(
  directory: string,
  limits: FileLimits,
  space: Pick<DiskSpace, 'ensure'> = { ensure: async () => {} },
  prefix = '',
  pdfRefusal: (path: string) => Promise<string | null> = async () => null,
): UploadReceiver {
  return {
    async receive({ field, kind, limit: limitName, stream, type, name }) {
      if (!mayBeOfKind(kind, { type, name })) {
        stream.resume();
        throw invalidField(field, wrongFileType(kind));
      }
      try {
        await space.ensure('file');
      } catch (error) {
        stream.resume();
        throw error;
      }
      // On a read-only disk, a recursive mkdir reports ENOENT. The plain one reports the real error.
      await mkdir(directory, { recursive: true }).catch(() => mkdir(directory));
      const path = join(directory, prefix + randomUUID());
      const { megabytes } = limits[limitName ?? kind];
      const limit = megabytes * 1024 * 1024;
      let bytes = 0;
      let checkedAt = 0;
      try {
        // The file is opened before anything can fail: if it were created after its removal, it would stay.
        await withFile(path, { flags: 'wx' }, (file) =>
          pipeline(
            stream,
            async function* (chunks: AsyncIterable<Buffer>) {
              for await (const chunk of chunks) {
                bytes += chunk.length;
                if (bytes > limit) {
                  const text = fileTooLarge(megabytes);
                  throw new Failure('too_large', text, { fields: { [field]: [text] } });
                }
                if (bytes - checkedAt > ASK_BYTES) {
                  checkedAt = bytes;
                  // The same size again, for the copy that is stored.
                  await space.ensure('file', bytes);
                }
                yield chunk;
              }
            },
            file.createWriteStream(),
          ),
        );
        if (bytes === 0) throw invalidField(field, 'O arquivo está vazio. Escolha outro.');
        const video = kind === 'video' ? await readVideoFormatAt(path) : null;
        const found = await typeOf(path, video);
        if (!isAllowedType(kind, found)) throw invalidField(field, wrongFileType(kind));
        if (!(await isComplete(path, found)))
          throw invalidField(field, 'O arquivo está incompleto. Salve de novo e envie outra vez.');
        const refusal = kind === 'pdf' ? await pdfRefusal(path) : null;
        if (refusal) throw invalidField(field, refusal);
        return { field, kind, path, bytes, type: found, name: plainName(name), ...(video && { video }) };
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

/** Containers that `file-type` names by their first stream, which may be the sound of a film. */
const MIXED_CONTAINERS: Partial<Record<VideoFormat['container'], string>> = {
  asf: 'video/x-ms-asf',
  ogg: 'video/ogg',
};

/** Returns the media type of the content at `path`; empty where it is unknown. */
async function typeOf(path: string, format: VideoFormat | null): Promise<string> {
  const hasPicture = format !== null && format.video !== null && format.video !== 'unreadable';
  const mixed = hasPicture && MIXED_CONTAINERS[format.container];
  if (mixed) return mixed;
  const { fileTypeFromFile } = await import('file-type');
  return (await fileTypeFromFile(path))?.mime ?? '';
}

/** The same failure with the name of the file, which is one of several of its field. */
export function withFileName(error: unknown, { field, name }: Pick<ReceivedFile, 'field' | 'name'>): unknown {
  if (!(error instanceof Failure && error.fields?.[field])) return error;
  const text = `${plainName(name)}: ${error.message}`;
  return new Failure(error.code, text, { fields: { [field]: [text] }, cause: error });
}

/** Removes control characters, which PostgreSQL refuses in part, and lone surrogates. */
const plainName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
    .toWellFormed();
