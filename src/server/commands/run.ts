import { inspect } from 'node:util';
import {
  ConfigError,
  environmentWithFile,
  ignoredSettings,
  readConfig,
} from '../../platform/config/config.ts';
import { withSourcePositions } from '../../platform/observability/sourcePositions.ts';
import { ROOT } from '../../platform/paths.ts';
import { isOperatorError, runCommand } from './commands.ts';

const configuration = () => {
  const config = readConfig(environmentWithFile(ROOT));
  for (const sentence of ignoredSettings(ROOT)) console.error(sentence);
  if (config.SERVE === 'site')
    throw new ConfigError('Aqui só está o site (SERVE=site). Rode este comando na máquina da API.');
  return config;
};

try {
  const { text, isOk } = await runCommand(process.argv.slice(2), configuration);
  console.log(text);
  if (!isOk) process.exitCode = 1;
} catch (error) {
  console.error(isOperatorError(error) ? error.message : withSourcePositions(inspect(error)));
  process.exit(1);
}
