/**
 * Enhances a row that scrolls and snaps. Swiping and the links to its slides work without JavaScript. This
 * adds keys, announces the current slide and keeps the address unchanged. Banners are cyclic and have arrows
 * too.
 */
export default function slider(part: HTMLElement): void {
  const row = part.firstElementChild as HTMLElement | null;
  if (!row || row.children.length < 2) return;
  const slides = [...row.children] as HTMLElement[];
  const marks = [...part.querySelectorAll(':is(ol, ul) a')];
  const [back, forward] = part.querySelectorAll('.hero-pages > a');
  const liveRegion = part.querySelector('[aria-live]');
  const isCyclic = Boolean(back);
  // The pictures of a gallery have links, which take the focus themselves.
  const alone = !part.matches('.gal');
  let current = 0;

  const slideAt = (index: number) => slides.at(isCyclic ? index % slides.length : index);
  const show = (slide: HTMLElement | undefined) =>
    slide && row.scrollTo({ left: slide.offsetLeft - (slides[0]?.offsetLeft ?? 0) });

  const say = (index: number) => {
    current = index;
    if (alone) for (const [at, slide] of slides.entries()) slide.inert = at !== index;
    for (const [at, mark] of marks.entries()) {
      if (at === index) mark.setAttribute('aria-current', 'true');
      else mark.removeAttribute('aria-current');
    }
    if (liveRegion) liveRegion.textContent = `Banner ${index + 1} de ${slides.length}`;
  };

  const watcher = new IntersectionObserver(
    (entries) => {
      const shown = entries.find((entry) => entry.isIntersecting);
      if (shown) say(slides.indexOf(shown.target as HTMLElement));
    },
    { root: row, threshold: 0.6 },
  );
  for (const slide of slides) watcher.observe(slide);

  const onPress = (link: Element | undefined, target: () => number) =>
    link?.addEventListener('click', (event) => {
      event.preventDefault();
      show(slideAt(target()));
    });
  onPress(back, () => current - 1);
  onPress(forward, () => current + 1);
  for (const [index, mark] of marks.entries()) onPress(mark, () => index);

  (isCyclic ? part : row).addEventListener('keydown', (event) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: slides.length - 1 }[
      event.key
    ];
    if (target === undefined || (target < 0 && !isCyclic)) return;
    const slide = slideAt(target);
    if (!slide) return;
    event.preventDefault();
    show(slide);
  });
}
