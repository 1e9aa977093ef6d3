import { decodeHours, openState } from '../../content/branches/site/hours.browser.ts';
import { decodeSpecialDays } from '../../content/specialDays/site/specialDayEncoding.browser.ts';
import { lazily } from '../../ui/lazily.ts';

const MINUTE = 60_000;

/** Updates every `OpenTag` each minute and when the page becomes visible. */
export default lazily(() => {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    clearTimeout(timer);
    // A preview shows its own time.
    const { now: previewed } = document.documentElement.dataset;
    const now = previewed ? new Date(previewed) : new Date();
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
  const state = openState(decodeHours(hours), now, decodeSpecialDays(special), zone);
  if (!state || tag.textContent === state.text) return;
  tag.textContent = state.text;
  tag.classList.toggle('tag-open', state.open);
  tag.classList.toggle('tag-ink', !state.open);
  tag.hidden = false;
}
