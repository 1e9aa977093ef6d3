import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

// Drills (*.drill.ts): kills, outages and restores, too rough and too slow for every `npm test`.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const config = ['--config', 'test/drill.config.ts'];
  await becomeNode(['node_modules/vitest/vitest.mjs', 'run', ...config, ...process.argv.slice(2)]);
});
