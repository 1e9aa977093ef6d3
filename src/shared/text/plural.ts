// Separate from `format.ts`, because islands need no more.

export const LOCALE = 'pt-BR';

/** Formats `6` as `6` and `1234` as `1.234`. */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString(LOCALE);
}

/** Returns `1 página` or `6 páginas`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
