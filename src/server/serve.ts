import { inspect } from 'node:util';
import { ConfigError, environmentWithFile, ignoredSettings, readConfig } from '../platform/config/config.ts';
import { withSourcePositions } from '../platform/observability/sourcePositions.ts';
import { ROOT } from '../platform/paths.ts';

async function main() {
  const config = readConfig(environmentWithFile(ROOT));
  for (const sentence of ignoredSettings(ROOT)) console.error(sentence);
  if (config.SERVE === 'site') {
    const { serveSite } = await import('./pages/serveSite.ts');
    return serveSite(config);
  }
  const { serveProduct } = await import('./serveProduct.ts');
  return serveProduct(config);
}

main().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : withSourcePositions(inspect(error)));
  process.exit(1);
});
