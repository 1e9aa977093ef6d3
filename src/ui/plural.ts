// Apart from `format.ts`, because islands need no more.

export const LOCALE = 'pt-BR';

/** `6`, `1.234` */
export function formatCount(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString(LOCALE);
}

/** `1 página`, `6 páginas` */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
