import { CardShortcut } from '../../content/aboutPages/site/CardArt.tsx';
import { CardSection } from '../../content/aboutPages/site/CardSection.tsx';
import { HypermarketSection } from '../../content/aboutPages/site/HypermarketSection.tsx';
import { BannerSlider } from '../../content/banners/site/BannerSlider.tsx';
import { siteFortnightlyPages, siteNextFortnightlyBooklet } from '../../content/booklets/booklet.contract.ts';
import type { Branch } from '../../content/branches/branch.contract.ts';
import { BranchCard } from '../../content/branches/site/BranchCard.tsx';
import { MyStorePanel } from '../../content/branches/site/MyStorePanel.tsx';
import { siteDailyBooklets } from '../../content/dailyOffers/dailyBooklet.contract.ts';
import {
  DailyOffersShortcut,
  FortnightlyBookletShortcut,
} from '../../content/dailyOffers/site/OffersShortcuts.tsx';
import { OffersStrip } from '../../content/dailyOffers/site/OffersStrip.tsx';
import { siteHome } from '../../content/home/home.contract.ts';
import { RecruitmentPopup } from '../../content/home/RecruitmentPopup.tsx';
import { siteHighlights } from '../../content/offers/offer.contract.ts';
import { HighlightedOffers } from '../../content/offers/site/HighlightedOffers.tsx';
import { todayIn } from '../../content/settings/settings.contract.ts';
import { branchNotices, comingSpecialDays } from '../../content/specialDays/placeSpecialDays.ts';
import { SpecialDayNotices } from '../../content/specialDays/site/SpecialDayNotices.tsx';
import { type PublicSpecialDay, siteSpecialDays } from '../../content/specialDays/specialDay.contract.ts';
import { thumbnailOf } from '../../shared/files/image.ts';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import type { PageMeta } from '../meta.ts';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import { company, webSite } from '../structuredData/structured.ts';
import { useSite } from '../useSite.ts';
import linked from './HomePage.css?url';

// Too long for inline styles.
export { linked };

/** Two rows of the home page's mosaic. A link leads to all branches. */
const BRANCHES_SHOWN = 6;
/** Number of cities that the description names. */
const NAMED_CITIES = 4;

/** Pages of the fortnightly booklet on its shortcut. */
const SHEETS_SHOWN = 2;

export async function load({ reader }: LoaderInput) {
  const { read, errors, status } = reader;
  const [home, booklets, exceptions, next, offers, fortnightly] = await Promise.all([
    read(siteHome),
    read(siteDailyBooklets),
    read(siteSpecialDays),
    read(siteNextFortnightlyBooklet),
    read(siteHighlights),
    read(siteFortnightlyPages),
  ]);
  const branches = home?.data.branches ?? [];
  return withStatus(
    {
      home: home && { ...home.data, branches: branches.slice(0, BRANCHES_SHOWN) },
      branchCount: branches.length,
      cities: [...new Set(branches.map(({ city }) => city))],
      branchNames: branches.map(({ uuid, name, time_zone }) => ({ uuid, name, time_zone })),
      exceptions: exceptions?.data ?? [],
      booklets: booklets?.data ?? null,
      next: next?.data ?? null,
      fortnightlyPages: (fortnightly?.data.pages ?? [])
        .slice(0, SHEETS_SHOWN)
        .map(({ page, file }) => ({ page, file: thumbnailOf(file) })),
      offers: offers?.data ?? [],
      errors,
    },
    home ? 200 : status(),
  );
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return {
    title: 'Ofertas todo dia',
    description: `Ofertas do dia, encarte da quinzena, receitas e cartão da casa.${
      data.cities.length > 0 ? ` Supermercados em ${inSentence(data.cities, NAMED_CITIES)}.` : ''
    }`,
    path: '/',
    // The about page describes the company in full.
    structured: (site) => [company(site), webSite(site)],
  };
}

export default function HomePage({ data }: PageProps<typeof load>) {
  const { home, branchCount, branchNames, booklets, exceptions, next, fortnightlyPages, offers } = data;
  const { settings, fortnightly, cardWhatsapp } = useSite();
  const pdf = home?.booklet_fortnightly ?? fortnightly;
  const today = settings?.today ?? null;
  const notices = settings ? branchNotices(exceptions, branchNames, (zone) => todayIn(settings, zone)) : [];
  return (
    <>
      <BannerSlider banners={home?.banners ?? []} name={settings?.site_name} />
      <div className="wrap">
        <div className="cuts">
          <DailyOffersShortcut booklets={booklets} today={today} />
          <FortnightlyBookletShortcut booklet={pdf} next={next} pages={fortnightlyPages} today={today} />
          <CardShortcut whatsapp={cardWhatsapp?.href ?? null} />
        </div>
      </div>
      <SpecialDayNotices notices={notices} />
      <HighlightedOffers offers={offers} today={today} />
      {home?.about_hypermarket && <HypermarketSection about={home.about_hypermarket} />}
      {home && home.branches.length > 0 && (
        <Branches branches={home.branches} count={branchCount} exceptions={exceptions} />
      )}
      {home?.about_credit_card && (
        <CardSection about={home.about_credit_card} whatsapp={cardWhatsapp?.href ?? null} />
      )}
      <OffersStrip booklets={booklets} fortnightly={pdf} today={today} />
      {settings?.popup && <RecruitmentPopup popup={settings.popup} />}
    </>
  );
}

function Branches({
  branches,
  count,
  exceptions,
}: {
  branches: readonly Branch[];
  count: number;
  exceptions: readonly PublicSpecialDay[];
}) {
  const { settings } = useSite();
  return (
    <section className="near">
      <div className="wrap">
        <div className="shd">
          <h2 className="d2">Tem {settings?.site_name ?? 'loja'} perto de você</h2>
          <a className="btn btn-line" href="/branches">
            {count === 1 ? 'Ver a filial' : `Ver as ${plural(count, 'filial', 'filiais')}`}
          </a>
        </div>
        <MyStorePanel />
        <div className="brs brs-slide" data-my-store-first>
          {branches.map((branch) => (
            <BranchCard
              key={branch.uuid}
              branch={branch}
              heading="h3"
              special={
                settings
                  ? comingSpecialDays(exceptions, branch.uuid, todayIn(settings, branch.time_zone))
                  : []
              }
            />
          ))}
        </div>
      </div>
    </section>
  );
}
