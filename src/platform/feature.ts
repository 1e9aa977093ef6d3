import type { Deps } from './deps.ts';
import type { Route } from './http/route.ts';

/** Routes and jobs that a feature contributes to the server. */
export interface Feature {
  routes?: (deps: Deps) => Route[];
  /** Defines the background jobs of the feature. */
  jobs?: (deps: Deps) => void;
}
