import { sql } from 'kysely';
import type { WeekdayHours } from '../../../content/branches/branch.contract.ts';
import { type BranchService, SERVICES, servicesInWords } from '../../../content/branches/services.ts';
import { WEEKDAYS } from '../../../content/branches/weekdays.ts';
import { typedNumber } from '../../../content/offers/offer.format.ts';
import { formatCents, formatPrice } from '../../../content/offers/price.ts';
import { formatThousandths } from '../../../content/offers/prices.ts';
import { minutesInWords } from '../../../content/recipes/recipe.effort.ts';
import { placeNames } from '../../../content/specialDays/specialDay.service.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { VersionValue } from '../../../shared/history.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import { formatDate } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { formatText, namesOf } from '../../../shared/videoFormat.ts';
import { type FileRow, filesById, loadImages, videoFormatOf } from '../files/file.service.ts';
import { type Content, fileIdsIn } from '../versions/history.ts';
import { type FieldPresentation, REFERENCED_TABLES } from './fieldLabels.ts';

const NOTHING: VersionValue = { kind: 'nothing' };

interface PicturePart {
  file_id: number;
  alt: string | null;
}

/** Loads the files and records that `contents` refer to, and returns a function that presents a value. */
export async function createPresenter(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  contents: (Content | null)[],
): Promise<(shown: FieldPresentation, value: unknown) => VersionValue> {
  const ids = contents.flatMap(fileIdsIn);
  const image = await loadImages(deps, ids);
  const files = await filesById(deps.db, ids);
  const nameOf = await createNameLookup(deps, contents);
  const inPlaces = await placeNames(deps.db);
  return (shown, value) => {
    if (value === null || value === undefined || value === '') return NOTHING;
    const as = typeof shown === 'string' ? 'text' : shown.as;
    const fact = (text: string | undefined): VersionValue => (text ? { kind: 'fact', text } : NOTHING);
    if (as === 'text') return { kind: 'text', text: String(value) };
    if (as === 'instant') return { kind: 'instant', at: String(value) };
    if (as === 'day') return fact(formatDate(String(value)));
    if (as === 'file') return fact(fileText(files.get(Number(value))));
    if (as === 'places') return fact(inPlaces(parseStored<string[]>(String(value), [])));
    if (as === 'hours') return { kind: 'text', text: hoursInWords(parseStored(String(value), [])) };
    if (as === 'services') return { kind: 'text', text: servicesOf(parseStored(String(value), [])) };
    if (as === 'minutes') return { kind: 'text', text: minutesInWords(Number(value)) };
    if (as === 'price') return { kind: 'text', text: formatPrice(formatCents(Number(value))) };
    if (as === 'size') return { kind: 'text', text: typedNumber(formatThousandths(Number(value))) };
    if (as === 'branches')
      return fact(plural(parseStored<string[]>(String(value), []).length, 'filial', 'filiais'));
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
    Object.entries(REFERENCED_TABLES).map(async ([table, column]) => {
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

/** Skips services that the product no longer has. */
const servicesOf = (stored: BranchService[]) =>
  servicesInWords(stored.filter(({ service }) => service in SERVICES));

/** Formats the hours of a week, or of a single day. */
const hoursInWords = (hours: (Omit<WeekdayHours, 'weekday'> & Partial<WeekdayHours>)[]) =>
  hours
    .map(({ weekday, opens, closes }) =>
      weekday ? `${WEEKDAYS[weekday - 1]}, das ${opens} às ${closes}` : `Das ${opens} às ${closes}`,
    )
    .join('\n');
