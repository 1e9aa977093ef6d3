import { sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { Failure } from '../../contract/failure.ts';
import { enumValueOf } from '../../contract/fields.ts';
import { altOf, type ImageFile } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import { dayAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt } from '../../platform/database/listFilters.ts';
import {
  deleteRecord,
  ensureCurrent,
  findRecord,
  type Row,
  updateRecord,
  valueOrStored,
} from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { type FileDeps, loadImages } from '../../records/server/files/file.service.ts';
import { saveWithPictures } from '../../records/server/files/recordPictures.ts';
import { formatDate } from '../../ui/format.ts';
import { normalisedClassification } from './movie.classification.ts';
import { type Movie, type MovieInput, movieFilters, type PublicMovie } from './movie.contract.ts';
import { movieStatus } from './movie.state.ts';
import { ENDED, MOVIE_TYPES, type MovieStatus } from './movie.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    movies: MovieTable;
  }
}

export interface MovieTable extends RecordColumns {
  name: string;
  type: number;
  classification: string;
  description: string | null;
  /** YYYY-MM-DD */
  release_date: string | null;
  /** HH:MM */
  duration: string | null;
  trailer_link: string | null;
  file_id: number;
  alt: string | null;
  search: string;
  name_key: string;
}

declareComposition('movies', { derive: derived });

const EFFECTS = effectTexts('na página do cinema');
const GONE = 'Este filme não existe mais.';

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

export async function listMovies(deps: Reading, query: ListQuery) {
  const base = deps.db.selectFrom('movies').selectAll().where(isNotDeleted('movies'));
  return selectList(
    deps.db,
    base,
    query,
    {
      table: 'movies',
      search: 'search',
      sortable: { id: 'id', name: 'name_key', type: 'type' },
      filters: filtersOn(dayAt(deps.clock.now())),
      asOf: dayAt(deps.clock.now()),
      order: '-id',
      id: 'id',
    },
    (rows) => presentAll(deps, rows),
  );
}

function filtersOn(today: string) {
  return filterRules('movies', movieFilters, {
    attention: () => anyOf(lacksAlt('movies'), isDraft('movies')),
    status: (status) => {
      if (status === 'ended') return sql`movies.type = ${ENDED}`;
      const isComing = sql`movies.release_date is not null and movies.release_date > ${today}`;
      return sql`movies.type <> ${ENDED} and ${status === 'soon' ? isComing : sql`not (${isComing})`}`;
    },
    alt: () => lacksAlt('movies'),
  });
}

export async function findMovie(deps: Reading, uuid: string): Promise<Movie> {
  const row = await findRecord(deps.db, 'movies', uuid, GONE);
  const [found] = await presentAll(deps, [row]);
  if (!found) throw new Error(`Movie ${uuid} has no cover`);
  return found;
}

export async function draftMovie(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  input: MovieInput,
  uuid?: string,
): Promise<RecordDraft<'movies'>> {
  const { version: expectedVersion, ...fields } = input;
  const before = await currentRecord(db, 'movies', uuid, expectedVersion, GONE);
  const values = movieColumns(fields, before ?? undefined);
  const message = effectOf(values, clock.now(), before ? EFFECTS.changed : EFFECTS.added);
  return { table: 'movies', before, values, message };
}

/** Returns the picture of a movie form and how to apply it. */
export const moviePictures = (input: MovieInput, image: ReceivedFile | undefined): FormPictures => ({
  image,
  wish: input,
});

export const storeMovie = (
  deps: FileDeps,
  actor: Actor,
  input: MovieInput,
  image: ReceivedFile | undefined,
) => saveWithPictures(deps, actor, moviePictures(input, image), (db) => draftMovie({ ...deps, db }, input));

export const updateMovie = (
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: MovieInput,
  image: ReceivedFile | undefined,
) =>
  saveWithPictures(deps, actor, moviePictures(input, image), (db) =>
    draftMovie({ ...deps, db }, input, uuid),
  );

/** Marks a film as ended. */
export async function endMovie(
  deps: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  uuid: string,
  expectedVersion: number | undefined,
) {
  const after = await deps.write(actor, async (work) => {
    const before = await findRecord(work.trx, 'movies', uuid, GONE);
    await ensureCurrent(work.trx, 'movies', before, expectedVersion);
    if (before.type === ENDED) throw new Failure('conflict', 'Este filme já está encerrado.');
    return updateRecord(work, 'movies', before, {
      type: ENDED,
      ...derived({ name: before.name, type: ENDED }),
    });
  });
  return { message: effectOf(after, deps.clock.now(), EFFECTS.changed), uuid, version: after.version };
}

export async function destroyMovie(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await deleteRecord(work, 'movies', await findRecord(work.trx, 'movies', uuid, GONE));
  });
  return { message: EFFECTS.removed };
}

/** Returns the effect on the site; `showing` if the film is neither coming nor ended. */
function effectOf(movie: Pick<MovieTable, 'type' | 'release_date'>, now: number, showing: string): string {
  const status = movieStatus(movie, dayAt(now));
  if (status === 'ended') return 'Está encerrado: não aparece na página do cinema.';
  if (status === 'showing' || !movie.release_date) return showing;
  return `Aparece como “Em breve” na página do cinema. Entra em cartaz em ${formatDate(movie.release_date)}.`;
}

const RANK: Record<MovieStatus, number> = { showing: 0, soon: 1, ended: 2 };

/** Returns films as shoppers see them: by release, the newest first; coming films, the next one first. */
export async function publicMovies(deps: Reading): Promise<PublicMovie[]> {
  const rows = await deps.db
    .selectFrom('movies')
    .selectAll()
    .where(isPublished('movies'))
    .orderBy('id', 'desc')
    .execute();
  const date = ({ release_date }: Movie) => release_date ?? '';
  const movies = (await presentAll(deps, rows)).toSorted(
    (a, b) =>
      RANK[a.status] - RANK[b.status] ||
      (a.status === 'soon' ? compare(date(a), date(b)) : compare(date(b), date(a))),
  );
  return movies.map(forPublic);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export async function publicMovie(deps: Reading, uuid: string): Promise<PublicMovie> {
  return forPublic(await findMovie(deps, uuid));
}

const forPublic = ({ version: _, updated_at: __, ...movie }: Movie): PublicMovie => movie;

/** Returns the columns of a film; an absent field keeps its stored value. */
export function movieColumns(input: Omit<MovieInput, 'version'>, stored?: Row<'movies'>) {
  const { name, type } = input;
  return {
    name,
    type,
    classification: normalisedClassification(input.classification),
    description: valueOrStored(input.description, stored?.description),
    release_date: valueOrStored(input.release_date, stored?.release_date),
    duration: valueOrStored(input.duration, stored?.duration),
    trailer_link: valueOrStored(input.trailer_link, stored?.trailer_link),
    alt: altOf(input, stored?.alt),
    ...derived({ name, type }),
  };
}

function derived({ name, type }: Pick<MovieTable, 'name' | 'type'>) {
  return { search: searchText(name, enumValueOf(MOVIE_TYPES, type).text), name_key: searchText(name) };
}

async function presentAll(deps: Reading, rows: Row<'movies'>[]): Promise<Movie[]> {
  const today = dayAt(deps.clock.now());
  const image = await loadImages(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap((row) => {
    const file = image(row.file_id, row.alt);
    return file ? [present(row, file, today)] : [];
  });
}

const present = (row: Row<'movies'>, file: ImageFile, today: string): Movie => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  type: enumValueOf(MOVIE_TYPES, row.type),
  classification: row.classification,
  description: row.description,
  release_date: row.release_date,
  duration: row.duration,
  trailer_link: row.trailer_link,
  status: movieStatus(row, today),
  file,
  version: row.version,
  updated_at: row.updated_at,
});
