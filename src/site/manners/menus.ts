/**
 * Menus open and close without any script. This adds what a keyboard expects: Escape and a press elsewhere close an
 * open one, going on by key closes it behind one, and what the phone's menu covers takes no focus meanwhile.
 */
export default function menus(): void {
  const opened = () => document.querySelector<HTMLDetailsElement>('header nav details[open]');
  addEventListener('keydown', ({ key }) => {
    const menu = opened();
    if (key !== 'Escape' || !menu) return;
    const had = menu.contains(document.activeElement);
    menu.open = false;
    if (had) menu.querySelector('summary')?.focus();
  });
  addEventListener('pointerdown', ({ target }) => {
    const menu = opened();
    if (menu && !menu.contains(target as Node)) menu.open = false;
  });
  addEventListener('focusin', ({ target }) => {
    const menu = opened();
    if (menu && !menu.contains(target as Node)) menu.open = false;
  });
  // A page that comes back from the browser's memory comes without the menu that led away from it.
  addEventListener('pagehide', () => {
    const menu = opened();
    if (menu) menu.open = false;
  });

  const phone = document.querySelector<HTMLElement>('.mm');
  if (!phone || typeof phone.showPopover !== 'function') return;
  const cover = (covered: boolean) => {
    for (const part of document.querySelectorAll('body > :is(.skip, header, main, footer)'))
      part.toggleAttribute('inert', covered);
  };
  if (phone.matches(':popover-open')) cover(true);
  phone.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'open') return;
    phone.querySelector<HTMLElement>('.x')?.focus();
    cover(true);
  });
  phone.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed') cover(false);
  });
  addEventListener('pagehide', () => phone.hidePopover());
}
