import { Menu } from '@base-ui/react/menu';
import { CalendarClock, Check, CircleUserRound, Globe, Keyboard, LogOut } from 'lucide';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { signOutWithServer } from '../accounts/auth/office/signIn.browser.ts';
import { ConfirmDialog } from '../records/office/dialog/ConfirmDialog.tsx';
import { Icon } from '../records/office/Icon.tsx';
import { LOGIN } from '../records/office/loadScreen.ts';
import { canPreviewSite } from '../records/office/preview/canPreviewSite.ts';
import { CONFIRMED_STATE, useSession } from '../records/office/session.ts';
import { usePermissions } from '../records/office/usePermissions.ts';
import { PROFILE } from '../shared/addresses.ts';
import { PREVIEW_PATH } from '../shared/preview.ts';
import { setShortcutsOn, useShortcutsOn } from './palette/shortcuts.ts';
import { UserFace } from './UserFace.tsx';

/** Shows the menu. It starts open, because a click on the stand-in button loads it. */
export function UserMenuPopup() {
  const { user } = useSession();
  const permissions = usePermissions();
  const keys = useShortcutsOn();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const signOut = () => {
    signOutWithServer();
    return navigate(LOGIN, { state: CONFIRMED_STATE });
  };
  return (
    <div className="user" ref={place}>
      <Menu.Root defaultOpen>
        <Menu.Trigger className="user-trigger">
          <UserFace />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner className="menu-positioner" align="end" sideOffset={6}>
            <Menu.Popup className="menu user-menu">
              {user && (
                <p className="user-card">
                  <b>{user.name}</b>
                  {user.email}
                </p>
              )}
              <Menu.LinkItem className="menu-item" closeOnClick render={<Link to={PROFILE} />}>
                <Icon of={CircleUserRound} />
                Perfil
              </Menu.LinkItem>
              <Menu.LinkItem className="menu-item" closeOnClick render={<Link to="/" />}>
                <Icon of={Globe} />
                Site
              </Menu.LinkItem>
              {canPreviewSite(permissions) && (
                <Menu.LinkItem className="menu-item" closeOnClick render={<Link to={PREVIEW_PATH} />}>
                  <Icon of={CalendarClock} />
                  Site em outro dia
                </Menu.LinkItem>
              )}
              <Menu.CheckboxItem
                className="menu-item menu-check"
                checked={keys}
                onCheckedChange={(on) => setShortcutsOn(on)}
              >
                <Icon of={Keyboard} />
                Atalhos de uma tecla
                <Menu.CheckboxItemIndicator className="menu-check-mark">
                  <Icon of={Check} />
                </Menu.CheckboxItemIndicator>
              </Menu.CheckboxItem>
              <Menu.Item className="menu-item" onClick={() => setAsking(true)}>
                <Icon of={LogOut} />
                Sair
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <ConfirmDialog
        open={asking}
        title="Sair da administração?"
        cancelLabel="Continuar aqui"
        confirm={{ label: 'Sair', icon: <Icon of={LogOut} /> }}
        onConfirm={signOut}
        onClose={() => setAsking(false)}
        finalFocus={() => place.current?.querySelector<HTMLElement>('.user-trigger') ?? null}
      >
        <p>O que você não salvou espera por você neste aparelho. Para voltar, é só entrar de novo.</p>
      </ConfirmDialog>
    </div>
  );
}
