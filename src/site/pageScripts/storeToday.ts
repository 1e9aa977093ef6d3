import { refreshStore } from '../../content/branches/site/branchSummaries.browser.ts';
import type { MyStore } from '../../content/branches/site/myStore.browser.ts';
import { todayInWords } from '../../content/branches/site/today.browser.ts';
import { branchPage } from '../../content/recordPages.ts';
import { whenIdle, whenVisible } from './pageState.ts';

/** Shows the current state of the own store in the header and in the panels of the page. */
export function showToday(store: MyStore, now: Date, state: Element | null): void {
  const place = `${store.city}, ${store.state}`;
  const today = todayInWords(store.hours, now, store.special_days, store.time_zone);
  const text = today?.text ?? place;
  if (state && state.textContent !== text) state.textContent = text;
  for (const panel of document.querySelectorAll('[data-store-panel]')) {
    const fill = (name: string, text: string, href?: string | null) => {
      const part = panel.querySelector<HTMLAnchorElement>(`[data-part=${name}]`);
      if (!part) return;
      if (text) (part.querySelector('span') ?? part).textContent = text;
      if (href) part.href = href;
      if (href !== undefined) part.hidden = !href;
    };
    fill('name', store.name, branchPage(store.uuid));
    fill('today', text);
    fill('more', today?.more || (today ? place : '\u00a0'));
    fill('phone', store.phone, store.phone_link);
    fill('whatsapp', '', store.whatsapp_link);
    panel.setAttribute('data-filled', '');
  }
}

export async function refreshOwnStore(): Promise<void> {
  await whenVisible();
  await whenIdle();
  if (!document.hidden) await refreshStore();
}
