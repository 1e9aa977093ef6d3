import { readFileSync } from 'node:fs';
import { empty } from './settingFormats.ts';
import type { Invalid, Variables } from './settingRules.ts';
import type { Environment } from './settings.ts';

/**
 * Secrets that may be read from a file, named by the same variable with the suffix `_FILE` (vaults, systemd
 * credentials).
 */
export const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
] as const satisfies (keyof Environment)[];

/** Returns `environment` with the secrets that were read from files, and the errors found. */
export function withSecretFiles(environment: Variables): { variables: Variables; invalid: Invalid[] } {
  const variables = { ...environment };
  const invalid: Invalid[] = [];
  for (const name of SECRETS) {
    const file = `${name}_FILE`;
    if (empty(environment[file]) === undefined) continue;
    if (empty(environment[name]) !== undefined) {
      invalid.push([file, `nenhum valor, porque há ${name}: só um dos dois`]);
      continue;
    }
    try {
      // Editors and `echo` append a line break.
      variables[name] = readFileSync(environment[file] as string, 'utf8').replace(/\r?\n$/, '');
      if (empty(variables[name]) === undefined) invalid.push([file, 'um arquivo que não esteja vazio']);
    } catch (error) {
      invalid.push([file, `um arquivo que se possa ler (${(error as NodeJS.ErrnoException).code})`]);
    }
  }
  return { variables, invalid };
}
