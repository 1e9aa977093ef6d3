import { fromCompact, openState } from '../../features/branches/hours.browser.ts';
import { fromCompactDays } from '../../features/exceptions/specialDays.browser.ts';
import { once } from '../../ui/once.ts';

const MINUTE = 60_000;

/** Every `OpenTag` of the page is true at each minute and when the page comes back. */
export default once(() => {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    clearTimeout(timer);
    // Of another minute, where staff look ahead.
    const { now: shown } = document.documentElement.dataset;
    const now = shown ? new Date(shown) : new Date();
    for (const tag of document.querySelectorAll<HTMLElement>('[data-hours]')) say(tag, now);
    timer = setTimeout(update, MINUTE - (now.getTime() % MINUTE));
  };
  addEventListener('pageshow', update);
  document.addEventListener('visibilitychange', update);
  update();
  return update;
});

function say(tag: HTMLElement, now: Date): void {
  const { hours = '', special = '', zone } = tag.dataset;
  const state = openState(fromCompact(hours), now, fromCompactDays(special), zone);
  if (!state || tag.textContent === state.text) return;
  tag.textContent = state.text;
  tag.classList.toggle('tag-open', state.open);
  tag.classList.toggle('tag-ink', !state.open);
  tag.hidden = false;
}
