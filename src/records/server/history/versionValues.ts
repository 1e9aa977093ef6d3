import { sql } from 'kysely';

import type { Deps } from '../../../platform/deps.ts';
import type { VersionValue } from '../../../shared/history.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { formatText, namesOf } from '../../../shared/video/videoFormat.ts';
import { labelsOf, tablesWithNames, valuesInWordsOf } from '../definitions.ts';
import { type FileRow, filesById, loadImages, videoFormatOf } from '../files/file.service.ts';
import { type Content, fileIdsIn } from '../versions/history.ts';

const NOTHING: VersionValue = { kind: 'nothing' };

interface PicturePart {
  file_id: number;
  alt: string | null;
}

/** Loads what `contents` of a table refer to, and returns a function that presents the value of a column. */
export async function createPresenter(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  table: string,
  contents: (Content | null)[],
): Promise<(column: string, value: unknown) => VersionValue> {
  const ids = contents.flatMap(fileIdsIn);
  const image = await loadImages(deps, ids);
  const files = await filesById(deps.db, ids);
  const nameOf = await createNameLookup(deps, contents);
  const inWords = await valuesInWordsOf(table, deps.db);
  const labels = labelsOf(table);
  return (column, value) => {
    if (value === null || value === undefined || value === '') return NOTHING;
    const describe = inWords[column];
    if (describe) return describe(value as never);
    const shown = labels[column];
    const as = typeof shown === 'object' ? shown.as : 'text';
    const fact = (text: string | undefined): VersionValue => (text ? { kind: 'fact', text } : NOTHING);
    if (as === 'text') return { kind: 'text', text: String(value) };
    if (as === 'instant') return { kind: 'instant', at: String(value) };
    if (as === 'day') return fact(formatDate(String(value)));
    if (as === 'file') return fact(fileText(files.get(Number(value))));
    if (as === 'picture') {
      const picture = image(Number(value), null);
      return picture ? { kind: 'picture', picture } : NOTHING;
    }
    if (as === 'pictures') {
      const pictures = (value as PicturePart[]).flatMap(({ file_id, alt }) => image(file_id, alt) ?? []);
      return pictures.length > 0 ? { kind: 'pictures', pictures } : NOTHING;
    }
    return fact('choice' in as ? as.choice[value as string | number] : nameOf(as.table, Number(value)));
  };
}

/** Returns the name of a file, with container and codecs if it is an examined video. */
function fileText(file: FileRow | undefined): string | undefined {
  const format = file && videoFormatOf(file);
  return format ? `${file.name} (${formatText(namesOf(format))})` : file?.name;
}

/** Returns the names of the records that `contents` may refer to, deleted ones included. */
async function createNameLookup({ db }: Pick<Deps, 'db'>, contents: (Content | null)[]) {
  const numbers = contents.flatMap((content) => Object.values(content ?? {}));
  const ids = [...new Set(numbers.filter((value) => typeof value === 'number'))];
  const found = await Promise.all(
    Object.entries(tablesWithNames()).map(async ([table, column]) => {
      if (ids.length === 0) return [table, new Map<number, string>()] as const;
      const { rows } = await sql<{ id: number; name: string }>`
        select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${sql.join(ids)})
      `.execute(db);
      return [table, new Map(rows.map(({ id, name }) => [id, name]))] as const;
    }),
  );
  const names = new Map(found);
  return (table: string, id: number) => names.get(table)?.get(id);
}
