import { z } from 'zod';
import { imageFile, thumbnailOf } from '../../shared/files/image.ts';

type Shape = Record<string, z.ZodType>;

/** Returns the shape of a list's rows, or undefined if the response is no list. */
function rowShape(schema: z.ZodType): Shape | undefined {
  const rows = schema instanceof z.ZodObject ? schema.shape.data : undefined;
  const row = rows instanceof z.ZodArray ? rows.element : undefined;
  return row instanceof z.ZodObject ? row.shape : undefined;
}

/** Returns the names in `fields` that rows of this response have. An empty result means whole rows. */
export function requestedFields(schema: z.ZodType, query: unknown): string[] {
  const { fields } = (query ?? {}) as { fields?: unknown };
  const shape = rowShape(schema);
  if (typeof fields !== 'string' || !shape) return [];
  const requested = new Set(fields.split(','));
  return Object.keys(shape).filter((name) => requested.has(name));
}

const isImage = (schema: z.ZodType | undefined) =>
  schema === imageFile || (schema instanceof z.ZodNullable && schema.unwrap() === imageFile);

/** Encodes a response. Rows of a list get only the requested fields, and thumbnails in place of pictures. */
export function encodeResponse(schema: z.ZodType, body: unknown, query: unknown): unknown {
  const names = requestedFields(schema, query);
  if (names.length === 0) return z.encode(schema, body);
  const shape = rowShape(schema) as Shape;
  const { data, ...rest } = body as { data: Record<string, unknown>[] };
  const fieldOf = (row: Record<string, unknown>, name: string) => {
    const value = z.encode(shape[name] as z.ZodType, row[name]);
    return value && isImage(shape[name]) ? thumbnailOf(value as z.output<typeof imageFile>) : value;
  };
  return {
    data: data.map((row) => Object.fromEntries(names.map((name) => [name, fieldOf(row, name)]))),
    ...rest,
  };
}
