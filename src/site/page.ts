import type { DocumentAsked } from './made.ts';
import type { PageMeta } from './meta.ts';
import type { Reader } from './read.ts';
import type { SiteData } from './siteData.ts';

// A public page: what it reads, what it is called, and what it shows. It is rendered on the server and stays a document
// in the browser; what needs a program there is an island.

/** What a page is made from. */
export interface Asked extends Omit<DocumentAsked, 'pattern' | 'mark'> {
  /** For what a page can go without; `call` is for what it cannot: a failure is the page's. */
  reader: Reader;
}

/** What a page loaded, with the status that the answer has; 200 where a loader says nothing of it. */
export class Loaded<D> {
  readonly data: D;
  readonly status: number;
  constructor(data: D, status: number) {
    this.data = data;
    this.status = status;
  }
}

export const loaded = <D>(data: D, status: number): Loaded<D> => new Loaded(data, status);

/** There is no such page. */
export class NotHere extends Error {}

/** The page is at another address: for now, or for good. */
export class Elsewhere extends Error {
  readonly to: string;
  readonly status: 301 | 302;
  constructor(to: string, status: 301 | 302 = 302) {
    super(to);
    this.to = to;
    this.status = status;
  }
}

type Load = (asked: Asked) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: of a union of plain data and of `Loaded`, the data
type DataIn<R> = R extends Loaded<any> ? R['data'] : R;
/** What `L` loads. */
export type DataOf<L extends Load> = DataIn<Awaited<ReturnType<L>>>;

export interface PageProps<L extends Load> {
  data: DataOf<L>;
}

export interface HeadArgs<L extends Load> {
  site: SiteData;
  data: DataOf<L>;
}

/** A module of `src/site/pages.ts`. */
export interface PageModule<D = unknown> {
  load?: (asked: Asked) => Promise<D | Loaded<D>> | D | Loaded<D>;
  head: (args: { site: SiteData; data: D }) => PageMeta;
  default: (props: { data: D }) => React.ReactNode;
  /** Its styles, which stand in it: a sheet of its own would be another way to the server before it is seen. */
  sheet?: string;
  /** The address of its styles, for a page that is too long to bring them (14.6 KB as it travels, headers and all). */
  linked?: string;
}
