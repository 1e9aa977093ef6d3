import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await becomeNode(['bench/run.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
});
