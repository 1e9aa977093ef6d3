import { type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { isCurrent, useMenu } from './menu.ts';

/** All screens of the back office, by what they are about. */
export function SidebarNav() {
  const id = useId();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const menu = useMenu();
  useCurrentInView(nav, pathname);
  return (
    <nav aria-label="Administração" ref={nav}>
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

/** Where one is may lie further down the menu than its window shows. */
function useCurrentInView(nav: RefObject<HTMLElement | null>, pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own item
  useEffect(() => {
    const item = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const scroller = nav.current?.closest('.sidebar, .drawer-body');
    if (!item || !scroller) return;
    const { top, bottom, height } = scroller.getBoundingClientRect();
    if (item.top >= top + HEAD && item.bottom <= bottom) return;
    // Not `scrollIntoView`, which may move the page as well.
    scroller.scrollTop += item.top - top - (height - item.height) / 2;
  }, [nav, pathname]);
}

/** What stands over the menu's upper end: the logo's bar and the awning. */
const HEAD = 110;
