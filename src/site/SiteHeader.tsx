import { Logo } from '../brand/Logo.tsx';
import { SearchField } from '../content/search/SearchField.tsx';
import { SEARCH_PATH } from '../content/searchIndex/search.kinds.ts';
import { DASHBOARD } from '../shared/addresses.ts';
import { capitalize, formatLongDay } from '../shared/text/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { DayBoundText } from '../ui/site/DayBoundText.tsx';
import { SiteLink, useLeavesSite } from '../ui/site/SiteLink.tsx';
import { type MenuGroup, type MenuLink, menuOf } from './menu.ts';
import { useSite } from './useSite.ts';

const MENU_ID = 'menu';

export function SiteHeader() {
  const site = useSite();
  return (
    <>
      <header>
        <TopLine />
        <div className="hd">
          <div className="wrap">
            <a
              href="/"
              className="home"
              aria-label={[site.settings?.site_name, 'página inicial'].filter(Boolean).join(', ')}
            >
              <Logo width={172} />
            </a>
            <nav aria-label="Principal">
              <SiteLink href="/">Home</SiteLink>
              {menuOf(site).map((group) => (
                <Dropdown key={group.title} group={group} />
              ))}
            </nav>
            <SearchField id="busca-no-site" className="hd-find" />
            <ListLink />
            <a href={SEARCH_PATH} className="menu" aria-label="Buscar no site">
              <Icon name="search" />
            </a>
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
        <a href="/booklets-day">
          <Icon name="calendar-days" />
          <span>
            {settings && (
              <DayBoundText day={settings.today}>
                {capitalize(formatLongDay(settings.today).replace('-feira', ''))}:{' '}
              </DayBoundText>
            )}
            ofertas do dia
          </span>
        </a>
        <MyStore />
        {whatsapp && (
          <a className="wide" href={whatsapp.href} target="_blank" rel="noopener">
            <Icon name="whatsapp" />
            <span className="sr-only">WhatsApp </span>
            {whatsapp.label}
          </a>
        )}
        <SignInLinks />
      </div>
    </div>
  );
}

/**
 * Renders the same for all visitors, because the page is cached. A script inserts the store that the device
 * remembers (`site/pageScripts/myStore.ts`). The space is reserved from the beginning.
 */
function MyStore() {
  return (
    <a className="mine" href="/branches" data-store-choice>
      <Icon name="map-pin" />
      <span>
        <span className="none">Escolha sua loja</span>
        <span className="own">
          <span className="sr-only">Sua loja: </span>
          <b />
          <small />
        </span>
      </span>
    </a>
  );
}

/** Links to the shopping list. `pageScripts/shoppingListCount.ts` inserts the count over the icon's corner. */
const ListLink = () => (
  <a className="to-list-page" href="/list">
    <Icon name="list-checks" />
    <span>
      Lista<span className="sr-only"> de compras</span>
    </span>
    <b />
  </a>
);

/**
 * Renders both links for staff, because the page is cached. The head script sets the attribute that shows one of
 * them.
 */
function SignInLinks({ className = 'staff' }: { className?: string }) {
  return (
    <>
      <a href="/auth/login" className={`${className} signed-out`} aria-label="Login">
        <Icon name="log-in" />
        <span>Login</span>
      </a>
      <a href={DASHBOARD} className={`${className} signed-in`} aria-label="Admin">
        <Icon name="layout-dashboard" />
        <span>Admin</span>
      </a>
    </>
  );
}

function Dropdown({ group }: { group: MenuGroup }) {
  return (
    <details name="menu-principal">
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

function MenuItem({ link, mobile = false }: { link: MenuLink; mobile?: boolean }) {
  const leaves = useLeavesSite(link.href);
  return (
    <SiteLink href={link.href} className={mobile ? 'd3' : undefined}>
      {link.label}
      {link.note && <small>{link.note}</small>}
      {!link.note && leaves && <Icon name="external-link" />}
    </SiteLink>
  );
}

/** Renders a popover, so that it opens and closes without JavaScript. */
export function MobileMenu() {
  const site = useSite();
  const { whatsapp } = site;
  const groups = menuOf(site);
  // Offers come first: shoppers open the menu on their phone for them.
  const ordered = [...groups.slice(1), ...groups.slice(0, 1)];
  return (
    <div id={MENU_ID} className="mm" popover="auto" role="dialog" aria-label="Menu">
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
