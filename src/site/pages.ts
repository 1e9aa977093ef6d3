import type { SitePage } from '../shared/sitePages.ts';
import type { PageModule } from './page.ts';

/** Modules of the pages in `pages`. */
const pages: Readonly<Record<SitePage, string>> = {
  '/': 'HomePage',
  '/branches': 'BranchesPage',
  '/branches/:uuid': 'BranchPage',
  '/offers': 'OffersPage',
  '/offers/details/:uuid': 'OfferPage',
  '/booklets-day': 'BookletsDayPage',
  '/booklet': 'BookletPage',
  '/contacts': 'ContactsPage',
  '/debit-cards': 'DebitCardsPage',
  '/help': 'HelpPage',
  '/tips-and-recipes': 'RecipesPage',
  '/tips-and-recipes/details/:uuid': 'RecipePage',
  '/vacancies': 'VacanciesPage',
  '/vacancies/:uuid': 'VacancyPage',
  '/work-with-us': 'WorkWithUsPage',
  '/shopping': 'ShoppingPage',
  '/shops': 'ShopsPage',
  '/shops/:uuid': 'ShopPage',
  '/cinema': 'CinemaPage',
  '/cinema/:uuid': 'MoviePage',
  '/list': 'ListPage',
  '/search': 'SearchPage',
  '/about': 'AboutPage',
  '/privacy': 'PrivacyPage',
  '/accessibility': 'AccessibilityPage',
  '/offline': 'OfflinePage',
};
const NOT_FOUND = 'NotFoundPage';

/** Each module is loaded at its first use. */
const modules = import.meta.glob<PageModule>('./pages/*Page.tsx');
const sheets = import.meta.glob<string>('./pages/*Page.css', {
  query: '?url',
  import: 'default',
  eager: true,
});

const nameOf = (pattern: string) => (Object.hasOwn(pages, pattern) ? pages[pattern as SitePage] : NOT_FOUND);

const loaded = new Map<string, PageModule>();

/**
 * Returns the module of a page; that of the error page if there is no such page. The module is kept, because
 * `import()` runs through Node's loader each time, and the reads of the page would begin later.
 */
export async function moduleOf(pattern: string): Promise<PageModule> {
  const file = `./pages/${nameOf(pattern)}.tsx`;
  const module = loaded.get(file) ?? (await (modules[file] as () => Promise<PageModule>)());
  loaded.set(file, module);
  return module;
}

/** Returns the address of a page's own style sheet; undefined if it has none. */
export const sheetAddressOf = (pattern: string) => sheets[`./pages/${nameOf(pattern)}.css`];
