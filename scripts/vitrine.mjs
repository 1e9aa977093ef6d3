import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

// The operators' command line: npm run vitrine -- user list
await main(async () => {
  await ensureInstalled();
  await becomeNode(['src/server/cli.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
});
