import { autoClose } from '../../ui/site/autoClose.browser.ts';
import { whenVisible } from './pageState.ts';

/** Closes an alert that came with the page after a while. */
export default (alert: HTMLElement) => void whenVisible().then(() => autoClose(alert));
