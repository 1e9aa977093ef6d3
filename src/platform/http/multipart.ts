import type { FastifyRequest } from 'fastify';
import type { MultipartBody } from '../../contract/endpoint.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import type { ReceivedFile, Receiver } from '../files/receive.ts';

const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_FIELDS = 200;
const MAX_FILES = 50;

/** What the parser says of a body that it cannot read; it has no codes for it. */
const BROKEN = /^Multipart: Boundary not found|unexpected end of multipart data$/i;

export interface MultipartContent {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile[]>;
}

const missing = { image: 'Escolha uma imagem.', pdf: 'Escolha um arquivo PDF.', video: 'Escolha um vídeo.' };

/** `photos[]` and `photos` are the same field. */
const bare = (name: string) => name.replace(/\[\]$/, '');

/**
 * Reads a multipart body: fields as text, declared files streamed to disk, anything else read past. What was
 * received before a failure is discarded.
 */
export async function readMultipart(
  request: FastifyRequest,
  body: MultipartBody,
  receiver: Receiver,
): Promise<MultipartContent> {
  const content: MultipartContent = { fields: {}, files: {} };
  for (const field of Object.keys(body.files)) content.files[field] = [];
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
      if (received.length > 0 && !declared.multiple) {
        part.file.resume();
        throw invalidField(name, 'Envie um arquivo só.');
      }
      received.push(
        await receiver.receive({
          field: name,
          kind: declared.kind,
          stream: part.file,
          type: part.mimetype,
          name: part.filename,
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

/** Messages for required files that did not come. */
export function missingFiles(
  body: MultipartBody,
  files: Record<string, ReceivedFile[]>,
): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(body.files)) {
    if (field.required && !files[name]?.length) fields[name] = [missing[field.kind]];
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
