import '../mode.ts';
import { resolve } from 'node:path';
import {
  ConfigError,
  environmentWithFile,
  ignoredSettings,
  readConfig,
} from '../../platform/config/config.ts';
import { isOperatorError, runCommand } from './commands.ts';

const root = resolve(import.meta.dirname, '../../..');

const configuration = () => {
  const config = readConfig(environmentWithFile(root));
  for (const sentence of ignoredSettings(root)) console.error(sentence);
  if (config.SERVE === 'site')
    throw new ConfigError('Aqui só está o site (SERVE=site). Rode este comando na máquina da API.');
  return config;
};

try {
  const { text, isOk } = await runCommand(process.argv.slice(2), configuration);
  console.log(text);
  if (!isOk) process.exitCode = 1;
} catch (error) {
  console.error(isOperatorError(error) ? error.message : error);
  process.exit(1);
}
