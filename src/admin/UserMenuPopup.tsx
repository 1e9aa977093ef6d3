import { Menu } from '@base-ui/react/menu';
import { CircleUserRound, Globe, LogOut } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { leave } from '../features/auth/signIn.browser.ts';
import { LOGIN } from '../ui/load.ts';
import { useSession } from '../ui/session.ts';
import { UserFace } from './UserFace.tsx';

/** The menu itself, open from the start: somebody pressed its stand-in to get here. */
export function UserMenuPopup() {
  const { user } = useSession();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const signOut = async () => {
    await leave();
    await navigate(LOGIN);
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
              <Menu.LinkItem className="menu-item" closeOnClick render={<Link to="/admin/users/profile" />}>
                <CircleUserRound className="i" aria-hidden="true" />
                Perfil
              </Menu.LinkItem>
              <Menu.LinkItem className="menu-item" closeOnClick render={<Link to="/" />}>
                <Globe className="i" aria-hidden="true" />
                Site
              </Menu.LinkItem>
              <Menu.Item className="menu-item" onClick={signOut}>
                <LogOut className="i" aria-hidden="true" />
                Sair
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
