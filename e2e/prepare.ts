import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

/** Fills a database with demo content once; every worker starts from a copy of it. */
export default async function prepare() {
  const template = await mkdtemp(join(tmpdir(), 'vitrine-e2e-template-'));
  const product = await startProduct({ dataDir: template });
  await untilBookletPagesReady(product.api);
  await product.stop();
  process.env.E2E_TEMPLATE = template;
  return () => rm(template, { recursive: true, force: true });
}

/** Waits until the background job has rendered the booklet pages, so that no copy renders them again. */
export async function untilBookletPagesReady(api: string) {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${api}/site/booklets/fortnightly/pages`);
    if ((await answer.text()).includes('"pages_state":"ready"')) return;
    await new Promise((wait) => setTimeout(wait, 250));
  }
  throw new Error('the pages of the demo booklet were not rendered');
}
