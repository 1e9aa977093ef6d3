import { AsyncLocalStorage } from 'node:async_hooks';

/** When shoppers are to see what a save makes of a record. */
export interface Plan {
  /** At once, at an instant (ms), or when somebody says so. */
  from: 'now' | number | null;
  /** The instant (ms) at which they see the record no more; null for none, absent where that stays as it is. */
  until?: number | null | undefined;
  /** The change that waits, which this one goes on from and takes the place of. */
  replaces: number | null;
  /** Table of the records that the call saves, and the branches of its caller; null stands for all branches. */
  table: string | undefined;
  branches: readonly string[] | null;
  /** Set once the save has waited: the record as it stays meanwhile. */
  waits?: { version: number; isShown: boolean };
}

const plans = new AsyncLocalStorage<Plan>();

/** What `work` saves follows `plan`. Services save as ever: `write` sees to the rest. */
export const planned = <T>(plan: Plan, work: () => Promise<T>): Promise<T> => plans.run(plan, work);

export const currentPlan = (): Plan | undefined => plans.getStore();
