/** For as long as the tab lives, so that another city's list is sorted too. */
const KEPT = 'vitrine.place';
const FAILED = '. Não deu para ordenar agora. Tente de novo.';

/** «Mais perto de mim»: what does that is loaded when somebody presses, or has pressed before. */
export default function nearby(button: HTMLElement): void {
  let loaded: Promise<() => void> | undefined;
  const load = () => {
    loaded ??= import('./byPlace.ts').then(({ byPlace }) => byPlace(button, KEPT));
    return loaded;
  };
  button.addEventListener('click', async () => {
    try {
      const press = await load();
      press();
    } catch {
      loaded = undefined;
      const said = document.querySelector('.found');
      if (said && !said.textContent.endsWith(FAILED)) said.append(FAILED);
    }
  });
  button.classList.remove('waits');
  // A browser that refuses storage asks again.
  try {
    if (sessionStorage.getItem(KEPT)) load().catch(() => {});
  } catch {}
}
