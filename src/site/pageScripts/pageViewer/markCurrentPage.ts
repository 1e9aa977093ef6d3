/** Marks the thumbnail of the page that crosses the middle of the screen; none before the first page. */
export default function markCurrentPage(thumbnails: HTMLElement): void {
  const links = [...thumbnails.querySelectorAll<HTMLAnchorElement>('a')];
  const pages: (Element | null)[] = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const mark = (current: number) => {
    for (const [at, link] of links.entries()) {
      if (at === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      const read = entries.find((entry) => entry.isIntersecting);
      if (read) mark(pages.indexOf(read.target));
      else if ((pages[0]?.getBoundingClientRect().top ?? 0) > 0) mark(-1);
    },
    { rootMargin: '-50% 0px' },
  );
  for (const page of pages) if (page) watcher.observe(page);
}
