import { readBranches } from '../../features/branches/branchList.browser.ts';
import { chooseStore, forgetStore, readStore } from '../../features/branches/myStore.browser.ts';

const FAILED = 'Não deu para guardar agora. Tente de novo.';

/** «Esta é a minha loja»: pressed, it is; pressed again, it is forgotten. */
export async function press(button: HTMLElement): Promise<void> {
  const { ownStore } = button.dataset;
  const said = button.querySelector('small');
  said?.replaceChildren();
  if (readStore()?.uuid === ownStore) return forgetStore();
  try {
    const branch = (await readBranches()).find(({ uuid }) => uuid === ownStore);
    if (!branch) throw new Error('gone');
    chooseStore(branch);
  } catch {
    // There is one on each card: a live region from when there is something to say.
    said?.setAttribute('role', 'alert');
    said?.replaceChildren(FAILED);
  }
}
