import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import type { S3Settings } from '../files/s3.ts';
import { withSecretFiles } from './secretFiles.ts';
import { NO_EXAMPLE, type SettingFormat } from './settingFormats.ts';
import { misspeltNames, unreadNames } from './settingNames.ts';
import {
  apiVariablesOfSite,
  checkedSettings,
  type Invalid,
  isSet,
  SETTING_NAMES,
  type Variables,
  withoutEffect,
} from './settingRules.ts';
import { type Environment, settings } from './settings.ts';

// The only module that reads the environment.

export interface Config extends Environment {
  SERVE: NonNullable<Environment['SERVE']>;
  demoContent: boolean;
  /** Null: files are stored on disk. */
  s3: S3Settings | null;
}

export class ConfigError extends Error {}

function readDotEnv(directory: string): Variables {
  const file = resolve(directory, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/** Returns `environment` merged with the `.env` file of `directory`; `environment` has precedence. */
export const environmentWithFile = (directory: string, environment: Variables = process.env): Variables => ({
  ...readDotEnv(directory),
  ...environment,
});

/** Returns a warning for each variable that has no effect but looks like ours or is set in `.env`. */
export const ignoredSettings = (directory: string, environment: Variables = process.env): string[] =>
  unreadNames(
    givenNames(environmentWithFile(directory, environment)),
    SETTING_NAMES,
    Object.keys(readDotEnv(directory)),
  ).map((name) => `Aviso: o Vitrine não conhece a variável ${name}, e ela não tem efeito.`);

const givenNames = (environment: Variables) =>
  Object.keys(environment).filter((name) => isSet(environment, name));

/** Returns the format that `variable` attached to a setting. */
const formatOf = (name: string) =>
  (settings.shape[name as keyof Environment]?.meta() ?? {}) as unknown as SettingFormat;

/** Returns the format of a variable in words, with an example unless the format already shows it. */
function formOf(name: string): string {
  const { form, example } = formatOf(name);
  return example === NO_EXAMPLE || form.split(/[\s,]+/).includes(example) ? form : `${form}, como ${example}`;
}

/** Returns the expected value in words: the message of a custom rule, or else the format of the variable. */
function expectedOf({ path: [name], code, message }: z.core.$ZodIssue): Invalid {
  const { form } = formatOf(String(name));
  const isOwn = code === 'custom' && message !== form;
  return [String(name), isOwn ? message : formOf(String(name))];
}

/**
 * Parses the configuration. Throws `ConfigError` that lists every invalid or misspelt variable and the
 * expected value.
 */
export function readConfig(environment: Variables): Config {
  const { variables, invalid: unreadable } = withSecretFiles(environment);
  const result = checkedSettings.safeParse(variables);
  const invalid: Invalid[] = [
    ...unreadable,
    ...(result.error?.issues ?? []).map(expectedOf),
    ...(variables.SERVE?.trim() === 'site' ? apiVariablesOfSite(environment) : []),
    ...withoutEffect(variables),
  ];
  const lines = [
    ...invalid.map(([name, expected]) => `  ${name}: esperado ${expected}`),
    ...misspeltNames(givenNames(environment), SETTING_NAMES).map(
      ([name, right]) => `  ${name}: não existe. Você quis dizer ${right}?`,
    ),
  ];
  if (!result.success || lines.length > 0)
    throw new ConfigError(`Configuração inválida:\n${[...new Set(lines)].join('\n')}`);
  const values = result.data;
  return {
    ...values,
    // With an API at the root there are no paths left for pages.
    SERVE: values.SERVE ?? (values.API_PREFIX === '' ? 'api' : 'all'),
    DATA_DIR: resolve(values.DATA_DIR),
    demoContent: values.DEMO_CONTENT ?? !(values.PUBLIC_URL || values.DATABASE_URL),
    s3: s3Of(values),
  };
}

function s3Of(values: Environment): S3Settings | null {
  const { S3_BUCKET, S3_PRIVATE_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_BUCKET || !S3_PRIVATE_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    buckets: { public: S3_BUCKET, private: S3_PRIVATE_BUCKET },
  };
}
