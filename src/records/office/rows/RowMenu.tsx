import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical } from 'lucide';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../Icon.tsx';

export interface RowAction {
  key: string;
  label: string;
  icon: ReactNode;
  /** Address of another screen. */
  to?: string;
  /** File to download. */
  download?: { href: string; name: string };
  onClick?: (() => void) | undefined;
  danger?: boolean;
}

/** Menu with all actions of a row, where there is no room for buttons. */
export function RowMenu({ label, actions }: { label: string; actions: RowAction[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-btn" aria-label={label}>
        <Icon of={EllipsisVertical} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-positioner" align="end" sideOffset={4}>
          <Menu.Popup className="menu">
            {actions.map((action) => (
              <Item key={action.key} action={action} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({ action }: { action: RowAction }) {
  const words = (
    <>
      {action.icon}
      {action.label}
    </>
  );
  if (action.to) {
    return (
      <Menu.LinkItem className="menu-item" render={<Link to={action.to} />} closeOnClick>
        {words}
      </Menu.LinkItem>
    );
  }
  if (action.download) {
    return (
      <Menu.LinkItem
        className="menu-item"
        href={action.download.href}
        download={action.download.name}
        target="_blank"
        rel="noopener"
        closeOnClick
      >
        {words}
      </Menu.LinkItem>
    );
  }
  return (
    <Menu.Item className={action.danger ? 'menu-item menu-danger' : 'menu-item'} onClick={action.onClick}>
      {words}
    </Menu.Item>
  );
}
