import type { z } from 'zod';
import { dayAt } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Fields, outputNameOf } from '../define/fields.ts';
import { loadImages } from './files/file.service.ts';

export type PresenterDeps = Pick<Deps, 'db' | 'clock' | 'mediaUrl'>;

interface Presented {
  fields: Fields;
  output: z.ZodObject;
  publicOutput: z.ZodObject;
}

/** Returns the values of a row that `schema` has, in its order. */
export function presentRow(fields: Fields, row: object, schema: z.ZodObject, today: string) {
  const stored = row as Record<string, never>;
  const values: Record<string, unknown> = { ...stored };
  for (const [name, field] of Object.entries(fields)) {
    const output = outputNameOf(name, field);
    if (output in schema.shape) values[output] = field.present(stored[name] as never, row, today);
  }
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, values[name]]));
}

/**
 * Returns functions that convert rows of a defined record to what the API returns. `complete` adds to rows
 * what fields present to staff beside the columns.
 */
export function recordPresenter<D extends Presented, R extends object>(
  { fields, output, publicOutput }: D,
  complete?: (deps: PresenterDeps, rows: R[]) => Promise<object[]>,
) {
  /** Adds the pictures of records as `file`. Records without one are left out. */
  async function withPictures(deps: PresenterDeps, rows: object[]): Promise<object[]> {
    if (!('file_id' in fields)) return rows;
    const pictured = rows as { file_id: number; alt: string | null }[];
    const image = await loadImages(
      deps,
      pictured.map(({ file_id }) => file_id),
    );
    return pictured.flatMap((row) => {
      const file = image(row.file_id, row.alt);
      return file ? [{ ...row, file }] : [];
    });
  }

  async function presentRows(deps: PresenterDeps, rows: object[], schema: z.ZodObject) {
    const today = dayAt(deps.clock.now());
    return (await withPictures(deps, rows)).map((row) => presentRow(fields, row, schema, today));
  }

  return {
    /** Returns what staff read of records. */
    async presentAll(deps: PresenterDeps, rows: object[]) {
      const completed = (await complete?.(deps, rows as R[])) ?? rows;
      return (await presentRows(deps, completed, output)) as z.output<D['output']>[];
    },
    /** Returns what shoppers read of records. */
    presentAllPublic: (deps: PresenterDeps, rows: object[]) =>
      presentRows(deps, rows, publicOutput) as Promise<z.output<D['publicOutput']>[]>,
    /** Returns what shoppers read of a record that has neither picture nor computed values. */
    presentPublic: (row: object) => presentRow(fields, row, publicOutput, '') as z.output<D['publicOutput']>,
  };
}
