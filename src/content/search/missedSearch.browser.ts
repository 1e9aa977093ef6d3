const MISSED = 'vitrine.missed';

/** Returns a search without results, once per visit. A browser that refuses storage returns nothing. */
export function onceMissed(): string | undefined {
  const params = new URLSearchParams(location.search);
  const search = (params.get('busca') ?? params.get('q'))?.slice(0, 200);
  if (!search) return;
  try {
    const reported = JSON.parse(sessionStorage.getItem(MISSED) ?? '[]') as string[];
    if (reported.includes(search)) return;
    sessionStorage.setItem(MISSED, JSON.stringify([...reported, search].slice(-50)));
    return search;
  } catch {}
}
