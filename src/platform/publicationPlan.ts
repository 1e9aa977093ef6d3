import { AsyncLocalStorage } from 'node:async_hooks';

/** Publication plan of a save: when shoppers see it. */
export interface PublicationPlan {
  /** Start: at once, at an instant (ms), or null for a draft. */
  from: 'now' | number | null;
  /** Instant (ms) at which the record is unpublished; null for none, absent to leave it unchanged. */
  until?: number | null | undefined;
  /** Id of the pending change that this save continues and replaces. */
  replaces: number | null;
  /**
   * Table of the records that the endpoint saves, and the branches of its caller; null stands for all
   * branches.
   */
  table: string | undefined;
  branches: readonly string[] | null;
  /**
   * Set once the save is stored as a pending change. Describes the record, which stays unchanged meanwhile.
   */
  pending?: { version: number; isShown: boolean };
}

const plans = new AsyncLocalStorage<PublicationPlan>();

/** Runs `work` so that its saves follow `plan`. Services save as usual; `write` applies the plan. */
export const withPlan = <T>(plan: PublicationPlan, work: () => Promise<T>): Promise<T> =>
  plans.run(plan, work);

export const currentPlan = (): PublicationPlan | undefined => plans.getStore();
