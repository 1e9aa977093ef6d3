import { StringDecoder } from 'node:string_decoder';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { MultipartBody } from '../../shared/endpoint.ts';
import { Failure, fieldErrors, invalidField } from '../../shared/failure.ts';
import { planFields } from '../../shared/publicationPlan.ts';
import { chooseFile } from '../../shared/text/texts.ts';
import { type ReceivedFile, type UploadReceiver, withFileName } from '../files/receive.ts';
import { invalidFields, isAbortedBody } from './failures.ts';

const MAX_PARTS = 128;
const MAX_FILES = 50;
/** Limit of one part's headers: field name, file name and type. */
const MAX_HEADER_BYTES = 4096;

/** The parser reports this type for a part without one (RFC 7578, 4.4). */
const PARSER_DEFAULT = 'text/plain';

const TOO_MUCH_TEXT = 'Há texto demais no envio. Encurte os textos e tente de novo.';

/** Matches the error of a file's stream when the body ends within it. The parser gives it no code. */
const TRUNCATED = /unexpected end of multipart data$/i;

/** Fields and received files of a multipart body. */
export interface MultipartContent {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile[]>;
}

/** `photos[]` and `photos` are the same field. */
const withoutBrackets = (name: string) => name.replace(/\[\]$/, '');

/** Returns the names of fields that the contract declares, and those of a plan, which any save may send. */
const fieldNames = ({ schema }: MultipartBody) =>
  new Set(Object.keys({ ...(schema as { shape?: object }).shape, ...planFields.shape }));

/** Returns an empty content with a list for each declared file field. */
export function emptyContent(body: MultipartBody): MultipartContent {
  // Without a prototype, because a client chooses the names of fields.
  const content: MultipartContent = { fields: Object.create(null), files: Object.create(null) };
  for (const name of Object.keys(body.files)) content.files[name] = [];
  return content;
}

/** Yields every part as a stream, so that text is counted before it is buffered. */
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
    // Any parser error without a code means a malformed body.
    throw hasCode(error) ? error : new Failure('malformed', undefined, { cause: error });
  }
}

const hasCode = (error: unknown) => typeof (error as { code?: unknown }).code === 'string';

/** Follows the parser: files of some browsers have no name. */
const isFile = ({ filename, mimetype }: MultipartFile) =>
  filename !== undefined || mimetype === 'application/octet-stream';

/** Returns a function that counts bytes and throws a 413 beyond `limit`. */
function createMeter(limit: number) {
  let left = limit;
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
 * Reads a multipart body into `content`: declared fields as text, declared files streamed to disk. Everything
 * else is read past. Throws a 413 beyond `maxTextBytes` of all that is no file. After a failure the files are
 * discarded, and the fields that came before it stay.
 */
export async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  maxTextBytes: number,
  receiver: UploadReceiver,
  content: MultipartContent = emptyContent(body),
): Promise<MultipartContent> {
  const count = createMeter(maxTextBytes);
  const names = fieldNames(body);
  try {
    for await (const part of partsOf(request)) {
      const name = withoutBrackets(part.fieldname ?? '');
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
      const max = declared.multiple ? (declared.most ?? MAX_FILES) : 1;
      if (received.length >= max) {
        part.file.resume();
        throw invalidField(name, max === 1 ? 'Envie um arquivo só.' : `Envie até ${max} arquivos por vez.`);
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
          throw declared.multiple ? withFileName(error, { field: name, name: part.filename }) : error;
        }),
      );
    }
    return content;
  } catch (error) {
    // The rest of the body bypasses the parser, and must not precede the next request of the connection.
    request.raw.unpipe().resume();
    await discardAll(content.files, receiver);
    throw TRUNCATED.test((error as Error).message) || isAbortedBody(error, request.raw)
      ? new Failure('malformed', undefined, { cause: error })
      : error;
  }
}

/** Parses the fields of `content`. For invalid fields or missing files, discards the files and throws 422. */
export async function parseContent(
  body: MultipartBody,
  content: { fields: object; files: MultipartContent['files'] },
  receiver: UploadReceiver,
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

/** Returns messages for required files that are missing. */
function missingFiles(
  body: MultipartBody,
  { fields: sentFields, files }: { fields: object; files: Record<string, ReceivedFile[]> },
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(body.files)) {
    const other = field.or && (sentFields as Record<string, unknown>)[field.or];
    if (field.required && !files[name]?.length && !other) fields[name] = [chooseFile[field.kind]];
  }
  return fields;
}

/** Discards received files. Those that a service has stored were moved away, which is no error. */
export async function discardAll(
  files: Record<string, ReceivedFile[]>,
  receiver: UploadReceiver,
): Promise<void> {
  await Promise.all(
    Object.values(files)
      .flat()
      .map((file) => receiver.discard(file)),
  );
}
