import { StringDecoder } from 'node:string_decoder';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { MultipartBody } from '../../contract/endpoint.ts';
import { Failure, fieldErrors, invalidField } from '../../contract/failure.ts';
import { planFields } from '../../contract/plan.ts';
import { chooseFile } from '../../contract/texts.ts';
import { namingFile, type ReceivedFile, type Receiver } from '../files/receive.ts';
import { invalidFields, isBrokenOff } from './failures.ts';

const MAX_PARTS = 128;
const MAX_FILES = 50;
/** Of one part: a name, a file's name and what it is. */
const MAX_HEADER_BYTES = 4096;

/** The parser reports this type for a part without one (RFC 7578, 4.4). */
const PARSER_DEFAULT = 'text/plain';

const TOO_MUCH_TEXT = 'Há texto demais no envio. Encurte os textos e tente de novo.';

/** What a file's stream says when the body ends within it; the parser has no code for it. */
const BROKEN = /unexpected end of multipart data$/i;

export interface MultipartContent {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile[]>;
}

/** `photos[]` and `photos` are the same field. */
const bare = (name: string) => name.replace(/\[\]$/, '');

/** What the contract calls its fields, and those that any save may bring beside its own; nothing else is kept. */
const fieldNames = ({ schema }: MultipartBody) =>
  new Set(Object.keys({ ...(schema as { shape?: object }).shape, ...planFields.shape }));

export function noContent(body: MultipartBody): MultipartContent {
  // Without a prototype: a sender may call a field what he likes.
  const content: MultipartContent = { fields: Object.create(null), files: Object.create(null) };
  for (const name of Object.keys(body.files)) content.files[name] = [];
  return content;
}

/** Every part comes as a stream, so that nothing of a text is held before it is counted. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.files({
      isPartAFile: () => true,
      limits: {
        parts: MAX_PARTS,
        files: MAX_PARTS,
        fileSize: Number.MAX_SAFE_INTEGER,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch (error) {
    // What the parser cannot read is a broken body, whatever it says of it.
    throw hasCode(error) ? error : new Failure('malformed', undefined, { cause: error });
  }
}

const hasCode = (error: unknown) => typeof (error as { code?: unknown }).code === 'string';

/** As the parser has it, some browsers' files have no name. */
const isFile = ({ filename, mimetype }: MultipartFile) =>
  filename !== undefined || mimetype === 'application/octet-stream';

/** Adds up what is no file, and refuses what comes after `most` bytes. */
function createMeter(most: number) {
  let left = most;
  return (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new Failure('too_large', TOO_MUCH_TEXT);
  };
}

async function textOf(
  { file }: MultipartFile,
  { keep, count }: { keep: boolean; count: (bytes: number) => void },
) {
  const decoder = new StringDecoder();
  let text = '';
  for await (const chunk of file as AsyncIterable<Buffer>) {
    count(chunk.length);
    if (keep) text += decoder.write(chunk);
  }
  return text + decoder.end();
}

/**
 * Reads a multipart body into `content`: declared fields as text, declared files streamed to disk, anything else
 * read past, and no more than `mostText` bytes of all that is no file. After a failure the files are discarded; the fields that came before it stay.
 */
export async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  mostText: number,
  receiver: Receiver,
  content: MultipartContent = noContent(body),
): Promise<MultipartContent> {
  const count = createMeter(mostText);
  const names = fieldNames(body);
  try {
    for await (const part of partsOf(request)) {
      const name = bare(part.fieldname ?? '');
      count(name.length + (part.filename?.length ?? 0) + part.mimetype.length);
      if (!isFile(part)) {
        const keep = names.has(name) && !content.files[name];
        const text = await textOf(part, { keep, count });
        if (keep) content.fields[name] = text;
        continue;
      }
      const received = content.files[name];
      const declared = received && body.files[name];
      // Browsers send an empty, nameless part for a file field that was left alone.
      if (!declared || (!part.filename && part.mimetype === 'application/octet-stream')) {
        part.file.resume();
        continue;
      }
      const most = declared.multiple ? (declared.most ?? MAX_FILES) : 1;
      if (received.length >= most) {
        part.file.resume();
        throw invalidField(name, most === 1 ? 'Envie um arquivo só.' : `Envie até ${most} arquivos por vez.`);
      }
      const arriving = receiver.receive({
        field: name,
        kind: declared.kind,
        limit: declared.limit,
        stream: part.file,
        type: part.mimetype === PARSER_DEFAULT ? '' : part.mimetype,
        name: part.filename,
      });
      received.push(
        await arriving.catch((error: unknown) => {
          throw declared.multiple ? namingFile(error, { field: name, name: part.filename }) : error;
        }),
      );
    }
    return content;
  } catch (error) {
    // What is left goes past the parser, and must not stand before the next request of the connection.
    request.raw.unpipe().resume();
    await discardAll(content.files, receiver);
    throw BROKEN.test((error as Error).message) || isBrokenOff(error, request.raw)
      ? new Failure('malformed', undefined, { cause: error })
      : error;
  }
}

/** The fields of `content` as the schema has them; with anything wrong or missing a 422, and no files left. */
export async function parseContent(
  body: MultipartBody,
  content: { fields: object; files: MultipartContent['files'] },
  receiver: Receiver,
): Promise<unknown> {
  const parsed = await body.schema.safeParseAsync(content.fields);
  const fields = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...missingFiles(body, content),
  };
  if (!parsed.success || Object.keys(fields).length > 0) {
    await discardAll(content.files, receiver);
    throw invalidFields(fields);
  }
  return parsed.data;
}

/** Messages for required files that did not come. */
function missingFiles(
  body: MultipartBody,
  { fields: given, files }: { fields: object; files: Record<string, ReceivedFile[]> },
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(body.files)) {
    const other = field.or && (given as Record<string, unknown>)[field.or];
    if (field.required && !files[name]?.length && !other) fields[name] = [chooseFile[field.kind]];
  }
  return fields;
}

/** A file that a service has stored was moved away; discarding it again is no error. */
export async function discardAll(files: Record<string, ReceivedFile[]>, receiver: Receiver): Promise<void> {
  await Promise.all(
    Object.values(files)
      .flat()
      .map((file) => receiver.discard(file)),
  );
}
