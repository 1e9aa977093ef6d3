const KEPT = 'vitrine.focus';

/** Restores the focus after a search or filter that reloads the page, for keyboard users. */
export default function restoreFocus(finder: HTMLElement): void {
  const leave = () => {
    const { activeElement: at } = document;
    const mark = at?.id ? `#${CSS.escape(at.id)}` : `a[href="${CSS.escape(at?.getAttribute('href') ?? '')}"]`;
    savePosition([location.pathname, finder.dataset.finder, mark]);
  };
  finder.addEventListener('submit', leave);
  finder.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) leave();
  });
  const [path, name, mark] = readPosition();
  if (path !== location.pathname || name !== finder.dataset.finder || !mark) return;
  savePosition(null);
  if (document.activeElement === document.body)
    finder.querySelector<HTMLElement>(mark)?.focus({ preventScroll: true });
}

// Without storage, the focus starts at the top.

function savePosition(value: unknown) {
  try {
    if (value) sessionStorage.setItem(KEPT, JSON.stringify(value));
    else sessionStorage.removeItem(KEPT);
  } catch {}
}

function readPosition(): (string | undefined)[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as string[];
  } catch {
    return [];
  }
}
