import type { z } from 'zod';
import type { lastChange, PublicationState } from '../shared/publicationPlan.ts';
import type { Actor } from './database/write.ts';

/**
 * Publication of records, as the request pipeline needs it. The record engine implements it and adds its own
 * operations by declaration merging.
 */
export interface Publication {
  /** Publishes due changes; undefined if none is due, false if they could not be published in time. */
  publishDueChangesForRead(): Promise<boolean> | undefined;
  /** Returns a function from uuid to publication state. */
  publicationStatesOf(table: string, uuids: string[]): Promise<(uuid: string) => PublicationState>;
  /** Returns the last save of each record. */
  lastSavesOf(table: string, uuids: string[]): Promise<Map<string, z.output<typeof lastChange>>>;
}

/** Publication plan of a save: when shoppers see it. */
export interface PublicationPlan {
  /** Start: at once, at an instant (ms), or null for a draft. */
  readonly from: 'now' | number | null;
  /** Instant (ms) at which the record is unpublished; null for none, absent to leave it unchanged. */
  readonly until?: number | null | undefined;
  /** Id of the pending change that this save continues and replaces. */
  readonly replaces: number | null;
  /**
   * Table of the records that the endpoint saves, and the branches of its caller; null stands for all
   * branches.
   */
  readonly table: string | undefined;
  readonly branches: readonly string[] | null;
}

/** Author and plan of a save, as the handler of a planned endpoint gets them. */
export interface PlannedCall {
  actor: Actor;
  plan: PublicationPlan;
}

/** A stored save as staff read it: its effect, and the current version of the record. */
export interface SavedRecord {
  message: string;
  uuid: string;
  version: number;
}

const followsPlan = Symbol('follows its plan');

/**
 * Marks a save that followed its plan. Handlers of planned endpoints must return it, so that none saves
 * without the plan.
 */
export interface PlanMark {
  readonly [followsPlan]: true;
}

export const PLAN_MARK: PlanMark = { [followsPlan]: true };
