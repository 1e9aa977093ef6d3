const KEPT = 'vitrine.focus';

/**
 * What narrows a list (a search, a choice) leads to the same page anew. Who uses it by keyboard goes on where they
 * were, and does not begin again at the page's top.
 */
export default function place(finder: HTMLElement): void {
  const leave = () => {
    const { activeElement: at } = document;
    const mark = at?.id ? `#${CSS.escape(at.id)}` : `a[href="${CSS.escape(at?.getAttribute('href') ?? '')}"]`;
    keep([location.pathname, finder.dataset.finder, mark]);
  };
  finder.addEventListener('submit', leave);
  finder.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) leave();
  });
  const [path, name, mark] = kept();
  if (path !== location.pathname || name !== finder.dataset.finder || !mark) return;
  keep(null);
  if (document.activeElement === document.body)
    finder.querySelector<HTMLElement>(mark)?.focus({ preventScroll: true });
}

// A browser that refuses storage begins at the top.

function keep(value: unknown) {
  try {
    if (value) sessionStorage.setItem(KEPT, JSON.stringify(value));
    else sessionStorage.removeItem(KEPT);
  } catch {}
}

function kept(): (string | undefined)[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as string[];
  } catch {
    return [];
  }
}
