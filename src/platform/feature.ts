import type { Deps } from './deps.ts';
import type { PlainForm } from './http/plainForm.ts';
import type { Route } from './http/route.ts';

/** What a feature gives the server. */
export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** What browsers without JavaScript may send to a page. */
  forms?: readonly PlainForm[];
  /** Defines its work beside requests. */
  jobs?: (deps: Deps) => void;
}
