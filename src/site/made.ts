import type { CallApi } from '../contract/caller.ts';
import type { Preview } from '../contract/preview.ts';
import type { ReturnedForm } from '../contract/returned.ts';
import type { Runtime } from './api.ts';

// What the server asks the build of the site for, and gets.

export interface DocumentAsked {
  /** Which page, by the pattern of its address; `*` for what is none. */
  pattern: string;
  /** With the site's own origin, and of the query only what the page reads. */
  url: URL;
  /** The record that the address names; nobody's where it names none. */
  params: { uuid: string };
  /** Who answers what the page reads. */
  call: CallApi;
  runtime: Runtime;
  /** The form that this page answers; null where the page was only asked for. */
  returned: ReturnedForm | null;
  /** What inline script and style of our own carry, so that the server can tell them from any other. */
  mark: string;
  /** How it is shown to staff alone; absent for a page of shoppers. */
  preview?: Preview | undefined;
  /** By which the log knows this request, for whoever tells that something failed. */
  code: string | null;
}

export interface MadeDocument {
  status: number;
  /** The whole page; empty where it is at another address. */
  html: string;
  to?: string;
  /** Why it is not what was asked for: a mistake of ours, for the log. */
  error?: unknown;
}

export interface Documents {
  documentPatterns: readonly string[];
  /** Loads what the page of a pattern is made of; whoever asks for it finds it there. */
  readyDocument(pattern: string): Promise<unknown>;
  makeDocument(asked: DocumentAsked): Promise<MadeDocument>;
}
