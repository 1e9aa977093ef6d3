import { ensureBuilt, isBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ALLOCATOR_ENV, becomeNode, V8_FLAGS } from './lib/project.mjs';

const args = process.argv.slice(2);

// Installs missing packages, builds if the source has changed, and becomes the server. With --dev it does not
// build: the server passes the browser's files to Vite and restarts when one of its own files changes.
await main(async () => {
  if (args.includes('--dev')) {
    await ensureInstalled();
    const { runDevelopment } = await import('./lib/dev.mjs');
    await runDevelopment(args);
    return;
  }
  const built = isBuilt();
  // An up-to-date build needs no development packages.
  await ensureInstalled({ pruned: built });
  if (!built) await ensureBuilt();
  await becomeNode([...V8_FLAGS, 'build/server/main.js', ...args], {
    NODE_ENV: 'production',
    ...ALLOCATOR_ENV,
  });
});
