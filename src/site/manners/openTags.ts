import { fromCompact, openState } from '../../features/branches/hours.browser.ts';
import { once } from '../../ui/once.ts';

const MINUTE = 60_000;

/** Every `OpenTag` of the page, also one that comes later, is true at each minute and when the page comes back. */
export default once(() => {
  let timer: ReturnType<typeof setTimeout>;
  const update = () => {
    const now = new Date();
    for (const tag of document.querySelectorAll<HTMLElement>('[data-hours]')) say(tag, now);
  };
  const begin = () => {
    clearTimeout(timer);
    update();
    timer = setTimeout(begin, MINUTE - (Date.now() % MINUTE));
  };
  addEventListener('pageshow', begin);
  document.addEventListener('visibilitychange', begin);
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true });
  begin();
  return update;
});

function say(tag: HTMLElement, now: Date): void {
  const state = openState(fromCompact(tag.dataset.hours ?? ''), now);
  if (!state || tag.textContent === state.text) return;
  tag.textContent = state.text;
  tag.classList.toggle('tag-open', state.open);
  tag.classList.toggle('tag-ink', !state.open);
  tag.hidden = false;
}
