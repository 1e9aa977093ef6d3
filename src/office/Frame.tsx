import { ExternalLink, Menu } from 'lucide';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { Logo } from '../brand/Logo.tsx';
import { Alerts } from '../records/office/alerts.tsx';
import { Icon } from '../records/office/Icon.tsx';
import { useOfficeLinks } from '../records/office/OfficeLink.tsx';
import { DASHBOARD } from '../shared/addresses.ts';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { SidebarNav } from './SidebarNav.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Renders sidebar and top bar around every admin screen. */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusFollowsPage(main);
  useOfficeLinks();
  // Also for a missing screen or one with an error.
  useEffect(() => window.vitrineAlive?.(), []);
  return (
    <div className="shell">
      <a className="shell-skip" href="#conteudo">
        Pular para o conteúdo
      </a>
      <PendingBar />
      <aside className="sidebar">
        <div className="sidebar-head">
          <Link to={DASHBOARD}>
            <Logo width={150} />
            <span className="sr-only">Ir para o Dashboard</span>
          </Link>
        </div>
        <div className="awning" />
        <SidebarNav />
      </aside>
      <div className="shell-column">
        <header className="topbar">
          <DrawerButton />
          <Link to={DASHBOARD} className="topbar-logo">
            <Logo width={124} />
            <span className="sr-only">Ir para o Dashboard</span>
          </Link>
          <Link to="/" className="link topbar-site">
            <Icon of={ExternalLink} />
            Ver o site
          </Link>
          <PaletteButton />
          <UserMenu />
        </header>
        <main id="conteudo" className="shell-main" tabIndex={-1} ref={main}>
          <Alerts />
          {children}
        </main>
      </div>
    </div>
  );
}

/** Shows that the next screen is loading. Apart, so that a step does not render the whole frame for it. */
function PendingBar() {
  const { state } = useNavigation();
  return <div className="pending" data-pending={state !== 'idle' || undefined} aria-hidden="true" />;
}

const loadDrawer = () => import('./Drawer.tsx').then((module) => ({ default: module.Drawer }));
const Drawer = lazy(loadDrawer);

/** Opens the sidebar of narrow windows. Its code is loaded on first use. */
function DrawerButton() {
  const [wanted, setWanted] = useState(false);
  const standIn = (
    <button
      type="button"
      className="shell-icon topbar-menu"
      aria-label="Abrir menu"
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={loadDrawer}
      onFocus={loadDrawer}
      onClick={() => setWanted(true)}
    >
      <Icon of={Menu} />
    </button>
  );
  return wanted ? (
    <Suspense fallback={standIn}>
      <Drawer />
    </Suspense>
  ) : (
    standIn
  );
}

/** Moves the focus to the content of a page that opens, so that screen readers read the page next. */
function useFocusFollowsPage(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!document.activeElement?.closest('main, [role=dialog], [role=alertdialog]')) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname, main]);
}
