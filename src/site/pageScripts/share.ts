const COPIED = 'Link copiado';
const FAILED = 'Copie o link da barra';

/** Handles all `ShareButton`s, including those of islands. */
export default function share(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-share]');
    const liveRegion = button?.querySelector('[aria-live]');
    if (!button || !liveRegion) return;
    const { share: path = '', title = '' } = button.dataset;
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      liveRegion.textContent = COPIED;
    } catch (error) {
      // Closing the system's share sheet is not an error.
      if ((error as Error).name !== 'AbortError') liveRegion.textContent = FAILED;
    }
  });
}
