import { ALERT_MS } from '../../shared/text/times.ts';

/**
 * Closes an alert by its button, which returns the focus, and after `ALERT_MS`, but not while it is hovered
 * or focused: the time then restarts. Returns a function that stops this.
 */
export function autoClose(alert: HTMLElement, close = () => alert.remove()): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let previousFocus: EventTarget | null = null;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (alert.matches(':hover, :focus-within') ? wait() : close()), ALERT_MS);
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (!alert.contains(relatedTarget as Node | null)) previousFocus = relatedTarget;
  };
  const onClick = () => {
    if (previousFocus instanceof HTMLElement) previousFocus.focus();
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
