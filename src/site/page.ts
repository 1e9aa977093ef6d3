import type { DocumentRequest } from './documents.ts';
import type { PageMeta } from './meta.ts';
import type { PageReader } from './pageReader.ts';
import type { SiteData } from './siteData.ts';

// A public page is a module with a loader, a head and a component. It is rendered on the server and stays a
// static document in the browser; interactive parts are islands.

/** Input of a page's loader. */
export interface LoaderInput extends Omit<DocumentRequest, 'pattern' | 'mark'> {
  /** Reads data that the page can do without. A failed `call` fails the page. */
  reader: PageReader;
}

/** Loaded data with the status of the response; a loader that returns plain data responds with 200. */
export class PageData<D> {
  readonly data: D;
  readonly status: number;
  constructor(data: D, status: number) {
    this.data = data;
    this.status = status;
  }
}

export const withStatus = <D>(data: D, status: number): PageData<D> => new PageData(data, status);

/** Thrown by a loader if there is no such page. */
export class PageNotFound extends Error {}

/** Thrown by a loader to redirect, temporarily or permanently. */
export class PageRedirect extends Error {
  readonly location: string;
  readonly status: 301 | 302;
  constructor(to: string, status: 301 | 302 = 302) {
    super(to);
    this.location = to;
    this.status = status;
  }
}

type Load = (asked: LoaderInput) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: extracts the data from a union of plain data and `PageData`
type DataIn<R> = R extends PageData<any> ? R['data'] : R;
/** Data that loader `L` returns. */
export type DataOf<L extends Load> = DataIn<Awaited<ReturnType<L>>>;

export interface PageProps<L extends Load> {
  data: DataOf<L>;
}

export interface HeadArgs<L extends Load> {
  site: SiteData;
  data: DataOf<L>;
}

/** Module in `src/site/pages.ts`. */
export interface PageModule<D = unknown> {
  load?: (asked: LoaderInput) => Promise<D | PageData<D>> | D | PageData<D>;
  head: (args: { site: SiteData; data: D }) => PageMeta;
  default: (props: { data: D }) => React.ReactNode;
  /** Inline styles of the page. A stylesheet of its own would cost a round trip before the first paint. */
  sheet?: string;
  /**
   * Address of a stylesheet that replaces `site.css` and imports it, for a page that is too long for inline
   * styles (decision 103).
   */
  linked?: string;
}
