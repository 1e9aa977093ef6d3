import { stylesOf } from '../test/styles.ts';
import { kindOf } from './pages.ts';
import type { Figure, RunningProduct } from './product.ts';

/** Measures the styles of the document at `path`, in transferred bytes. */
export async function styleWeight(product: RunningProduct, path: string): Promise<Figure> {
  const { bytes, sheets } = await stylesOf(product.url, path);
  return {
    what: `styles on ${kindOf(path)}, as they travel (brotli)`,
    measured: `${(bytes / 1000).toFixed(1)} KB in ${sheets.length} files`,
    target: '≤ 10 KB',
    reached: bytes <= 10_000,
  };
}
