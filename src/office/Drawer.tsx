import { Dialog } from '@base-ui/react/dialog';
import { ExternalLink, Menu, X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../brand/Logo.tsx';
import { Icon } from '../records/office/Icon.tsx';
import { SidebarNav } from './SidebarNav.tsx';

/** Width below which the sidebar hides behind a button. `frame.css` repeats it. */
const WIDE = '(width >= 960px)';

/** Shows the sidebar of narrow windows. It starts open, because a click on the stand-in button loads it. */
export function Drawer() {
  const [open, setOpen] = useState(true);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current === key) return;
    openedAt.current = key;
    setOpen(false);
  }, [key]);
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const close = () => setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="shell-icon topbar-menu" aria-label="Abrir menu">
        <Icon of={Menu} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="drawer-scrim" />
        <Dialog.Popup className="drawer">
          <div className="sidebar-head">
            <Dialog.Close className="shell-icon" aria-label="Fechar menu">
              <Icon of={X} />
            </Dialog.Close>
            <Logo width={124} />
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
          </div>
          <div className="awning" />
          <div className="drawer-body">
            <SidebarNav />
            <Link to="/" className="link drawer-site">
              <Icon of={ExternalLink} />
              Ver o site
            </Link>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
