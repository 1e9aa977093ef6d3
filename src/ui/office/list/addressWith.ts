/** The address with some of its parts changed; any change but that of the page leads to the first page. */
export function addressWith(asked: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(asked);
  for (const [name, value] of Object.entries({ page: '', ...changes })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}
