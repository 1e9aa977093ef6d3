import { isSameInstant } from '../../zonedTime.ts';
import type { Values } from './drafts.ts';

export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merged {
  /** Mine where I changed something, theirs elsewhere. */
  values: Values;
  /** What both changed, each to something else. */
  differences: Difference[];
}

const same = (one: unknown, other: unknown) =>
  (one ?? '') === (other ?? '') ||
  (typeof one === 'string' && typeof other === 'string' && isSameInstant(one, other)) ||
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** What I typed over `base`, laid over what the record is by now. */
export function merge(base: Values, mine: Values, theirs: Values): Merged {
  const values: Values = {};
  const differences: Difference[] = [];
  for (const [name, now] of Object.entries(theirs)) {
    if (!(name in mine) || same(mine[name], base[name])) {
      values[name] = now;
      continue;
    }
    values[name] = mine[name];
    if (!same(now, base[name]) && !same(now, mine[name]))
      differences.push({ name, mine: mine[name], theirs: now });
  }
  return { values, differences };
}
