import { type FocusEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Logo } from '../brand/Logo.tsx';
import { DASHBOARD } from '../contract/addresses.ts';
import { capitalize, formatLongDay } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { OfDay } from '../ui/site/OfDay.tsx';
import { SiteLink, useLeavesSite } from '../ui/site/SiteLink.tsx';
import { type MenuGroup, type MenuLink, menuOf } from './menu.ts';
import { useSite } from './useSite.ts';

const MENU_ID = 'menu';

export function SiteHeader() {
  const site = useSite();
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useOnNavigation(key, () => nav.current?.querySelector('details[open]')?.removeAttribute('open'));
  return (
    <>
      <header>
        <TopLine />
        <div className="hd">
          <div className="wrap">
            <Link
              to="/"
              className="home"
              aria-label={[site.settings?.site_name, 'página inicial'].filter(Boolean).join(', ')}
            >
              <Logo width={172} />
            </Link>
            <nav ref={nav} aria-label="Principal">
              <SiteLink href="/">Home</SiteLink>
              {menuOf(site).map((group) => (
                <Dropdown key={group.title} group={group} />
              ))}
            </nav>
            <SignInLinks className="btn btn-sun btn-s" />
            <button type="button" className="menu" aria-label="Abrir menu" popoverTarget={MENU_ID}>
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <div className="awning" />
    </>
  );
}

function TopLine() {
  const { settings, whatsapp } = useSite();
  return (
    <div className="top">
      <div className="wrap">
        <Link to="/booklets-day">
          <Icon name="calendar-days" />
          <span>
            {settings && (
              <OfDay day={settings.today}>
                {capitalize(formatLongDay(settings.today).replace('-feira', ''))}:{' '}
              </OfDay>
            )}
            ofertas do dia
          </span>
        </Link>
        <Link className="r" to="/branches">
          <Icon name="map-pin" />
          Ache a sua filial
        </Link>
        {whatsapp && (
          <a href={whatsapp.href} target="_blank" rel="noopener">
            <Icon name="whatsapp" />
            <span className="sr-only">WhatsApp </span>
            {whatsapp.label}
          </a>
        )}
      </div>
    </div>
  );
}

/** Both are in the page, which is the same for everybody; the mark that the head script sets chooses. */
function SignInLinks({ className }: { className: string }) {
  return (
    <>
      <Link to="/auth/login" className={`${className} signed-out`}>
        <Icon name="log-in" />
        Login
      </Link>
      <Link to={DASHBOARD} className={`${className} signed-in`}>
        <Icon name="layout-dashboard" />
        Admin
      </Link>
    </>
  );
}

function Dropdown({ group }: { group: MenuGroup }) {
  return (
    <details name="menu-principal" onBlur={closeBehind}>
      <summary>
        {group.title}
        <Icon name="chevron-down" />
      </summary>
      <ul className="drop">
        {group.links.map((link) => (
          <li key={link.label}>
            <MenuItem link={link} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whoever goes on by key must see where to. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

function MenuItem({ link, mobile = false }: { link: MenuLink; mobile?: boolean }) {
  const leaves = useLeavesSite(link.href);
  return (
    <SiteLink href={link.href} className={mobile ? 'd3' : undefined}>
      {link.label}
      {link.note &&
        (mobile && link.tagged ? <span className="tag">{link.note}</span> : <small>{link.note}</small>)}
      {!link.note && leaves && <Icon name="external-link" />}
    </SiteLink>
  );
}

/** Not on arrival: a menu may have been opened before the script was there, and must stay open. */
function useOnNavigation(key: string, run: () => void) {
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    run();
  });
}

/** A popover, so that it opens and closes without any script. */
export function MobileMenu() {
  const site = useSite();
  const { whatsapp } = site;
  const { key } = useLocation();
  const menu = useRef<HTMLDivElement>(null);

  useOnNavigation(key, () => menu.current?.hidePopover?.());

  // What the open menu covers must not take the focus, but for the menu's button, which gets it back at the end.
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const cover = (covered: boolean) => {
      for (const part of document.querySelectorAll('body > :is(.skip, header, main, footer)'))
        part.toggleAttribute('inert', covered);
    };
    const onOpened = ({ newState }: ToggleEvent) => {
      if (newState !== 'open') return;
      element.querySelector<HTMLElement>('.x')?.focus();
      cover(true);
    };
    const onClosing = ({ newState }: ToggleEvent) => newState === 'closed' && cover(false);
    // Opened before the script was there.
    if (typeof element.showPopover === 'function' && element.matches(':popover-open')) cover(true);
    element.addEventListener('toggle', onOpened);
    element.addEventListener('beforetoggle', onClosing);
    return () => {
      element.removeEventListener('toggle', onOpened);
      element.removeEventListener('beforetoggle', onClosing);
    };
  }, []);

  const groups = menuOf(site);
  // Offers first: that is what people open the menu for with a phone in the aisle.
  const ordered = [...groups.slice(1), ...groups.slice(0, 1)];
  return (
    <div ref={menu} id={MENU_ID} className="mm" popover="auto" role="dialog" aria-label="Menu">
      <div className="mm-top">
        <Logo width={140} />
        <button
          type="button"
          className="x"
          aria-label="Fechar menu"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
        >
          <Icon name="x" />
        </button>
      </div>
      <div className="awning" />
      <nav aria-label="Menu">
        <SiteLink href="/" className="d2">
          Home
        </SiteLink>
        {ordered.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            {group.links.map((link) => (
              <MenuItem key={link.label} link={link} mobile />
            ))}
          </section>
        ))}
      </nav>
      <div className="mm-end">
        <SignInLinks className="btn btn-red" />
        {whatsapp && (
          <a className="btn btn-line" href={whatsapp.href} target="_blank" rel="noopener">
            <Icon name="whatsapp" />
            WhatsApp
          </a>
        )}
      </div>
    </div>
  );
}
