/**
 * Adds keyboard behaviour to menus, which open and close without JavaScript. Escape and a click elsewhere
 * close an open menu, and so does moving the focus out. Content behind the mobile menu gets no focus.
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
  // A page from the back/forward cache must not show the menu that was used to leave it.
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
