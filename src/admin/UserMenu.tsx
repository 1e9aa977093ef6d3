import { Menu } from '@base-ui/react/menu';
import { ChevronDown, CircleUserRound, Globe, LogOut } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { leave } from '../features/auth/signIn.browser.ts';
import { LOGIN } from '../ui/load.ts';
import { useSession } from '../ui/session.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const signOut = async () => {
    await leave();
    await navigate(LOGIN);
  };
  return (
    <div className="user" ref={place}>
      <Menu.Root>
        <Menu.Trigger className="user-trigger">
          <span className="avatar" aria-hidden="true">
            {user && initialsOf(user.name)}
          </span>
          <span className="sr-only">Menu de </span>
          <span className="user-name">{user?.name ?? <span className="sr-only">usuário</span>}</span>
          <ChevronDown className="i" aria-hidden="true" />
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

/** `Rosângela de Melo` → `RM` */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (first.charAt(0) + last.charAt(0)).toLocaleUpperCase('pt-BR');
}
