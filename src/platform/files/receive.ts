import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { FileField } from '../../contract/endpoint.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { isAllowedType, mayBeOfKind, wrongFileType } from '../../contract/fileTypes.ts';
import type { Frame } from '../../contract/image.ts';
import { fileTooLarge } from '../../contract/texts.ts';
import type { VideoFormat } from '../../contract/videoFormat.ts';
import type { Space } from '../space.ts';
import { withFile } from './handles.ts';
import { isWhole, readVideoFormatAt } from './whole.ts';

/** What is known of a file that is not there. */
export interface StandInFile {
  uuid: string;
  width: number;
  height: number;
  /** The part that is wanted of it, once that is known. */
  crop?: Frame['crop'];
}

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
  /** Container and codecs of a video. */
  video?: VideoFormat;
  /** There is no file: what there would be is this large, and known by this name. Only in a preview. */
  standIn?: StandInFile;
}

export type FileLimits = Record<FileField['kind'] | 'resume', { megabytes: number }>;

export interface Receiver {
  receive(file: {
    field: string;
    kind: FileField['kind'];
    limit?: FileField['limit'] | undefined;
    stream: Readable;
    type: string;
    name: string;
  }): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
  /** Removes what interrupted requests left before `before` (milliseconds); answers how many. */
  dropUnfinished(before: number): Promise<number>;
}

/** How much of a file comes before it is asked again whether there is room. */
const ASK_BYTES = 8 * 1024 * 1024;

/** Streams files of requests into `directory`, within the limits. A refused one is gone before the answer. Names of files begin with `prefix`. `pdfRefusal` opens a PDF and says why it is refused. */
export function createReceiver(
  directory: string,
  limits: FileLimits,
  space: Pick<Space, 'need'> = { need: async () => {} },
  prefix = '',
  pdfRefusal: (path: string) => Promise<string | null> = async () => null,
): Receiver {
  return {
    async receive({ field, kind, limit: named, stream, type, name }) {
      if (!mayBeOfKind(kind, { type, name })) {
        stream.resume();
        throw invalidField(field, wrongFileType(kind));
      }
      try {
        await space.need('file');
      } catch (error) {
        stream.resume();
        throw error;
      }
      // Of a disk that takes no writes Node says, while it makes what is above, that there is no such folder.
      await mkdir(directory, { recursive: true }).catch(() => mkdir(directory));
      const path = join(directory, prefix + randomUUID());
      const { megabytes } = limits[named ?? kind];
      const limit = megabytes * 1024 * 1024;
      let bytes = 0;
      let asked = 0;
      try {
        // Open before anything can fail: a file that comes into being after its removal would stay.
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
                if (bytes - asked > ASK_BYTES) {
                  asked = bytes;
                  // As much again, for the copy that stays.
                  await space.need('file', bytes);
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
        if (!(await isWhole(path, found)))
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
  return mixed || ((await fileTypeFromFile(path))?.mime ?? '');
}

/** The same failure with the name of the file, which is one of several of its field. */
export function namingFile(error: unknown, { field, name }: Pick<ReceivedFile, 'field' | 'name'>): unknown {
  if (!(error instanceof Failure && error.fields?.[field])) return error;
  const text = `${plainName(name)}: ${error.message}`;
  return new Failure(error.code, text, { fields: { [field]: [text] }, cause: error });
}

/** No control characters, which PostgreSQL refuses in part, and no half of a character. */
const plainName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
    .toWellFormed();
