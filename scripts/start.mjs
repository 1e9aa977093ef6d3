import { ensureBuilt, isBuilt } from './lib/build.mjs';
import { runDevelopment } from './lib/dev.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode, FRUGAL, FRUGAL_FLAGS } from './lib/project.mjs';

const args = process.argv.slice(2);

// Installs what is missing, builds what is stale, and becomes the server. With --dev nothing is built:
// the server hands the browser's files to Vite, and it starts anew when one of its own files changes.
await main(async () => {
  // What is built already needs nothing of what builds.
  await ensureInstalled({ pruned: !args.includes('--dev') && isBuilt() });
  if (args.includes('--dev')) {
    await runDevelopment(args);
    return;
  }
  await ensureBuilt();
  await becomeNode([...FRUGAL_FLAGS, 'src/server/main.ts', ...args], { NODE_ENV: 'production', ...FRUGAL });
});
