const COPIED = 'Link copiado';
const FAILED = 'Copie o link da barra';

/** `ShareButton`s, wherever they are, also in what an island shows later. */
export default function share(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-share]');
    const said = button?.querySelector('[aria-live]');
    if (!button || !said) return;
    const { share: path = '', title = '' } = button.dataset;
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      said.textContent = COPIED;
    } catch (error) {
      // Closing the system's sheet comes here too: there is nothing to tell.
      if ((error as Error).name !== 'AbortError') said.textContent = FAILED;
    }
  });
}
