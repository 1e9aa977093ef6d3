import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { ConfigError, environmentWithFile, ignoredSettings, readConfig } from '../platform/config/config.ts';
import { withSourcePositions } from '../platform/observability/sourcePositions.ts';
import { ROOT } from '../platform/paths.ts';

async function main() {
  // The objects of a request outlive a collection while its page is rendered. V8 concludes that such objects belong to
  // the old generation, allocates those of all later requests there, and cached pages take 1.6 × the time.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // The young generation of the command line (`V8_FLAGS`) is this thread's. V8 would prefer it to the limits of
  // threads too: 8 MB more for each that reads SQLite.
  setFlagsFromString('--min-semi-space-size=0');
  setFlagsFromString('--max-semi-space-size=0');
  const config = readConfig(environmentWithFile(ROOT));
  for (const sentence of ignoredSettings(ROOT)) console.error(sentence);
  if (config.SERVE === 'site') {
    const { serveSite } = await import('./pages/serveSite.ts');
    await serveSite(config);
  } else {
    const { serveProduct } = await import('./serveProduct.ts');
    await serveProduct(config);
  }
  // V8 by default lets its heap grow to about four times its live size before it collects. With 50 %, a list of
  // 100 MB leaves no garbage behind, in the same time. Set after the start, which would collect more often.
  setFlagsFromString('--heap-growing-percent=50');
}

main().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : withSourcePositions(inspect(error)));
  process.exit(1);
});
