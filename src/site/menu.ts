import type { FortnightlyBooklet } from '../content/booklets/booklet.contract.ts';
import { HELP_PAGE } from '../content/questions/question.types.ts';
import { applicationPage } from '../content/recordPages.ts';
import { type NamedPage, SITE_PAGES } from '../shared/sitePages.ts';
import type { SiteData } from './siteData.ts';

export interface MenuLink {
  label: string;
  href: string;
  /** Short text at the end of the link. */
  note?: string;
}

export interface MenuGroup {
  title: string;
  links: MenuLink[];
}

/** Returns a link to a page by its name. */
function linkTo(page: NamedPage): MenuLink {
  return { label: SITE_PAGES[page].name, href: page };
}

/** Returns the address of the application form with a preselected vacancy. */
export function applicationLink(vacancy: string): string {
  return `${applicationPage}?${new URLSearchParams({ vaga: vacancy })}`;
}

export function recruitmentLinkOf({ settings }: SiteData): string {
  return settings?.recruitment_link || applicationPage;
}

function fortnightlyLinks(booklet: FortnightlyBooklet | null): MenuLink[] {
  return booklet
    ? [
        { label: 'Ofertas quinzenais', href: booklet.file.url_s3, note: 'PDF' },
        { label: 'Folhear o encarte', href: '/booklet' },
      ]
    : [];
}

/** Returns the menu groups of header, mobile menu and footer. */
export function menuOf(site: SiteData): MenuGroup[] {
  return [
    {
      title: 'Institucional',
      links: [
        linkTo('/branches'),
        { ...linkTo(applicationPage), href: recruitmentLinkOf(site) },
        linkTo('/vacancies'),
        linkTo('/about'),
        linkTo('/contacts'),
        linkTo(HELP_PAGE),
      ],
    },
    {
      title: 'Ofertas',
      links: [
        { label: 'Todas as ofertas', href: '/offers' },
        linkTo('/booklets-day'),
        ...fortnightlyLinks(site.fortnightly),
      ],
    },
    {
      title: 'Pra você',
      links: [
        linkTo('/debit-cards'),
        linkTo('/tips-and-recipes'),
        linkTo('/list'),
        linkTo('/shopping'),
        linkTo('/shops'),
        linkTo('/cinema'),
      ],
    },
  ];
}

/** Links at the foot of every page. */
export const legalLinks: MenuLink[] = [linkTo('/privacy'), linkTo('/accessibility')];
