import { isSameInstant } from '../../../shared/text/zonedTime.ts';
import type { DraftValues } from './storedDrafts.ts';

export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export interface MergeResult {
  /** My value where I changed something, otherwise theirs. */
  values: DraftValues;
  /** Fields that both changed to different values. */
  differences: Difference[];
}

const isSame = (a: unknown, b: unknown) =>
  (a ?? '') === (b ?? '') ||
  (typeof a === 'string' && typeof b === 'string' && isSameInstant(a, b)) ||
  JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/** Merges my changes to `base` into the current values (three-way merge). */
export function merge(base: DraftValues, mine: DraftValues, theirs: DraftValues): MergeResult {
  const values: DraftValues = {};
  const differences: Difference[] = [];
  for (const [name, current] of Object.entries(theirs)) {
    if (!(name in mine) || isSame(mine[name], base[name])) {
      values[name] = current;
      continue;
    }
    values[name] = mine[name];
    if (!isSame(current, base[name]) && !isSame(current, mine[name]))
      differences.push({ name, mine: mine[name], theirs: current });
  }
  return { values, differences };
}
