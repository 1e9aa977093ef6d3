import { closesByItself } from '../../ui/site/closesByItself.browser.ts';
import { whenSeen } from './seen.ts';

/** Closes an alert that came with the page after a while. */
export default (alert: HTMLElement) => void whenSeen().then(() => closesByItself(alert));
