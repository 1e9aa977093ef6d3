import type { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { dayAt } from '../../shared/dates.ts';
import { type Fields, outputNameOf, type StoredValue } from '../define/fields.ts';
import { loadImages } from './files/file.service.ts';
import { type Gallery, loadRecordPictures } from './files/gallery.ts';

export type PresenterDeps = Pick<Deps, 'db' | 'clock' | 'mediaUrl'>;

interface Presented {
  fields: Fields;
  output: z.ZodObject;
  publicOutput: z.ZodObject;
}

/** Returns the values of a row that `schema` has, in its order. */
export function presentRow(fields: Fields, row: object, schema: z.ZodObject, today: string) {
  const stored = row as Record<string, StoredValue>;
  const sources = sourcesOf(fields);
  const values: Record<string, unknown> = {};
  for (const output of Object.keys(schema.shape)) {
    const source = sources.get(output);
    values[output] = source ? source.field.present(stored[source.name] ?? null, row, today) : stored[output];
  }
  return values;
}

const knownSources = new WeakMap<Fields, Map<string, { name: string; field: Fields[string] }>>();

/** Returns the field behind each output. Derived once: a page presents hundreds of rows. */
function sourcesOf(fields: Fields) {
  const known = knownSources.get(fields);
  if (known) return known;
  const sources = new Map(
    Object.entries(fields).map(([name, field]) => [outputNameOf(name, field), { name, field }] as const),
  );
  knownSources.set(fields, sources);
  return sources;
}

interface PicturedRow {
  id: number;
  file_id: number | null;
  alt: string | null;
}

/** Loads the pictures of records without a gallery. */
async function loadCovers(deps: PresenterDeps, rows: PicturedRow[]) {
  const image = await loadImages(
    deps,
    rows.map(({ file_id }) => file_id),
  );
  return ({ file_id, alt }: PicturedRow) => ({ cover: image(file_id, alt) });
}

/**
 * Returns functions that convert rows of a defined record to what the API returns. `complete` adds to rows
 * what fields present beside the columns.
 */
export function recordPresenter<D extends Presented, R extends object>(
  { fields, output, publicOutput }: D,
  {
    gallery,
    complete,
  }: {
    gallery?: Gallery | undefined;
    complete?: ((deps: PresenterDeps, rows: R[]) => Promise<object[]>) | undefined;
  },
) {
  /** Adds the pictures of records as `file` and `gallery`. Records without a required one are left out. */
  async function withPictures(deps: PresenterDeps, rows: object[]): Promise<object[]> {
    const { file_id: picture } = fields;
    if (!picture) return rows;
    const pictured = rows as PicturedRow[];
    const picturesOf = gallery
      ? await loadRecordPictures(deps, gallery, pictured)
      : await loadCovers(deps, pictured);
    return pictured.flatMap((row) => {
      const { cover: file, ...others } = picturesOf(row);
      return file || picture.isOptional ? [{ ...row, file, ...others }] : [];
    });
  }

  async function presentRows(deps: PresenterDeps, rows: object[], schema: z.ZodObject) {
    const today = dayAt(deps.clock.now());
    const completed = (await complete?.(deps, rows as R[])) ?? rows;
    return (await withPictures(deps, completed)).map((row) => presentRow(fields, row, schema, today));
  }

  return {
    /** Returns what staff read of records. */
    presentAll: (deps: PresenterDeps, rows: object[]) =>
      presentRows(deps, rows, output) as Promise<z.output<D['output']>[]>,
    /** Returns what shoppers read of records. */
    presentAllPublic: (deps: PresenterDeps, rows: object[]) =>
      presentRows(deps, rows, publicOutput) as Promise<z.output<D['publicOutput']>[]>,
    /** Returns what shoppers read of a record that has neither picture nor computed values. */
    presentPublic: (row: object) => presentRow(fields, row, publicOutput, '') as z.output<D['publicOutput']>,
  };
}
