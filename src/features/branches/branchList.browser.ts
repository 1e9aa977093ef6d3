import type { BranchSummary } from './branchSummary.contract.ts';
import { chooseStore, keepStore, readStore } from './myStore.browser.ts';

const FRESH_MS = 5 * 60_000;

async function ask(cache: RequestCache): Promise<BranchSummary[]> {
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content ?? '';
  const answer = await fetch(`${api}/site/branches/summary`, { cache, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  return ((await answer.json()) as { data: BranchSummary[] }).data;
}

/** All branches, so that nobody is told which is the shopper's; without a connection, as they were last read. */
export const readBranches = (): Promise<BranchSummary[]> => ask('no-cache').catch(() => ask('force-cache'));

/** Hours and phone of the own store, asked anew once in a while. Where that fails, what is known stays. */
export async function refreshStore(): Promise<void> {
  const store = readStore();
  if (!store || (Date.now() - store.read < FRESH_MS && store.read <= Date.now())) return;
  try {
    const branches = await ask('no-cache');
    // Another one may have been chosen meanwhile.
    if (readStore()?.uuid !== store.uuid) return;
    const found = branches.find(({ uuid }) => uuid === store.uuid);
    if (found) chooseStore(found);
    else keepStore({ gone: store.name });
  } catch {}
}
