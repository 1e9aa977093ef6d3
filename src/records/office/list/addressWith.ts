/** Returns the address with some parameters changed. Any change except `page` resets the page. */
export function addressWith(searchParams: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(searchParams);
  for (const [name, value] of Object.entries({ page: '', ...changes })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}
