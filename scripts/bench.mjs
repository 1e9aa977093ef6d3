import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, ensureToolInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('/'));
  if (parts.length === 0 || parts.includes('lighthouse')) await ensureToolInstalled('bench/lighthouse');
  await ensureBuilt();
  await becomeNode(['bench/run.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
});
