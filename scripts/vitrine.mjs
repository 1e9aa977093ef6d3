import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode, root } from './lib/project.mjs';

// Command line for operators: `npm run vitrine -- user list`
await main(async () => {
  await ensureInstalled({ pruned: true });
  // Reuse compiled code, as the start of the product does.
  const cache = path.join(root, '.cache/compile');
  await becomeNode(['src/server/commands/cli.ts', ...process.argv.slice(2)], {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: cache,
  });
});
