import { lazy, Suspense } from 'react';
import { data, Link, useLocation, useNavigate } from 'react-router';
import { CardShortcut } from '../features/abouts/CardArt.tsx';
import { CardSection } from '../features/abouts/CardSection.tsx';
import { HypermarketSection } from '../features/abouts/HypermarketSection.tsx';
import { BannerSlider } from '../features/banners/BannerSlider.tsx';
import { siteDailyBooklets } from '../features/booklets/booklet.contract.ts';
import { DailyShortcut, FortnightlyShortcut } from '../features/booklets/OffersShortcuts.tsx';
import { OffersStrip } from '../features/booklets/OffersStrip.tsx';
import { BranchCard } from '../features/branches/BranchCard.tsx';
import type { Branch } from '../features/branches/branch.contract.ts';
import { siteHome } from '../features/home/home.contract.ts';
import { plural } from '../ui/format.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import type { Route } from './+types/HomePage.ts';
import { pageMeta } from './meta.ts';
import { readerOf } from './read.ts';
import { organization, webSite } from './structured.ts';
import { useSite } from './useSite.ts';
import './HomePage.css';

// What is not there at first need not weigh on the first load.
const BranchDialog = lazy(async () => ({
  default: (await import('../features/branches/BranchDialog.tsx')).BranchDialog,
}));
const RecruitmentPopup = lazy(async () => ({
  default: (await import('../features/home/RecruitmentPopup.tsx')).RecruitmentPopup,
}));

/** Two rows of the home page's mosaic; all of them are one press away. */
const BRANCHES_SHOWN = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const [home, booklets] = await Promise.all([read(siteHome), read(siteDailyBooklets)]);
  const branches = home?.data.branches ?? [];
  return data(
    {
      home: home && { ...home.data, branches: branches.slice(0, BRANCHES_SHOWN) },
      branchCount: branches.length,
      booklets: booklets?.data ?? null,
      errors,
    },
    { status: home ? 200 : status() },
  );
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ofertas todo dia',
    description:
      loaderData?.home?.about_hypermarket?.description ?? 'Ofertas do dia, filiais, cartão e receitas.',
    path: '/',
    structured: (site) => [organization(site), webSite(site)],
  });
}

export default function HomePage({ loaderData: { home, branchCount, booklets } }: Route.ComponentProps) {
  const { settings, fortnightly, whatsapp } = useSite();
  const pdf = home?.booklet_fortnightly ?? fortnightly;
  const today = settings?.today ?? null;
  return (
    <>
      <BannerSlider banners={home?.banners ?? []} name={settings?.site_name} />
      <div className="wrap">
        <div className="cuts">
          <DailyShortcut booklets={booklets} today={today} />
          <FortnightlyShortcut booklet={pdf} pages={booklets ?? []} today={today} />
          <CardShortcut whatsapp={whatsapp?.href ?? null} />
        </div>
      </div>
      {home?.about_hypermarket && <HypermarketSection about={home.about_hypermarket} />}
      {home && home.branches.length > 0 && <Branches branches={home.branches} count={branchCount} />}
      {home?.about_credit_card && (
        <CardSection about={home.about_credit_card} whatsapp={whatsapp?.href ?? null} />
      )}
      <OffersStrip booklets={booklets} fortnightly={pdf} today={today} />
      <Popup />
    </>
  );
}

function Popup() {
  const { settings } = useSite();
  if (!useHydrated() || !settings?.popup) return null;
  return (
    <Suspense>
      <RecruitmentPopup popup={settings.popup} />
    </Suspense>
  );
}

function Branches({ branches, count }: { branches: readonly Branch[]; count: number }) {
  const { settings } = useSite();
  const navigate = useNavigate();
  const { state } = useLocation();
  const opened = branches.find(({ uuid }) => uuid === (state as { branch?: string } | null)?.branch);
  return (
    <section className="near">
      <div className="wrap">
        <div className="shd">
          <h2 className="d2">Tem {settings?.site_name ?? 'loja'} perto de você</h2>
          <Link className="btn btn-line" to="/branches">
            {count === 1 ? 'Ver a filial' : `Ver as ${plural(count, 'filial', 'filiais')}`}
          </Link>
        </div>
        <div className="brs brs-slide">
          {branches.map((branch) => (
            <BranchCard key={branch.uuid} branch={branch} heading="h3" over="/" />
          ))}
        </div>
      </div>
      {opened && (
        <Suspense>
          <BranchDialog key={opened.uuid} branch={opened} onClose={() => navigate(-1)} />
        </Suspense>
      )}
    </section>
  );
}
