import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { withReauth } from '../../../records/office/session.ts';
import { MAX_BULK_RECORDS } from '../../../shared/history.ts';
import type { ImportResult } from '../import/offerImport.contract.ts';
import { undoneText, undoOffers } from '../offerChange.contract.ts';

/** An import that can be undone: the offers that are not undone yet. */
export interface UndoableImport {
  text: string;
  saved: ImportResult['saved'];
}

const MAX_NAMES = 5;

/**
 * Undoes an import in requests of bounded size. `onProgress` gets the offers that remain after each of them, so
 * that a failed undo can continue. Returns what happened, in words.
 */
export async function undoImport(
  saved: UndoableImport['saved'],
  onProgress: (rest: UndoableImport['saved']) => void,
): Promise<{ text: string; left: string; warning: string }> {
  const sums = { restored: 0, deleted: 0, left: 0 };
  const names: string[] = [];
  const warnings: string[] = [];
  for (let at = 0; at < saved.length; at += MAX_BULK_RECORDS) {
    const part = saved.slice(at, at + MAX_BULK_RECORDS);
    const body = {
      uuids: part.map(({ uuid }) => uuid),
      versions: part.map(({ version }) => version),
      new_uuids: part.filter(({ is_new }) => is_new).map(({ uuid }) => uuid),
      skip_changed: true,
    };
    const { data } = await withReauth(() => callEndpoint(undoOffers, { body }));
    sums.restored += data.restored;
    sums.deleted += data.deleted;
    sums.left += data.left.length;
    names.push(...data.left.flatMap(({ product }) => product ?? []));
    if (data.warning) warnings.push(data.warning);
    onProgress(saved.slice(at + MAX_BULK_RECORDS));
  }
  const more = names.length - MAX_NAMES;
  const left =
    names.length === 0 ? '' : `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` e mais ${more}` : ''}`;
  return { text: undoneText(sums), left, warning: warnings.join(' ') };
}
