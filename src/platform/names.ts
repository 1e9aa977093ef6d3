import { invalidField } from '../contract/failure.ts';
import { hasUnseen, UNSEEN_REFUSED } from '../contract/unseen.ts';

/** Fields that name a record. */
const NAMES = [
  'name', 'title', 'product', 'brand', 'item', 'contact', 'question', 'reason', 'room', 'corporate_name',
  'responsible', 'city', 'classification',
]; // biome-ignore format: names

/**
 * Throws a `Failure` for each name field with invisible characters. An unchanged stored name passes, because
 * it may be older than this rule.
 */
export function ensureNames(values: object, before: object | null): void {
  const fields = values as Record<string, unknown>;
  const stored = before as Record<string, unknown> | null;
  for (const field of NAMES) {
    const name = fields[field];
    if (typeof name === 'string' && name !== stored?.[field] && hasUnseen(name))
      throw invalidField(field, UNSEEN_REFUSED);
  }
}
