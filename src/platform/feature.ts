import type { Deps } from './deps.ts';
import type { Route } from './http/route.ts';

/** What a feature gives the server. */
export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** Defines its work beside requests. */
  jobs?: (deps: Deps) => void;
}
