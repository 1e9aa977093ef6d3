import type { BranchSummary } from '../branchSummary.contract.ts';
import { chooseStore, readStore, saveStore } from './myStore.browser.ts';

const FRESH_MS = 5 * 60_000;

async function fetchSummaries(cache: RequestCache): Promise<BranchSummary[]> {
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content ?? '';
  const answer = await fetch(`${api}/site/branches/summary`, { cache, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  return ((await answer.json()) as { data: BranchSummary[] }).data;
}

/**
 * Fetches all branches, so that the request does not reveal the shopper's own; offline, the last cached
 * response.
 */
export const fetchBranchSummaries = (): Promise<BranchSummary[]> =>
  fetchSummaries('no-cache').catch(() => fetchSummaries('force-cache'));

/**
 * Refreshes hours and phone of the shopper's own store if they are older than `FRESH_MS`; keeps them on
 * failure.
 */
export async function refreshStore(): Promise<void> {
  const store = readStore();
  if (!store || (Date.now() - store.read < FRESH_MS && store.read <= Date.now())) return;
  try {
    const branches = await fetchSummaries('no-cache');
    // The shopper may have chosen another store in the meantime.
    if (readStore()?.uuid !== store.uuid) return;
    const current = branches.find(({ uuid }) => uuid === store.uuid);
    if (current) chooseStore(current);
    else saveStore({ gone: store.name });
  } catch {}
}
