import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, ensureToolInstalled } from './lib/install.mjs';
import { ensureProgram } from './lib/machine.mjs';
import { main } from './lib/main.mjs';
import { becomeNode } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  const parts = process.argv.slice(2).filter((argument) => !/^(\/|--)/.test(argument));
  if (parts.includes('lighthouse')) await ensureToolInstalled('bench/lighthouse');
  // Without names, `cached` runs too.
  if (parts.length === 0 || parts.includes('cached') || parts.includes('crowd')) await ensureProgram('wrk');
  if (parts.includes('crowd')) await ensureProgram('nginx');
  await ensureBuilt();
  await becomeNode(['bench/run.ts', ...process.argv.slice(2)], { NODE_ENV: 'production' });
});
