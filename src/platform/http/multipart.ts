import type { FastifyRequest } from 'fastify';
import type { MultipartBody } from '../../contract/endpoint.ts';
import { Failure, fieldErrors, invalidField } from '../../contract/failure.ts';
import { chooseFile } from '../../contract/texts.ts';
import { namingFile, type ReceivedFile, type Receiver } from '../files/receive.ts';
import { invalidFields } from './failures.ts';

const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_FIELDS = 200;
const MAX_FILES = 50;

/** What the parser says of a body that it cannot read; it has no codes for it. */
const BROKEN = /^Multipart: Boundary not found|unexpected end of multipart data$/i;

export interface MultipartContent {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile[]>;
}

/** `photos[]` and `photos` are the same field. */
const bare = (name: string) => name.replace(/\[\]$/, '');

export function noContent(body: MultipartBody): MultipartContent {
  return { fields: {}, files: Object.fromEntries(Object.keys(body.files).map((name) => [name, []])) };
}

/**
 * Reads a multipart body into `content`: fields as text, declared files streamed to disk, anything else read
 * past. After a failure the files are discarded; the fields that came before it stay.
 */
export async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  receiver: Receiver,
  content: MultipartContent = noContent(body),
): Promise<MultipartContent> {
  try {
    const parts = request.parts({
      limits: {
        fieldSize: MAX_FIELD_BYTES,
        fields: MAX_FIELDS,
        files: MAX_FILES,
        fileSize: Number.MAX_SAFE_INTEGER,
      },
    });
    for await (const part of parts) {
      const name = bare(part.fieldname);
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Failure('too_large');
        if (!(name in body.files)) content.fields[name] = String(part.value);
        continue;
      }
      const declared = body.files[name];
      const received = content.files[name];
      // Browsers send an empty, nameless part for a file field that was left alone.
      if (!declared || !received || (!part.filename && part.mimetype === 'application/octet-stream')) {
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
        type: part.mimetype,
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
    await discardAll(content.files, receiver);
    throw BROKEN.test((error as Error).message)
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
    ...missingFiles(body, content.files),
  };
  if (!parsed.success || Object.keys(fields).length > 0) {
    await discardAll(content.files, receiver);
    throw invalidFields(fields);
  }
  return parsed.data;
}

/** Messages for required files that did not come. */
function missingFiles(body: MultipartBody, files: Record<string, ReceivedFile[]>): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(body.files)) {
    if (field.required && !files[name]?.length) fields[name] = [chooseFile[field.kind]];
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
