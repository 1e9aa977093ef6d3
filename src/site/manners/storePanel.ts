import sheet from '../../features/branches/MyStorePanel.css?url';
import { withSheet } from './sheet.ts';

/** The page keeps room for it from the beginning; `storeToday.ts` fills it in. */
export default async function storePanel(panel: HTMLElement): Promise<void> {
  await withSheet(sheet);
  panel.classList.remove('waits');
}
