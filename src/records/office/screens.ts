import { COUNT_LIMIT } from '../../shared/list.ts';
import { formatCount } from '../../shared/text/plural.ts';

export interface ScreenMeta {
  page: number;
  per_page: number;
  total: number;
}

/** Returns «1 a 50 de 1.234», or «mais de 10.000» for a total that was only counted up to the limit. */
export function rangeText({ page, per_page, total }: ScreenMeta, shown: number): string {
  const first = (page - 1) * per_page + 1;
  const all = total >= COUNT_LIMIT ? `mais de ${formatCount(COUNT_LIMIT)}` : formatCount(total);
  if (shown === 0) return `0 de ${all}`;
  return `${formatCount(first)} a ${formatCount(first + shown - 1)} de ${all}`;
}

/** Returns page numbers around the current one, with both ends; `null` is a gap. */
export function pagesAround({ page, per_page, total }: ScreenMeta): (number | null)[] {
  const last = Math.max(1, Math.ceil(total / per_page), page);
  const candidates = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const pages = [...new Set(candidates)].sort((a, b) => a - b);
  return pages.flatMap((number, index) => {
    const before = pages[index - 1] ?? 0;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}
