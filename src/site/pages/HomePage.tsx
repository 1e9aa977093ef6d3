import { siteAboutCreditCards, siteAboutHypermarkets } from '../../content/aboutPages/aboutPage.contract.ts';
import { CardShortcut } from '../../content/aboutPages/site/CardArt.tsx';
import { CardSection } from '../../content/aboutPages/site/CardSection.tsx';
import { HypermarketSection } from '../../content/aboutPages/site/HypermarketSection.tsx';
import { siteBanners } from '../../content/banners/banner.contract.ts';
import { BannerSlider } from '../../content/banners/site/BannerSlider.tsx';
import { siteFortnightlyPages, siteNextFortnightlyBooklet } from '../../content/booklets/booklet.contract.ts';
import { type Branch, siteBranches } from '../../content/branches/branch.contract.ts';
import { BranchCard } from '../../content/branches/site/BranchCard.tsx';
import { MyStorePanel } from '../../content/branches/site/MyStorePanel.tsx';
import { siteDailyBooklets } from '../../content/dailyOffers/dailyBooklet.contract.ts';
import {
  DailyOffersShortcut,
  FortnightlyBookletShortcut,
} from '../../content/dailyOffers/site/OffersShortcuts.tsx';
import { OffersStrip } from '../../content/dailyOffers/site/OffersStrip.tsx';
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
  const [banners, branches, hypermarket, creditCard, booklets, exceptions, next, offers, pages] =
    await Promise.all([
      read(siteBanners),
      read(siteBranches),
      read(siteAboutHypermarkets),
      read(siteAboutCreditCards),
      read(siteDailyBooklets),
      read(siteSpecialDays),
      read(siteNextFortnightlyBooklet),
      read(siteHighlights),
      read(siteFortnightlyPages, { query: { first: SHEETS_SHOWN } }),
    ]);
  const listed = branches?.data ?? [];
  return withStatus(
    {
      banners: banners?.data ?? [],
      branches: listed.slice(0, BRANCHES_SHOWN),
      branchCount: listed.length,
      cities: [...new Set(listed.map(({ city }) => city))],
      branchNames: listed.map(({ uuid, name, time_zone }) => ({ uuid, name, time_zone })),
      exceptions: exceptions?.data ?? [],
      hypermarket: hypermarket?.data ?? null,
      creditCard: creditCard?.data ?? null,
      booklets: booklets?.data ?? null,
      next: next?.data ?? null,
      sheets: (pages?.data.pages ?? []).map(({ page, file }) => ({ page, file: thumbnailOf(file) })),
      offers: offers?.data ?? [],
      errors,
    },
    banners && branches ? 200 : status(),
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
  const { branches, branchCount, branchNames, booklets, exceptions, hypermarket, creditCard } = data;
  const { settings, fortnightly, cardWhatsapp } = useSite();
  const today = settings?.today ?? null;
  const notices = settings ? branchNotices(exceptions, branchNames, (zone) => todayIn(settings, zone)) : [];
  return (
    <>
      <BannerSlider banners={data.banners} name={settings?.site_name} />
      <div className="wrap">
        <div className="cuts">
          <DailyOffersShortcut booklets={booklets} today={today} />
          <FortnightlyBookletShortcut
            booklet={fortnightly}
            next={data.next}
            pages={data.sheets}
            today={today}
          />
          <CardShortcut whatsapp={cardWhatsapp?.href ?? null} />
        </div>
      </div>
      <SpecialDayNotices notices={notices} />
      <HighlightedOffers offers={data.offers} today={today} />
      {hypermarket && <HypermarketSection about={hypermarket} />}
      {branchCount > 0 && <Branches branches={branches} count={branchCount} exceptions={exceptions} />}
      {creditCard && <CardSection about={creditCard} whatsapp={cardWhatsapp?.href ?? null} />}
      <OffersStrip booklets={booklets} fortnightly={fortnightly} today={today} />
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
