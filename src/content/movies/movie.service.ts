import { sql } from 'kysely';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { ensureCurrent, findRecord, updateRecord } from '../../records/server/store/records.ts';
import { dayAt } from '../../shared/dates.ts';
import { effectTexts } from '../../shared/effects.ts';
import { Failure } from '../../shared/failure.ts';
import { formatDate } from '../../shared/text/format.ts';
import { normalisedClassification } from './movie.classification.ts';
import { movieRecord, type PublicMovie } from './movie.contract.ts';
import { movieStatus } from './movie.state.ts';
import { ENDED, type MovieStatus } from './movie.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    movies: MovieTable;
  }
}

export interface MovieTable extends TableOf<typeof movieRecord> {}

const EFFECTS = effectTexts('na página do cinema');
const GONE = 'Este filme não existe mais.';

export const movieService = recordService(movieRecord, {
  gone: GONE,
  effects: EFFECTS,
  adjust: (movie) => ({ ...movie, classification: normalisedClassification(movie.classification) }),
  message: (movie, { clock }, effect) => effectOf(movie, clock.now(), effect),
  filterConditions({ clock }) {
    const today = dayAt(clock.now());
    const isComing = sql`movies.release_date is not null and movies.release_date > ${today}`;
    return {
      status: (status) => {
        if (status === 'ended') return sql`movies.type = ${ENDED}`;
        return sql`movies.type <> ${ENDED} and ${status === 'soon' ? isComing : sql`not (${isComing})`}`;
      },
    };
  },
  listRules: ({ clock }) => ({ order: '-id', asOf: dayAt(clock.now()) }),
});

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
      ...movieService.derive({ ...before, type: ENDED }),
    });
  });
  return { message: EFFECTS.removed, uuid, version: after.version };
}

/** Returns the effect on the site; `showing` if the film is neither coming nor ended. */
function effectOf(movie: Pick<MovieTable, 'type' | 'release_date'>, now: number, showing: string): string {
  const status = movieStatus(movie, dayAt(now));
  if (status === 'ended') return 'Está encerrado: não aparece na página do cinema.';
  if (status === 'showing' || !movie.release_date) return showing;
  return `Aparece como “Em breve” na página do cinema. Entra em cartaz em ${formatDate(movie.release_date)}.`;
}

const RANK: Record<MovieStatus, number> = { showing: 0, soon: 1, ended: 2 };

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** Returns films as shoppers see them: by release, the newest first; coming films, the next one first. */
export async function publicMovies(deps: Reading): Promise<PublicMovie[]> {
  const rows = await deps.db
    .selectFrom('movies')
    .selectAll()
    .where(isPublished('movies'))
    .orderBy('id', 'desc')
    .execute();
  const date = ({ release_date }: PublicMovie) => release_date ?? '';
  return (await movieService.presentAllPublic(deps, rows)).toSorted(
    (a, b) =>
      RANK[a.status] - RANK[b.status] ||
      (a.status === 'soon' ? compare(date(a), date(b)) : compare(date(b), date(a))),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns a film for shoppers, also an ended one. A draft and a withdrawn film are unknown to them. */
export const publicMovie = (deps: Reading, uuid: string): Promise<PublicMovie> =>
  movieService.findPublic(deps, uuid, GONE);
