import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.ts';

/** Fills a database with demo content once; every worker starts from a copy of it. */
export default async function prepare() {
  const template = await mkdtemp(join(tmpdir(), 'vitrine-e2e-template-'));
  const product = await startProduct({ dataDir: template });
  await product.stop();
  process.env.E2E_TEMPLATE = template;
  return () => rm(template, { recursive: true, force: true });
}
