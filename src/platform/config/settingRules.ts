import {
  hasWeakenedTls,
  isLoopbackHost,
  isRemoteAddress,
  isUnencryptedAddress,
  isUnencryptedDatabase,
} from '../security/transportSecurity.ts';
import { SECRETS } from './secretFiles.ts';
import { empty } from './settingFormats.ts';
import { type Environment, settings } from './settings.ts';

// Rules about configuration variables that depend on each other.

/** Variables of an object store: all of them are set, or none (`S3_ENDPOINT` is optional). */
const STORE_VARIABLES = [
  'S3_BUCKET',
  'S3_PRIVATE_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_ENDPOINT',
] as const;

export const checkedSettings = settings.superRefine((values, context) => {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const present = STORE_VARIABLES.find((name) => values[name] !== undefined);
  for (const name of STORE_VARIABLES) {
    if (present && name !== 'S3_ENDPOINT' && values[name] === undefined)
      refuse(name, `um valor, porque há ${present}`);
  }
  if (values.API_PREFIX === '' && values.CORS_ORIGINS.length === 0 && values.SERVE === undefined)
    refuse('API_PREFIX', 'um caminho como /api, porque sem CORS_ORIGINS o site também é servido aqui');
  if (values.API_PREFIX === '' && values.SERVE === 'all')
    refuse('API_PREFIX', 'um caminho como /api, porque com SERVE=all o site também é servido aqui');
  if (values.SERVE === 'api' && values.CORS_ORIGINS.length === 0)
    refuse(
      'CORS_ORIGINS',
      'a origem do site, como https://www.rede.example, porque ele chama esta API de lá',
    );
  if (values.SERVE === 'site' && values.API_URL === undefined)
    refuse('API_URL', 'o endereço da API, como https://api.rede.example/api, porque SERVE=site');
  if (values.SERVE !== 'site' && values.API_URL !== undefined)
    refuse('API_URL', 'nenhum valor, porque só SERVE=site chama uma API em outro lugar');
  if (values.S3_BUCKET !== undefined && values.S3_BUCKET === values.S3_PRIVATE_BUCKET)
    refuse('S3_PRIVATE_BUCKET', 'um bucket diferente de S3_BUCKET');
  if ((values.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (values.BACKUP_S3_SECRET_ACCESS_KEY === undefined))
    refuse('BACKUP_S3_SECRET_ACCESS_KEY', 'um valor se, e só se, há BACKUP_S3_ACCESS_KEY_ID');
  const backupEndpoint = values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT;
  const leaves = backupEndpoint === undefined || isRemoteAddress(backupEndpoint);
  if (
    values.BACKUP_TO?.startsWith('s3://') &&
    leaves &&
    values.BACKUP_PASSPHRASE === undefined &&
    !values.BACKUP_PLAIN
  )
    refuse(
      'BACKUP_PASSPHRASE',
      'uma frase, porque os backups saem desta máquina (ou BACKUP_PLAIN=1, se lá já são cifrados)',
    );
  const metricsLeave = values.METRICS && !isLoopbackHost(values.METRICS_HOST);
  if (metricsLeave && values.METRICS_TOKEN === undefined)
    refuse('METRICS_TOKEN', 'um valor, porque METRICS_HOST se alcança de outras máquinas');

  // Connections that leave the machine must be encrypted and must authenticate the server.
  if (values.PLAIN_INSIDE) return;
  const exception = 'ou PLAIN_INSIDE=1, se a rede até lá já é cifrada';
  if (metricsLeave) refuse('METRICS_HOST', `um endereço desta máquina, porque ali não há TLS (${exception})`);
  if (values.DATABASE_URL && isUnencryptedDatabase(values.DATABASE_URL))
    refuse(
      'DATABASE_URL',
      `sslmode=verify-full no endereço, porque o banco está em outra máquina (${exception})`,
    );
  for (const name of ['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT', 'API_URL'] as const)
    if (values[name] && isUnencryptedAddress(values[name]))
      refuse(name, `um endereço https://, porque é de outra máquina (${exception})`);
  if (values.SMTP_URL && hasWeakenedTls(values.SMTP_URL))
    refuse('SMTP_URL', `um endereço que não desligue o TLS nem a conferência do certificado (${exception})`);
});

export type Variables = Record<string, string | undefined>;

export type Invalid = [name: string, expected: string];

/** All variables that the application reads. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(settings.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

export const isSet = (environment: Variables, name: string) => empty(environment[name]) !== undefined;

/** Variables that apply to `SERVE=site`; all other settings belong to the API. */
const SITE_VARIABLES: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'PLAIN_INSIDE',
  'MEDIA_URL',
  'PUBLIC_URL',
  'SERVE',
  'API_URL',
  'METRICS',
  'METRICS_HOST',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'METRICS_TOKEN_FILE',
  'ACCESS_LOG',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'SITE_NAME',
  'OFFLINE',
] satisfies (keyof Environment | `${keyof Environment}_FILE`)[]);

/**
 * Returns an error for each API variable set with `SERVE=site`: if ignored silently, it would seem to have an
 * effect.
 */
export const apiVariablesOfSite = (environment: Variables): Invalid[] =>
  SETTING_NAMES.filter((name) => !SITE_VARIABLES.has(name) && isSet(environment, name)).map((name) => [
    name,
    'nenhum valor com SERVE=site: é uma variável da API. Apague-a aqui',
  ]);

/** Variables that have no effect unless another one is set. */
const WITHOUT_EFFECT: [name: keyof Environment, without: keyof Environment][] = [
  ['BACKUP_AT', 'BACKUP_TO'],
  ['BACKUP_EVERY', 'BACKUP_TO'],
  ['BACKUP_KEEP', 'BACKUP_TO'],
];

/** Returns an error for each variable that is set but has no effect. */
export function withoutEffect(variables: Variables): Invalid[] {
  const invalid = WITHOUT_EFFECT.filter(
    ([name, without]) => isSet(variables, name) && !isSet(variables, without),
  ).map(
    ([name, without]): Invalid => [
      name,
      `também ${without}, sem a qual nenhum backup é feito (ou nenhum dos dois)`,
    ],
  );
  if (isSet(variables, 'BACKUP_AT') && isSet(variables, 'BACKUP_EVERY'))
    invalid.push(['BACKUP_AT', 'nenhum valor, porque há BACKUP_EVERY: só um dos dois']);
  return invalid;
}
