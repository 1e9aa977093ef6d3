import { type RefObject, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../records/office/Icon.tsx';
import { OfficeLink } from '../records/office/OfficeLink.tsx';
import { isCurrent, useMenu } from './menu.ts';

/** Lists all screens of the back office by topic. */
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
                <OfficeLink to={item.to} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
                  <Icon of={item.icon} />
                  {item.label}
                </OfficeLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Scrolls the menu to the current item, which may be below its visible part. */
function useCurrentInView(nav: RefObject<HTMLElement | null>, pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own item
  useEffect(() => {
    const item = nav.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const scroller = nav.current?.closest('.sidebar, .drawer-body');
    if (!item || !scroller) return;
    const { top, bottom, height } = scroller.getBoundingClientRect();
    if (item.top >= top + HEAD && item.bottom <= bottom) return;
    // `scrollIntoView` might scroll the page too.
    scroller.scrollTop += item.top - top - (height - item.height) / 2;
  }, [nav, pathname]);
}

/** Height of the logo bar and the awning above the menu. */
const HEAD = 110;
