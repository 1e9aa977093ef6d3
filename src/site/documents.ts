import type { CallApi } from '../shared/caller.ts';
import type { PreviewContext } from '../shared/preview.ts';
import type { RejectedForm } from '../shared/rejectedForm.ts';
import type { Runtime } from './api.ts';

// Interface between the server and the build of the site.

export interface DocumentRequest {
  /** Route pattern of the page; `*` if there is no such page. */
  pattern: string;
  /** URL with the site's own origin, and only the query parameters that the page reads. */
  url: URL;
  /** Record in the address; empty if the address names none. */
  params: { uuid: string };
  /** Calls the API for the page. */
  call: CallApi;
  runtime: Runtime;
  /** Form that this page responds to; null for a normal request. */
  returned: RejectedForm | null;
  /** CSP nonce of inline scripts and styles. */
  nonce: string;
  /** Preview for staff; absent for shoppers' pages. */
  preview?: PreviewContext | undefined;
  /** Code of this request in the log, shown to visitors on error pages. */
  code: string | null;
}

export interface RenderedDocument {
  status: number;
  /** The whole page; empty for a redirect. */
  html: string;
  location?: string;
  /** Internal error to be logged. */
  error?: unknown;
}

export interface Documents {
  documentPatterns: readonly string[];
  /** Loads the modules of the page of a pattern ahead of its rendering. */
  preloadDocument(pattern: string): Promise<unknown>;
  renderDocument(request: DocumentRequest): Promise<RenderedDocument>;
}
