import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode, root } from './lib/project.mjs';

// The operators' command line: npm run vitrine -- user list
await main(async () => {
  await ensureInstalled({ pruned: true });
  // As the product's start does: what was compiled once is read back.
  const cache = path.join(root, '.cache/compile');
  await becomeNode(['src/server/cli.ts', ...process.argv.slice(2)], {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: cache,
  });
});
