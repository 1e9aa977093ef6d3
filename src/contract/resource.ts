import { HISTORY, OFFICE } from './addresses.ts';

/** A noun with its article, as people say it: «o banner», «a filial», «os dados da empresa», «uma candidatura». */
export type Noun = `${'o' | 'a' | 'os' | 'as' | 'um' | 'uma'} ${string}`;

/**
 * What a screen is for. A `single` one shows the only record that there is, at the address itself; one to `compose`
 * makes several at once.
 */
export type ScreenKind = 'list' | 'create' | 'compose' | 'show' | 'edit' | 'single';

export interface OfficeFacts {
  /** Below the back office's own address. */
  address: string;
  /** The file of each screen, from `src/features` on and without its ending. */
  screens: Readonly<Partial<Record<ScreenKind, string>>>;
  /** Groups stand in the order in which the list of resources names them first; `icon` is one of Lucide's. */
  menu: { group: string; label: string; icon: string };
  /** What the alerts after a change call it, where that is not its name. */
  alert?: Noun;
}

/** When a record comes or goes by itself: at an instant, with the start of its first day, with the end of its last. */
export type Turning = 'instant' | 'first day' | 'last day';

/** What shoppers look for, as they would sort it; their words stand in features/search/search.kinds.ts. */
export type FoundKind =
  | 'offer'
  | 'leaflet'
  | 'recipe'
  | 'branch'
  | 'shop'
  | 'movie'
  | 'vacancy'
  | 'question'
  | 'page';

/** What of a record the site's search looks at. Columns are its table's, those that are worked out among them. */
export interface Found {
  kind: FoundKind;
  /** The page that shows it, with columns as `:uuid`, or one for each value of a column. */
  page: string | { by: string; pages: Readonly<Record<string, string>> };
  /** What all are called, where that is not the column that is the title. */
  called?: string;
  /** How much a word says that stands in this column: in a title nearly all, in a label much, in a text a little. */
  words: Readonly<Record<string, 'title' | 'label' | 'text'>>;
  /** Texts of rows that belong to it; each counts as a label. */
  parts?: { table: string; owner: string; column: string };
  /** The column of which a little is shown beside the title. */
  excerpt?: string;
  /** Only records whose columns say so; others are there, and not found. */
  only?: Readonly<Record<string, string | number>>;
  /** Columns of the first and the last day on which it holds. */
  from?: string;
  until?: string;
}

export interface ResourceFacts {
  /** Its table, which is also what the audit log calls it. */
  table: string;
  /** As in «Lúcia alterou a filial». */
  one: Noun;
  many: Noun;
  /** What it is, in English, for the glossary. */
  meaning: string;
  /** What the wire calls it where that is not the address of its screens. */
  wire?: readonly string[];
  /** What a person must be allowed to see and to change it (`Area`): named as its folder is. */
  area: string;
  /** The column that says what a record is called; absent where it has none, or where it is a personal matter. */
  title?: string;
  /** Kind of that column where it is no text: people read it as a date. */
  titleIs?: 'day' | 'instant';
  /** Whether it is one record at most, or many that staff put in order; absent where they stand by a rule. */
  kept?: 'single' | 'ordered';
  /** Whether its records are people's own, which are erased for good and have no history. */
  personal?: true;
  /** Whether each can be there once only, so that there is no copy of it. */
  unique?: true;
  /** Columns that hold the number of a file. */
  files?: readonly string[];
  /** Whether several pictures belong to one, in a table of their own. */
  gallery?: true;
  /** The pages of the site, those of single records aside, that are another page once one of these changes. */
  shownOn: readonly string[];
  /** The columns by which it comes or goes by itself. */
  turns?: readonly (readonly [column: string, Turning])[];
  /** What shoppers find of it by searching; absent where there is nothing to find. */
  found?: Found;
  /** The file of its calls, from `src/features` on and without its ending: it exports its `feature`. */
  routes: string;
  office: OfficeFacts;
  /** More screens that show some of its records in another way. */
  also?: readonly Office[];
}

type Addresses<S> = {
  readonly [K in keyof S]: K extends 'show' | 'edit' ? (record: { uuid: string }) => string : string;
};

/** What alerts say once it is done: «Banner adicionado». */
export interface Alerts {
  created: string;
  updated: string;
  deleted: string;
  withdrawn: string;
  restored: string;
}

export interface Office<F extends OfficeFacts = OfficeFacts> {
  readonly office: F;
  /** The addresses of its screens, whole. */
  readonly at: Addresses<F['screens']> & { readonly history: (record: { uuid: string }) => string };
  readonly alerts: Alerts;
}

export type Resource<F extends ResourceFacts = ResourceFacts> = F & Office<F['office']>;

/** A resource as data, with what follows from it. */
export function resource<const F extends ResourceFacts>(facts: F): Resource<F> {
  return { ...facts, ...officeOf<F['office']>(facts.office, facts.one) };
}

/** Screens of a resource that has others already: see `also`. */
export function officeScreens<const F extends OfficeFacts & { alert: Noun }>(office: F): Office<F> {
  return officeOf<F>(office, office.alert);
}

/** How an address names a resource in one piece: «booklets-of-the-day». */
export const addressName = ({ address }: OfficeFacts) => address.replaceAll('/', '-');

/** The patterns of the screens' addresses, below the address of their resource. */
export const PATTERNS: Readonly<Record<ScreenKind, string>> = {
  list: '/index',
  create: '/create',
  compose: '/compose',
  show: '/show/:uuid',
  edit: '/edit/:uuid',
  single: '',
};

function officeOf<F extends OfficeFacts>(office: F, one: Noun): Office<F> {
  const root = `${OFFICE}/${office.address}`;
  const at = Object.keys(office.screens).map((kind) => {
    const pattern = root + PATTERNS[kind as ScreenKind];
    const filled = ({ uuid }: { uuid: string }) => pattern.replace(':uuid', uuid);
    return [kind, pattern.endsWith(':uuid') ? filled : pattern];
  });
  const history = ({ uuid }: { uuid: string }) => `${HISTORY}/${addressName(office)}/${uuid}`;
  return {
    office,
    at: { ...(Object.fromEntries(at) as Addresses<F['screens']>), history },
    alerts: alertsOf(office.alert ?? one),
  };
}

function alertsOf(alert: Noun): Alerts {
  const [article = '', ...words] = alert.split(' ');
  const name = words.join(' ');
  const Name = name.charAt(0).toUpperCase() + name.slice(1);
  // «o», «um» → adicionado; «a», «uma» → adicionada; «os» → adicionados; «as» → adicionadas
  const ending = (article.includes('a') ? 'a' : 'o') + (article.endsWith('s') ? 's' : '');
  return {
    created: `${Name} adicionad${ending}`,
    updated: `${Name} atualizad${ending}`,
    deleted: `${Name} deletad${ending}`,
    withdrawn: `${Name} fora do ar`,
    restored: `${Name} no ar`,
  };
}

/** Where one of its records is opened: its only screen, the one that edits it, or the one that shows it. */
export function opened(
  { at }: { at: Addresses<OfficeFacts['screens']> },
  record: { uuid: string },
): string | null {
  return at.single ?? at.edit?.(record) ?? at.show?.(record) ?? null;
}
