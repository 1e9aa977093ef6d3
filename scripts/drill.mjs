import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, ensureToolInstalled } from './lib/install.mjs';
import { ensureChromium } from './lib/machine.mjs';
import { main } from './lib/main.mjs';
import { runNode } from './lib/project.mjs';
import { sampledOnPostgres, sampledTests, sqliteOnlyTests } from './lib/tests.mjs';

// Drills (`*.drill.ts`) such as kills, outages and restores are too rough and too slow for every `npm test`.
// They include the journeys with the tag `@drill`. `forms` runs in a browser only and accepts forms, failures
// and --resume. `foreign` installs packages of its own. `split` runs all journeys with site and API on two hosts and accepts Playwright's arguments.
await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const config = ['--config', 'drills/vitest.config.ts'];
  const filter = process.argv.slice(2);
  if (filter.length === 0 || filter.includes('foreign')) await ensureToolInstalled('test/foreign');
  if (filter[0] === 'forms') {
    if (!(await ensureChromium())) throw new Error('sem Chromium não há formulários a provar');
    process.exitCode = await runNode(['e2e/forms/drill.ts', ...filter.slice(1)]);
    return;
  }
  if (filter[0] === 'split') {
    if (!(await ensureChromium())) throw new Error('sem Chromium não há jornadas a fazer');
    process.exitCode = await split(filter.slice(1));
    return;
  }
  const drills = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...config, ...filter]);
  const forms = filter.length === 0 && (await ensureChromium()) ? await runNode(['e2e/forms/drill.ts']) : 0;
  const journeys =
    filter.length === 0 && (await ensureChromium())
      ? await runNode(['node_modules/@playwright/test/cli.js', 'test'], { DRILL: '1' })
      : 0;
  const apart = filter.length === 0 && (await ensureChromium()) ? await split([]) : 0;
  const onSecond =
    filter.length === 0
      ? await runNode(
          [
            'node_modules/vitest/vitest.mjs',
            'run',
            '--project',
            'postgres',
            ...sqliteOnlyTests,
            ...sampledTests,
            ...sampledOnPostgres,
          ],
          { DRILL: '1' },
        )
      : 0;
  const sampled =
    filter.length === 0
      ? await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', ...sampledTests], {
          DRILL: '1',
        })
      : 0;
  const onObjectStore =
    filter.length === 0
      ? await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 's3'], { TEST_S3_ALL: '1' })
      : 0;
  process.exitCode = drills || forms || journeys || apart || onSecond || sampled || onObjectStore;
});

/**
 * Runs all journeys of suite and drill, with and without a prefix of the API.
 * @param {string[]} more
 */
async function split(more) {
  let failed = 0;
  for (const APART of ['/api', '/'])
    for (const drill of [{}, { DRILL: '1' }]) {
      const command = ['node_modules/@playwright/test/cli.js', 'test', ...more];
      failed = (await runNode(command, { APART, ...drill })) || failed;
    }
  return failed;
}
