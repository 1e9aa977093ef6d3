import { type SqlBool, sql } from 'kysely';
import { isoAt, minuteOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { decodeLuminanceMap } from '../../records/server/files/luminanceMap.ts';
import { anyOf, type Condition, isDraft, lacksAlt } from '../../records/server/lists/listFilters.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { bannerRecord, END_BEFORE_START, endsAfterStart, type PublicBanner } from './banner.contract.ts';
import { bannerState } from './banner.state.ts';
import { placeTitleOnPicture } from './titleContrast.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    banners: BannerTable;
  }
}

export interface BannerTable extends TableOf<typeof bannerRecord> {}

export const bannerService = recordService(bannerRecord, {
  gone: 'Este banner não existe mais.',
  effects: effectTexts('na capa do site'),
  orderSaved: 'Ordem dos banners salva.',
  validate(banner) {
    if (!endsAfterStart(banner)) throw invalidField('ends_at', END_BEFORE_START);
  },
  message: (banner, { clock }, effect) => effectOf(banner, clock.now(), effect),
  filterConditions({ clock }) {
    const now = isoAt(clock.now());
    const isOver = sql<SqlBool>`(banners.ends_at is not null and banners.ends_at <= ${now})`;
    const isWaiting = sql<SqlBool>`(banners.starts_at is not null and banners.starts_at > ${now})`;
    const states: Record<string, Condition> = {
      over: isOver,
      waiting: sql`${isWaiting} and not ${isOver}`,
      on: sql`not ${isWaiting} and not ${isOver} and banners.standing is null`,
    };
    return {
      attention: () => anyOf(lacksAlt('banners'), isOver, isDraft('banners')),
      state: (state) => states[state] ?? sql`false`,
    };
  },
  listRules: ({ clock }) => ({ asOf: minuteOf(clock.now()) }),
});

/** Returns the effect on the site now; `visible` if shoppers see the banner. */
function effectOf(
  { starts_at, ends_at }: Pick<BannerTable, 'starts_at' | 'ends_at'>,
  now: number,
  visible: string,
): string {
  const state = bannerState({ starts_at, ends_at }, now);
  if (state === 'over') return 'O período dele já acabou: não aparece no site.';
  const end = ends_at ? ` Sai em ${formatInstant(ends_at)}.` : '';
  return (state === 'waiting' ? `Entra na capa em ${formatInstant(starts_at ?? '')}.` : visible) + end;
}

/** Selects the banners that shoppers see now, in order. */
export function shownBanners({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = isoAt(clock.now());
  return db
    .selectFrom('banners')
    .where(isPublished('banners'))
    .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('id');
}

export async function publicBanners(deps: Pick<Deps, 'db' | 'mediaUrl' | 'clock'>): Promise<PublicBanner[]> {
  const rows = await shownBanners(deps)
    .selectAll()
    .select((eb) =>
      eb.selectFrom('files').select('ground').whereRef('files.id', '=', 'banners.file_id').as('ground'),
    )
    .execute();
  const grounds = new Map(rows.map(({ id, ground }) => [id, decodeLuminanceMap(ground)]));
  return (await bannerService.presentAllPublic(deps, rows)).map((banner) => ({
    ...banner,
    free_title: placeTitleOnPicture(banner.title, banner.file, grounds.get(banner.id) ?? null),
  }));
}
