import { ALERT_MS } from '../../contract/times.ts';

/** An alert that came with the page closes at a press and by itself, never under the pointer or the focus. */
export default function alert(shown: HTMLElement): void {
  const close = () => shown.remove();
  const wait = () => setTimeout(() => (shown.matches(':hover, :focus-within') ? wait() : close()), ALERT_MS);
  shown.querySelector('button')?.addEventListener('click', close);
  wait();
}
