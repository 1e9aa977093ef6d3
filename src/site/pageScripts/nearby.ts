/** Storage key of the position for the tab, so that lists of other cities are sorted too. */
const KEPT = 'vitrine.place';
const FAILED = '. Não deu para ordenar agora. Tente de novo.';

/** Handles «Mais perto de mim». Its code is loaded at the first click, or if the position is stored. */
export default function nearby(button: HTMLElement): void {
  let loaded: Promise<() => void> | undefined;
  const load = () => {
    loaded ??= import('./sortByDistance.ts').then((sorting) => sorting.createDistanceSort(button, KEPT));
    return loaded;
  };
  button.addEventListener('click', async () => {
    try {
      const press = await load();
      press();
    } catch {
      loaded = undefined;
      const liveRegion = document.querySelector('.found');
      if (liveRegion && !liveRegion.textContent.endsWith(FAILED)) liveRegion.append(FAILED);
    }
  });
  button.classList.remove('waits');
  // Without storage, the button asks for the position again.
  try {
    if (sessionStorage.getItem(KEPT)) load().catch(() => {});
  } catch {}
}
