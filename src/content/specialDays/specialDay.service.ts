import { type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { recordAccessFor } from '../../records/server/recordAccess.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { formatDate, formatDayMonth, inSentence } from '../../shared/text/format.ts';
import { droppedBranchesText } from '../branchChoice/deletedBranches.ts';
import { namedBranches } from '../branchChoice/namedBranches.ts';
import { NOTICE_DAYS } from './placeSpecialDays.ts';
import { type PublicSpecialDay, specialDayRecord, specialHoursProblem } from './specialDay.contract.ts';
import { OTHER_HOURS, SPECIAL_DAY_PLACES, USUAL_HOURS } from './specialDay.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    exceptions: SpecialDayTable;
  }
}

export interface SpecialDayTable extends TableOf<typeof specialDayRecord> {}

declareComposition('exceptions', {
  references: [
    {
      column: 'places',
      to: 'branches',
      kind: 'list',
      words: Object.keys(SPECIAL_DAY_PLACES),
      gone: 'Uma destas filiais não existe mais. Confira a lista.',
      dropped: droppedBranchesText,
      nowhere: 'Sem filial, o dia especial não aparece no site: escolha para quem vale.',
    },
  ],
});

const YEAR_DAYS = 366;

type Reading = Pick<Deps, 'db' | 'clock'>;

/** Lists the opening hours of a day, for the version history. */
const hoursInWords = (hours: readonly { opens: string; closes: string }[]) =>
  hours.map(({ opens, closes }) => `Das ${opens} às ${closes}`).join('\n');

export const specialDayService = recordService(specialDayRecord, {
  gone: 'Este horário especial não existe mais.',
  effects: { ...effectTexts('no site'), removed: 'Neste dia volta a valer o horário de sempre.' },
  message: (values, deps) => effectOf(values, deps),
  adjust: (values) => ({ ...values, hours: values.type === OTHER_HOURS ? values.hours : null }),
  validate({ type, hours }) {
    const message = specialHoursProblem({ type, hours: parseStored(hours, []) });
    if (message) throw invalidField('hours', message);
  },
  ensureConsistent: (db, values, id, actor) => ensureFree(db, actor, values, id),
  async valuesInWords(db) {
    const inWords = await placeNames(db);
    return {
      hours: (stored) => ({ kind: 'text', text: hoursInWords(parseStored(stored, [])) }),
      places: (stored) => ({ kind: 'fact', text: inWords(parseStored(stored, [])) }),
    };
  },
  filterConditions: ({ clock }) => ({
    when: (when) => {
      const today = dayAt(clock.now());
      return when === 'past'
        ? sql<SqlBool>`exceptions.date < ${today}`
        : sql<SqlBool>`exceptions.date >= ${today}`;
    },
  }),
  listRules: ({ clock }) => ({ order: '-date', asOf: dayAt(clock.now()) }),
  async complete({ db }, rows) {
    const inWords = await placeNames(db);
    return rows.map((row) => ({ ...row, places_text: inWords(placesIn(row)) }));
  },
});

/** Returns the effect on the site, for staff. */
function effectOf({ date, type }: Pick<SpecialDayTable, 'date' | 'type'>, { clock }: Pick<Deps, 'clock'>) {
  const today = dayAt(clock.now());
  if (date < today) return 'O dia já passou: no site nada muda.';
  if (type === USUAL_HOURS) return 'Vale o horário de sempre, e ninguém precisa decidir de novo.';
  const from = addDays(date, -NOTICE_DAYS);
  return from <= today
    ? 'O aviso já aparece no site.'
    : `O aviso aparece no site em ${formatDayMonth(from)}.`;
}

/** Returns special days from yesterday, whose evening may last past midnight, to the same day of next year. */
export async function publicSpecialDays({ db, clock }: Reading): Promise<PublicSpecialDay[]> {
  const today = dayAt(clock.now());
  const rows = await db
    .selectFrom('exceptions')
    .selectAll()
    .where(isPublished('exceptions'))
    .where('date', '>=', addDays(today, -1))
    .where('date', '<=', addDays(today, YEAR_DAYS))
    .orderBy('date')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { id, ...day } = specialDayService.presentPublic(row);
    return day;
  });
}

/** Lists the places of a special day: the fixed ones, and the branches of `actor` in the site's order. */
export async function listSpecialDayPlaces(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'branches'>,
): Promise<{ place: string; name: string }[]> {
  const branches = await namedBranches(db, actor);
  const own = Object.entries(SPECIAL_DAY_PLACES).map(([place, name]) => ({ place, name }));
  return [...own, ...branches.map(({ uuid, name }) => ({ place: uuid, name }))];
}

const allPlaces = (db: DbOrTransaction) => listSpecialDayPlaces({ db: db as Deps['db'] }, { branches: null });

/** Returns a function that names places; a deleted branch is "uma filial que saiu". */
export async function placeNames(db: DbOrTransaction): Promise<(places: readonly string[]) => string> {
  const names = new Map((await allPlaces(db)).map(({ place, name }) => [place, name]));
  return (places) =>
    inSentence(
      places.map((place) => names.get(place) ?? 'uma filial que saiu'),
      6,
    );
}

const placesIn = ({ places }: Pick<SpecialDayTable, 'places'>): string[] => parseStored(places, []);

/**
 * Throws if a place already has a special day on this date. A day for a single place takes precedence over
 * one for all, so these two do not clash.
 */
async function ensureFree(
  db: DbOrTransaction,
  actor: Actor | undefined,
  row: Pick<SpecialDayTable, 'date' | 'places'>,
  ownId?: number,
): Promise<void> {
  const requested = new Set(placesIn(row));
  const others = await db
    .selectFrom('exceptions')
    .select(['id', 'uuid', 'reason', 'places'])
    .where('date', '=', row.date)
    .where(isNotDeleted('exceptions'))
    .execute();
  for (const other of others) {
    const clashing = placesIn(other).filter((place) => requested.has(place));
    if (other.id === ownId || clashing.length === 0) continue;
    const names = (await placeNames(db))(clashing);
    const name = { entity: 'exceptions', uuid: other.uuid };
    const isReadable = actor !== undefined && (await recordAccessFor(db, actor, 'read', [name]))(name);
    const conflicting = isReadable ? `«${other.reason}»` : 'outro dia especial';
    throw invalidField('places', `Em ${formatDate(row.date)} já há ${conflicting} para: ${names}.`);
  }
}
