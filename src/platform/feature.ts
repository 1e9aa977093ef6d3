import type { Deps } from './deps.ts';
import type { Route } from './http/route.ts';

/** What a feature gives the server. */
export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** The next instant (ms) after `now` at which its public content changes by itself. */
  nextChange?: (deps: Deps, now: number) => Promise<number>;
  /** Defines its work beside requests. */
  jobs?: (deps: Deps) => void;
}
