import sheet from '../../content/branches/site/MyStorePanel.css?url';
import { loadStylesheet } from './stylesheet.ts';

/** Shows the panel of the own store, whose space is reserved. `storeToday.ts` fills it in. */
export default async function storePanel(panel: HTMLElement): Promise<void> {
  await loadStylesheet(sheet);
  panel.classList.remove('waits');
}
