import './mode.ts';
import { resolve } from 'node:path';
import { environmentWithFile, readConfig } from '../platform/config.ts';
import { answer, isInWords } from './commands.ts';

const configuration = () => readConfig(environmentWithFile(resolve(import.meta.dirname, '../..')));

try {
  const { text, isWell } = await answer(process.argv.slice(2), configuration);
  console.log(text);
  if (!isWell) process.exitCode = 1;
} catch (error) {
  console.error(isInWords(error) ? error.message : error);
  process.exit(1);
}
