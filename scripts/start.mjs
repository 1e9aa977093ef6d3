import { ensureBuilt } from './lib/build.mjs';
import { runDevelopment } from './lib/dev.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

// What pictures and threads borrow of the system's allocator goes back to the system. Others than glibc pass it over.
const FRUGAL = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' };

const args = process.argv.slice(2);

// Installs what is missing, builds what is stale, and becomes the server. With --dev nothing is built:
// the server hands the browser's files to Vite, and it starts anew when one of its own files changes.
await main(async () => {
  await ensureInstalled();
  if (args.includes('--dev')) {
    await runDevelopment(args);
    return;
  }
  await ensureBuilt();
  await becomeNode(['src/server/main.ts', ...args], { NODE_ENV: 'production', ...FRUGAL });
});
