import { BACK_OFFICE, HISTORY } from './addresses.ts';
import type { NamedPage, SitePage } from './sitePages.ts';

/** A noun with its article: «o banner», «a filial», «os dados da empresa», «uma candidatura». */
export type Noun = `${'o' | 'a' | 'os' | 'as' | 'um' | 'uma'} ${string}`;

/**
 * Purpose of a screen. `single` shows the only record, at the resource's own address; `compose` creates
 * several records at once.
 */
export type ScreenKind = 'list' | 'create' | 'compose' | 'show' | 'edit' | 'single';

/** Facts of a resource's screens in the back office. */
export interface OfficeFacts {
  /** Path below the back office's own. */
  address: string;
  /** File of each screen, relative to `src/content` and without its extension. */
  screens: Readonly<Partial<Record<ScreenKind, string>>>;
  /** Place in the menu. Groups are in the order of their first resource; `icon` is a name of Lucide. */
  menu: { group: string; label: string; icon: string };
  /** Noun of the alerts after a change, if it is not `one`. */
  alert?: Noun;
}

/** How a column schedules a change: at its instant, or at the start or the end of its day. */
export type ScheduleColumnKind = 'instant' | 'first day' | 'last day';

/** Kinds of search results, as shoppers see them. Their labels are in content/searchIndex/search.kinds.ts. */
export type SearchResultKind =
  | 'offer'
  | 'leaflet'
  | 'recipe'
  | 'branch'
  | 'shop'
  | 'movie'
  | 'vacancy'
  | 'question'
  | 'page';

/** How the site's search indexes a record. Columns are those of its table, computed ones included. */
export interface SearchFacts {
  kind: SearchResultKind;
  /** The page that shows the record, with columns as `:uuid`, or one page for each value of a column. */
  page: SitePage | `${NamedPage}#${string}` | { by: string; pages: Readonly<Record<string, NamedPage>> };
  /** Title of all results, if it is not the title column. */
  called?: string;
  /** Weight of the words in a column: `title` counts most, `label` much, `text` little. */
  words: Readonly<Record<string, 'title' | 'label' | 'text'>>;
  /** Texts of child rows; they count as text. */
  parts?: { table: string; owner: string; column: string };
  /** The column that gives the excerpt below the title. */
  excerpt?: string;
  /** Indexes only records with these values. */
  only?: Readonly<Record<string, string | number>>;
  /** Columns of the first and the last day on which the record is valid. */
  from?: string;
  until?: string;
}

/** Facts of a resource, from which its screens, menu, alerts, permissions and search follow. */
export interface ResourceFacts {
  /** Its table, which is also its name in the audit log. */
  table: string;
  /** Nouns, as in «Lúcia alterou a filial». */
  one: Noun;
  many: Noun;
  /** Its meaning in English, for the glossary. */
  meaning: string;
  /** Names on the wire, if they differ from the path of its screens. */
  wire?: readonly string[];
  /** Area of its permissions (`Area`), named after its folder. */
  area: string;
  /** The column of a record's name. Absent if it has none, or if it is personal data. */
  title?: string;
  /** Type of that column, if it is not text but shown as a date. */
  titleIs?: 'day' | 'instant';
  /** `single` if there is at most one record, `ordered` if staff sort the records, else sorted by a rule. */
  kept?: 'single' | 'ordered';
  /** True if the records are personal data, which is erased for good and has no history. */
  personal?: true;
  /** True if each record is unique, so that it cannot be duplicated. */
  unique?: true;
  /** Columns that hold the number of a file. */
  files?: readonly string[];
  /** True if a record has several pictures, in a table of their own. */
  gallery?: true;
  /** Pages that a preview tries before all others that show the record, if their order matters. */
  previewFirst?: readonly NamedPage[];
  /** Columns that publish or unpublish a record on schedule. */
  turns?: readonly (readonly [column: string, ScheduleColumnKind])[];
  /** How the site's search finds the records. Absent if it does not. */
  found?: SearchFacts;
  office: OfficeFacts;
  /** Further screens that show some of the records differently. */
  also?: readonly Office[];
}

type Addresses<S> = {
  readonly [K in keyof S]: K extends 'show' | 'edit' ? (record: { uuid: string }) => string : string;
};

/** Alerts after a change: «Banner adicionado». */
export interface Alerts {
  created: string;
  updated: string;
  deleted: string;
  withdrawn: string;
  restored: string;
}

/** Screens of a resource with their addresses and alerts. */
export interface Office<F extends OfficeFacts = OfficeFacts> {
  readonly office: F;
  /** Complete paths of the screens. */
  readonly at: Addresses<F['screens']> & { readonly history: (record: { uuid: string }) => string };
  readonly alerts: Alerts;
  /** True if words about the records are feminine: «Todas», «escolhidas». */
  readonly isFeminine: boolean;
}

export type Resource<F extends ResourceFacts = ResourceFacts> = F & Office<F['office']>;

/** Declares a resource as data, and adds what follows from its facts. */
export function resource<const F extends ResourceFacts>(facts: F): Resource<F> {
  return { ...facts, ...officeOf<F['office']>(facts.office, facts.one) };
}

/** Declares further screens of a resource that has its own (`also`). */
export function officeScreens<const F extends OfficeFacts & { alert: Noun }>(office: F): Office<F> {
  return officeOf<F>(office, office.alert);
}

/** Returns the name of a resource as one segment of an address: «booklets-of-the-day». */
export const addressName = ({ address }: OfficeFacts) => address.replaceAll('/', '-');

/** Patterns of the screens' paths, below the resource's path. */
export const SCREEN_PATTERNS: Readonly<Record<ScreenKind, string>> = {
  list: '/index',
  create: '/create',
  compose: '/compose',
  show: '/show/:uuid',
  edit: '/edit/:uuid',
  single: '',
};

function officeOf<F extends OfficeFacts>(office: F, one: Noun): Office<F> {
  const root = `${BACK_OFFICE}/${office.address}`;
  const at = Object.keys(office.screens).map((kind) => {
    const pattern = root + SCREEN_PATTERNS[kind as ScreenKind];
    const filled = ({ uuid }: { uuid: string }) => pattern.replace(':uuid', uuid);
    return [kind, pattern.endsWith(':uuid') ? filled : pattern];
  });
  const history = ({ uuid }: { uuid: string }) => `${HISTORY}/${addressName(office)}/${uuid}`;
  return {
    office,
    at: { ...(Object.fromEntries(at) as Addresses<F['screens']>), history },
    alerts: alertsOf(office.alert ?? one),
    isFeminine: isFeminine(office.alert ?? one),
  };
}

/** Returns whether a noun is feminine, by its article. */
const isFeminine = (noun: Noun) => /^(a|as|uma) /.test(noun);

function alertsOf(alert: Noun): Alerts {
  const [article = '', ...words] = alert.split(' ');
  const name = words.join(' ');
  const Name = name.charAt(0).toUpperCase() + name.slice(1);
  // «o», «um» → adicionado; «a», «uma» → adicionada; «os» → adicionados; «as» → adicionadas
  const ending = (isFeminine(alert) ? 'a' : 'o') + (article.endsWith('s') ? 's' : '');
  return {
    created: `${Name} adicionad${ending}`,
    updated: `${Name} atualizad${ending}`,
    deleted: `${Name} deletad${ending}`,
    withdrawn: `${Name} fora do ar`,
    restored: `${Name} no ar`,
  };
}

/** Returns the path of a record's screen: the only one, to edit, or to show; null if there is none. */
export function recordPath(
  { at }: { at: Addresses<OfficeFacts['screens']> },
  record: { uuid: string },
): string | null {
  return at.single ?? at.edit?.(record) ?? at.show?.(record) ?? null;
}
