import { fetchBranchSummaries } from '../../content/branches/site/branchSummaries.browser.ts';
import { chooseStore, forgetStore, readStore } from '../../content/branches/site/myStore.browser.ts';

const FAILED = 'Não deu para guardar agora. Tente de novo.';

/** Toggles «Esta é a minha loja». */
export async function toggleOwnStore(button: HTMLElement): Promise<void> {
  const { ownStore } = button.dataset;
  const message = button.querySelector('small');
  message?.replaceChildren();
  if (readStore()?.uuid === ownStore) return forgetStore();
  try {
    const branch = (await fetchBranchSummaries()).find(({ uuid }) => uuid === ownStore);
    if (!branch) throw new Error('gone');
    chooseStore(branch);
  } catch {
    // Each card has one, so it becomes a live region only when it has a message.
    message?.setAttribute('role', 'alert');
    message?.replaceChildren(FAILED);
  }
}
