import { Dialog } from '@base-ui/react/dialog';
import { ExternalLink, Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { Logo } from '../brand/Logo.tsx';
import { DASHBOARD } from '../features/auth/signIn.browser.ts';
import { Alerts } from '../ui/alerts.tsx';
import { isCurrent, menu } from './menu.ts';
import { UserMenu } from './UserMenu.tsx';

/** The width below which the sidebar hides behind a button; shell.css has it too. */
const WIDE = '(width >= 960px)';

/** Sidebar and top bar around every admin screen. */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusFollowsPage(main);
  const { state } = useNavigation();
  return (
    <div className="shell">
      <a className="shell-skip" href="#conteudo">
        Pular para o conteúdo
      </a>
      <div className="pending" data-pending={state !== 'idle' || undefined} aria-hidden="true" />
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
          <Drawer />
          <Link to={DASHBOARD} className="topbar-logo">
            <Logo width={124} />
            <span className="sr-only">Ir para o Dashboard</span>
          </Link>
          <Link to="/" className="link topbar-site">
            <ExternalLink className="i" aria-hidden="true" />
            Ver o site
          </Link>
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

function SidebarNav() {
  const id = useId();
  const { pathname } = useLocation();
  return (
    <nav aria-label="Administração">
      {menu.map(({ label, items }) => (
        <div key={label ?? ''} className="sidebar-group">
          {label && <p id={`${id}-${label}`}>{label}</p>}
          <ul aria-labelledby={label && `${id}-${label}`}>
            {items.map((item) => (
              <li key={item.to}>
                <Link to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
                  <item.icon className="i" aria-hidden="true" />
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The sidebar of narrow windows. */
function Drawer() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is a reason to close
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const close = () => setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="shell-icon topbar-menu" aria-label="Abrir menu">
        <Menu className="i" aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="drawer-scrim" />
        <Dialog.Popup className="drawer">
          <div className="sidebar-head">
            <Dialog.Close className="shell-icon" aria-label="Fechar menu">
              <X className="i" aria-hidden="true" />
            </Dialog.Close>
            <Logo width={124} />
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
          </div>
          <div className="awning" />
          <div className="drawer-body">
            <SidebarNav />
            <Link to="/" className="link drawer-site">
              <ExternalLink className="i" aria-hidden="true" />
              Ver o site
            </Link>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A page that opens takes the focus from the link that led to it, so that what is read next is the page. */
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
