import { ALERT_MS } from '../../contract/times.ts';

/**
 * An alert closes at a press, which gives the focus back, and by itself; never under the pointer or the focus: then
 * its time starts anew. Returns what stops that.
 */
export function closesByItself(alert: HTMLElement, close = () => alert.remove()): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let cameFrom: EventTarget | null = null;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (alert.matches(':hover, :focus-within') ? wait() : close()), ALERT_MS);
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!alert.contains(relatedTarget as Node | null)) cameFrom = relatedTarget;
  };
  const onClick = () => {
    if (cameFrom instanceof HTMLElement) cameFrom.focus();
    close();
  };
  const button = alert.querySelector('button');
  alert.addEventListener('focusin', onFocus);
  for (const type of ['pointerleave', 'focusout']) alert.addEventListener(type, wait);
  button?.addEventListener('click', onClick);
  wait();
  return () => {
    clearTimeout(timer);
    alert.removeEventListener('focusin', onFocus);
    for (const type of ['pointerleave', 'focusout']) alert.removeEventListener(type, wait);
    button?.removeEventListener('click', onClick);
  };
}
