import { closesByItself } from '../../ui/site/closesByItself.browser.ts';

/** An alert that came with the page. */
export default (alert: HTMLElement) => void closesByItself(alert);
