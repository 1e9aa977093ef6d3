import './mode.ts';
import { resolve } from 'node:path';
import { ConfigError, environmentWithFile, readConfig } from '../platform/config.ts';
import { answer, isInWords } from './commands.ts';

const configuration = () => {
  const config = readConfig(environmentWithFile(resolve(import.meta.dirname, '../..')));
  if (config.SERVE === 'site')
    throw new ConfigError('Aqui só está o site (SERVE=site). Rode este comando na máquina da API.');
  return config;
};

try {
  const { text, isWell } = await answer(process.argv.slice(2), configuration);
  console.log(text);
  if (!isWell) process.exitCode = 1;
} catch (error) {
  console.error(isInWords(error) ? error.message : error);
  process.exit(1);
}
