import { AUDIOS, PROGRAMME_DAYS, SCREENING_FORMATS } from '../src/content/screenings/screening.types.ts';
import { fold } from '../src/shared/text/fold.ts';
import { seededRandom } from './applications.ts';

// Sessions of a cinema with five rooms, over as many years as needed. The same seed gives the same sessions.

const ROOMS = ['Sala 1', 'Sala 2', 'Sala 3', 'Sala 4 VIP', 'Sala Macro'];
const A_DAY = 20;
const FIRST_HOUR = 13;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A dozen films are on in each week, and five of them leave. */
const AT_ONCE = 12;
const LEAVE = 5;

const WHO = 'Noite Lenda Estação Rainha Farol Jangada Sertão Cidade Maré Aventura'.split(' ');
const WHAT = 'do mar|sem fim|de vidro|dos ventos|da serra|em Marte'.split('|');
/** Words that occur in the names of few films, of many, and of none. */
export const FILM_WORDS = [
  'jangada',
  'noite marte',
  'do',
  'sala 3',
  'vip',
  'legendado 3d',
  'e',
  'wz',
  'palavra',
];
export const FILMS = WHO.flatMap((who) => WHAT.map((what) => `${who} ${what}`));
/** Returns whether a film is still on: those of the last weeks are. */
export const isShowing = (film: number) => film >= FILMS.length - 2 * AT_ONCE;

/** Yields `count` sessions, those of two weeks in the future. The caller adds `uuid` and timestamps. */
export function* generateScreenings(count: number, now: number, seed = 5) {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const each = ROOMS.length * A_DAY;
  const days = Math.ceil(count / each);
  const today = Math.floor(now / DAY) * DAY;
  const weeks = Math.ceil(days / 7);
  for (let index = 0; index < count; index += 1) {
    const day = Math.floor(index / each);
    const room = ROOMS[index % ROOMS.length] ?? '';
    const hour = Math.floor((index % each) / ROOMS.length);
    const back = weeks - 1 - Math.floor(day / 7);
    const film = FILMS.length - 1 - ((back * LEAVE + below(AT_ONCE)) % FILMS.length);
    const audio = random() < 0.6 ? 1 : random() < 0.8 ? 2 : 3;
    const format = random() < 0.2 ? 2 : 1;
    const minutes = FIRST_HOUR * 60 + hour * 36 + below(30);
    yield {
      movie_id: film + 1,
      room,
      starts_at: new Date(today + (day - days + PROGRAMME_DAYS) * DAY + minutes * MINUTE).toISOString(),
      audio,
      format,
      price_id: null,
      ticket_link: index % 10 === 0 ? `https://ingressos.example/${index}` : null,
      // Few sessions are drafts; most are published.
      standing: random() < 0.0002 ? ('draft' as const) : null,
      search: fold([room, AUDIOS[audio], SCREENING_FORMATS[format]].join(' ')),
      room_key: fold(room),
    };
  }
}
