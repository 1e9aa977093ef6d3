import sheet from '../../../content/booklets/site/PageViewer.css?url';
import { whenIdle, whenVisible } from '../pageState.ts';
import { loadStylesheet } from '../stylesheet.ts';

/**
 * Opens pictures of pages in the full-screen viewer (`PageViewer.tsx`). Its code loads when the page is idle,
 * or at the first click, which then waits for it.
 */
export default function pageViewer(template: HTMLElement): void {
  if (!(template instanceof HTMLTemplateElement)) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-enlarge]')];
  const load = async () => {
    const [viewer] = await Promise.all([import('./viewerDialog.ts'), loadStylesheet(sheet)]);
    return viewer;
  };
  for (const [index, link] of links.entries())
    link.addEventListener('click', async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      try {
        const { openViewer } = await load();
        openViewer(template, links, index);
      } catch (error) {
        reportError(error);
        location.assign(link.href);
      }
    });
  void whenVisible()
    .then(whenIdle)
    .then(load)
    .catch(() => {});
}
