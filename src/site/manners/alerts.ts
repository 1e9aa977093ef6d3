import { closesByItself } from '../../ui/site/closesByItself.browser.ts';
import { whenSeen } from './seen.ts';

/** An alert that came with the page. */
export default (alert: HTMLElement) => void whenSeen().then(() => closesByItself(alert));
