/**
 * A row that scrolls and snaps; swiping and the marks, which are links to what is in it, need nothing. This adds keys,
 * says which one is shown and leaves the address alone. Banners, which go round, have arrows too.
 */
export default function slider(part: HTMLElement): void {
  const row = part.firstElementChild as HTMLElement | null;
  if (!row || row.children.length < 2) return;
  const slides = [...row.children] as HTMLElement[];
  const marks = [...part.querySelectorAll(':is(ol, ul) a')];
  const [back, on] = part.querySelectorAll('.hero-pages > a');
  const said = part.querySelector('[aria-live]');
  const round = Boolean(back);
  // A gallery's pictures have links, which the focus goes through.
  const alone = !part.matches('.gal');
  let current = 0;

  const slideAt = (index: number) => slides.at(round ? index % slides.length : index);
  const show = (slide: HTMLElement | undefined) =>
    slide && row.scrollTo({ left: slide.offsetLeft - (slides[0]?.offsetLeft ?? 0) });

  const say = (index: number) => {
    current = index;
    if (alone) for (const [at, slide] of slides.entries()) slide.inert = at !== index;
    for (const [at, mark] of marks.entries()) {
      if (at === index) mark.setAttribute('aria-current', 'true');
      else mark.removeAttribute('aria-current');
    }
    if (said) said.textContent = `Banner ${index + 1} de ${slides.length}`;
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
  onPress(on, () => current + 1);
  for (const [index, mark] of marks.entries()) onPress(mark, () => index);

  (round ? part : row).addEventListener('keydown', (event) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: slides.length - 1 }[
      event.key
    ];
    if (target === undefined || (target < 0 && !round)) return;
    const slide = slideAt(target);
    if (!slide) return;
    event.preventDefault();
    show(slide);
  });
}
