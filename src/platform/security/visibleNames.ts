import { invalidField } from '../../shared/failure.ts';
import { cleanName } from '../../shared/fields.ts';
import {
  hasInvisible,
  hasVisibleText,
  INVISIBLE_REFUSED,
  INVISIBLE_TEXT,
} from '../../shared/text/invisible.ts';

/** Fields that name a record. */
const NAMES = [
  'name', 'title', 'product', 'brand', 'item', 'contact', 'question', 'reason', 'room', 'corporate_name',
  'responsible', 'city', 'state', 'classification', 'work_start_day', 'end_of_work_day',
]; // biome-ignore format: names

/**
 * Throws a `Failure` for each name field with invisible characters. An unchanged stored name passes, because
 * it may be older than this rule.
 */
export function ensureVisibleNames(values: object, before: object | null): void {
  const fields = values as Record<string, unknown>;
  const stored = before as Record<string, unknown> | null;
  for (const field of NAMES) {
    const name = fields[field];
    if (typeof name !== 'string' || name === '' || name === cleanName(stored?.[field])) continue;
    if (!hasVisibleText(name)) throw invalidField(field, INVISIBLE_TEXT);
    if (hasInvisible(name)) throw invalidField(field, INVISIBLE_REFUSED);
  }
}
