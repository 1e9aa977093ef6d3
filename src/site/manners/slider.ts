/**
 * The banners are a row that scrolls and snaps; swiping and the bars, which are links to the banners, need nothing.
 * This adds arrows and keys, and says which one is shown.
 */
export default function slider(hero: HTMLElement): void {
  const row = hero.querySelector<HTMLElement>('.hero-row');
  if (!row || row.children.length < 2) return;
  const slides = [...row.children] as HTMLElement[];
  const bars = [...hero.querySelectorAll('.bars a')];
  const [back, on] = hero.querySelectorAll('.hero-pages > a');
  const said = hero.querySelector('[aria-live]');
  let current = 0;

  const show = (index: number) =>
    row.scrollTo({ left: ((index + slides.length) % slides.length) * row.clientWidth });

  const say = (index: number) => {
    current = index;
    for (const [at, slide] of slides.entries()) slide.inert = at !== index;
    for (const [at, bar] of bars.entries()) {
      if (at === index) bar.setAttribute('aria-current', 'true');
      else bar.removeAttribute('aria-current');
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
      show(target());
    });
  onPress(back, () => current - 1);
  onPress(on, () => current + 1);
  for (const [index, bar] of bars.entries()) onPress(bar, () => index);

  hero.addEventListener('keydown', (event) => {
    const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: slides.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  });
}
