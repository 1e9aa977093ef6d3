import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { isCurrent, menu } from './menu.ts';

/** All screens of the back office, by what they are about. */
export function SidebarNav() {
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
