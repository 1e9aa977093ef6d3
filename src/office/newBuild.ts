import { alert } from '../records/office/alerts.tsx';

const BUILD = 'vitrine.build';

/**
 * Announces that the page was reloaded because its build was replaced: a screen whose chunk is missing
 * reloads by itself.
 */
export function announceNewBuild(): void {
  const { __reactRouterManifest: build } = window as { __reactRouterManifest?: { url?: string } };
  if (!build?.url) return;
  try {
    const before = sessionStorage.getItem(BUILD);
    sessionStorage.setItem(BUILD, build.url);
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (before && before !== build.url && visit?.type === 'reload')
      alert.info('Versão nova no ar', 'A página recarregou, e o que você digitava foi guardado.');
  } catch {}
}
