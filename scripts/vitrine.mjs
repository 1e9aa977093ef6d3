import { isBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

// Command line for operators: `npm run vitrine -- user list`. It also works before the first build.
await main(async () => {
  await ensureInstalled({ pruned: true });
  const program = isBuilt() ? 'build/server/cli.js' : 'src/server/commands/cli.ts';
  await becomeNode([program, ...process.argv.slice(2)], { NODE_ENV: 'production' });
});
