/** Keeps links that scripts add later within the preview. */
export default function preview(bar: HTMLElement): void {
  const base = bar.dataset.preview ?? '';
  const keep = (element: Element | null | undefined, name: 'href' | 'action') => {
    const path = element?.getAttribute(name) ?? '';
    if (/^\/(?!\/|(admin|auth|media|assets|brand|api)(\/|$))/.test(path))
      element?.setAttribute(name, base + (path === '/' ? '' : path));
  };
  for (const type of ['click', 'auxclick'])
    addEventListener(type, ({ target }) => keep((target as Element).closest?.('a'), 'href'), true);
  addEventListener('submit', ({ target }) => keep(target as Element, 'action'), true);
}
