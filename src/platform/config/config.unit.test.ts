import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, environmentWithFile, ignoredSettings, readConfig } from './config.ts';
import { SECRETS } from './secretFiles.ts';
import { configTable } from './settingsTable.ts';

/** Complete settings of an object store. */
const store = {
  S3_BUCKET: 'rede',
  S3_PRIVATE_BUCKET: 'rede-privado',
  S3_ACCESS_KEY_ID: 'chave',
  S3_SECRET_ACCESS_KEY: 'segredo',
};

const secret = Buffer.alloc(32, 7);
const shelf = { BACKUP_TO: '/mnt/copias' };

/**
 * Each variable: valid values with the parsed result, and invalid values. `beside` holds variables that it
 * requires.
 */
const cases: Record<string, { good: [string, unknown][]; bad: string[]; beside?: Record<string, string> }> = {
  NODE_ENV: { good: [['production', 'production']], bad: ['prod', 'produção'] },
  PORT: {
    good: [
      ['0', 0],
      ['8080', 8080],
    ],
    bad: ['x', '-1', '65536', '80.5'],
  },
  HOST: {
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['painel.rede.example', 'painel.rede.example'],
    ],
    bad: ['http://0.0.0.0', '0.0.0.0:3000', 'a b'],
  },
  DATA_DIR: {
    good: [
      ['/srv/vitrine', '/srv/vitrine'],
      ['dados', resolve('dados')],
    ],
    bad: [],
  },
  DATABASE_URL: {
    good: [
      ['postgres://u:p@localhost/db', 'postgres://u:p@localhost/db'],
      ['postgresql://h/db?sslmode=verify-full', 'postgresql://h/db?sslmode=verify-full'],
      ['postgres://u:a,b@localhost/db', 'postgres://u:a,b@localhost/db'],
      ['postgres://localhost/db?target_session_attrs=read-write', expect.any(String)],
    ],
    bad: [
      'mysql://h/db',
      'banco',
      'postgres://u:p@a,b/db',
      'postgres://a:5432,b:5433/db',
      'postgres:///db?host=a,b',
      'postgres://localhost/db?target_session_attrs=any',
    ],
  },
  SECRET_KEY: { good: [[secret.toString('base64'), secret]], bad: ['curta', secret.toString('hex')] },
  SECRET_KEY_FILE: { good: [['/run/secrets/vitrine', '/run/secrets/vitrine']], bad: [] },
  SECRET_KEY_BEFORE: { good: [[secret.toString('base64url'), secret]], bad: ['curta'] },
  S3_ENDPOINT: {
    good: [['https://s3.example:9000', 'https://s3.example:9000']],
    bad: ['s3.example', 'ftp://s3.example'],
    beside: store,
  },
  S3_REGION: { good: [['sa-east-1', 'sa-east-1']], bad: [] },
  S3_BUCKET: {
    good: [['rede-fotos', 'rede-fotos']],
    bad: ['ab', 'Fotos', 'rede/fotos', '-rede'],
    beside: store,
  },
  S3_PRIVATE_BUCKET: {
    good: [['rede-curriculos', 'rede-curriculos']],
    bad: [store.S3_BUCKET, 'Currículos', ''],
    beside: store,
  },
  S3_ACCESS_KEY_ID: { good: [['AKIA', 'AKIA']], bad: [''], beside: store },
  S3_SECRET_ACCESS_KEY: { good: [['segredo', 'segredo']], bad: [''], beside: store },
  S3_FORCE_PATH_STYLE: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['sim'],
  },
  MEDIA_URL: {
    good: [
      ['https://cdn.example/', 'https://cdn.example'],
      ['https://cdn.example/rede/', 'https://cdn.example/rede'],
    ],
    bad: ['cdn.example', '/media', 'ftp://cdn.example', 'https://cdn.example/rede/?x'],
  },
  PLAIN_INSIDE: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['sim'],
  },
  SMTP_URL: {
    good: [
      ['smtp://localhost:25', 'smtp://localhost:25'],
      ['smtps://h:465', 'smtps://h:465'],
    ],
    bad: ['http://h', 'h:25'],
  },
  MAIL_FROM: {
    good: [['Loja <loja@exemplo.example>', 'Loja <loja@exemplo.example>']],
    bad: ['x', 'Loja', 'Loja <loja>'],
  },
  PUBLIC_URL: {
    good: [['https://loja.example/', 'https://loja.example']],
    bad: ['loja.example', 'ftp://loja.example', 'https://rede.example/loja', 'https://u:p@loja.example'],
  },
  SERVE: {
    good: [
      ['all', 'all'],
      ['api', 'api'],
    ],
    bad: ['tudo'],
    beside: { CORS_ORIGINS: 'https://www.rede.example' },
  },
  API_URL: {
    good: [
      ['https://api.rede.example/', 'https://api.rede.example'],
      ['https://api.rede.example/v1/', 'https://api.rede.example/v1'],
      ['http://127.0.0.2:3001/api', 'http://127.0.0.2:3001/api'],
    ],
    bad: ['api.rede.example', '/api', 'http://api.rede.example', ''],
    beside: { SERVE: 'site' },
  },
  API_PREFIX: {
    good: [
      ['/v1', '/v1'],
      ['', '/api'],
    ],
    bad: ['api', '/api/', '/'],
  },
  ADMIN_EMAIL: { good: [['a@b.example', 'a@b.example']], bad: ['a'] },
  ADMIN_PASSWORD: { good: [['dez letras', 'dez letras']], bad: ['curta'] },
  DEMO_CONTENT: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['sim'],
  },
  CORS_ORIGINS: {
    good: [['https://a.example, https://b.example/', ['https://a.example', 'https://b.example']]],
    bad: ['*', 'a.example', 'https://b.example/x'],
  },
  METRICS: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['true'],
  },
  METRICS_HOST: { good: [['0.0.0.0', '0.0.0.0']], bad: ['http://127.0.0.1'] },
  METRICS_PORT: { good: [['0', 0]], bad: ['x', '70000'] },
  METRICS_TOKEN: {
    good: [['dezesseis-letras', 'dezesseis-letras']],
    bad: ['quinze-letras', 'dezesseis letras'],
  },
  ACCESS_LOG: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['sim'],
  },
  DATABASE_POOL: { good: [['25', 25]], bad: ['0', 'x', '1.5', '1001'] },
  DATABASE_TIMEOUT: { good: [['5s', 5000]], bad: ['5', 'sempre'] },
  RETENTION_MONTHS: { good: [['6', 6]], bad: ['0', 'x', '1.5'] },
  DISK_RESERVE_MB: { good: [['512', 512]], bad: ['0', 'x'] },
  BIN_DAYS: { good: [['7', 7]], bad: ['0', 'x', '1.5', '3651'] },
  VERSION_MONTHS: { good: [['6', 6]], bad: ['0', 'x', '1.5', '121'] },
  READS_MONTHS: { good: [['6', 6]], bad: ['0', 'x', '1.5', '121'] },
  FEWEST_VERSIONS: { good: [['5', 5]], bad: ['0', 'x', '1.5', '1001'] },
  BACKUP_TO: {
    good: [
      ['/mnt/copias', '/mnt/copias'],
      ['s3://rede-copias/producao', 's3://rede-copias/producao'],
    ],
    bad: ['ftp://a/b', 's3://X', '/mnt/tudo.vitrine'],
    beside: { BACKUP_PASSPHRASE: 'doze letras e tal' },
  },
  BACKUP_AT: { good: [['23:05', '23:05']], bad: ['24:00', '3h', '3:30'], beside: shelf },
  BACKUP_EVERY: { good: [['6h', 21_600_000]], bad: ['6', 'sempre'], beside: shelf },
  BACKUP_KEEP: { good: [['7', 7]], bad: ['0', '1.5', 'todos'], beside: shelf },
  BACKUP_PASSPHRASE: { good: [['doze letras e tal', 'doze letras e tal']], bad: ['curta'] },
  BACKUP_PLAIN: {
    good: [
      ['1', true],
      ['0', false],
    ],
    bad: ['sim'],
  },
  BACKUP_S3_ENDPOINT: { good: [['https://s3.example', 'https://s3.example']], bad: ['s3.example'] },
  BACKUP_S3_REGION: { good: [['sa-east-1', 'sa-east-1']], bad: [] },
  BACKUP_S3_ACCESS_KEY_ID: {
    good: [['chave', 'chave']],
    bad: [],
    beside: { BACKUP_S3_SECRET_ACCESS_KEY: 'segredo' },
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    good: [['segredo', 'segredo']],
    bad: [],
    beside: { BACKUP_S3_ACCESS_KEY_ID: 'chave' },
  },
  TRUST_PROXY: {
    good: [['10.0.0.0/8, ::1', '10.0.0.0/8, ::1']],
    bad: ['proxy', '10.0.0.0/99', '127.0.0.1:80'],
  },
  LOG_LEVEL: { good: [['debug', 'debug']], bad: ['verbose'] },
  SESSION_IDLE: {
    good: [
      ['30m', 1_800_000],
      ['45s', 45_000],
    ],
    bad: ['30', '1w', '-1h'],
  },
  SESSION_ABSOLUTE: { good: [['2d', 172_800_000]], bad: ['dois dias'] },
  MAX_IMAGE_MB: { good: [['2.5', 2.5]], bad: ['0', 'x'] },
  MAX_PDF_MB: { good: [['80', 80]], bad: ['-1'] },
  MAX_RESUME_MB: { good: [['5', 5]], bad: ['muito'] },
  MAX_VIDEO_MB: { good: [['100', 100]], bad: ['0'] },
  SITE_NAME: { good: [['Rede Sul', 'Rede Sul']], bad: ['x'.repeat(61)] },
  RECRUITMENT_LINK: {
    good: [
      ['https://vagas.example', 'https://vagas.example'],
      ['/vacancies', '/vacancies'],
    ],
    bad: ['javascript:alert(1)', '//mal.example', 'vagas'],
  },
  POPUP_IMAGE: {
    good: [
      ['none', 'none'],
      ['/brand/x.webp', '/brand/x.webp'],
    ],
    bad: ['x.webp'],
  },
  POPUP_ALT: { good: [['Vagas', 'Vagas']], bad: ['x'.repeat(301)] },
  POPUP_LINK: { good: [['https://vagas.example', 'https://vagas.example']], bad: ['data:text/html,x'] },
  AVIF: { good: [['0', false]], bad: ['não'] },
  ROLLOUT: { good: [['1', true]], bad: ['não'] },
  OFFLINE: { good: [['0', false]], bad: ['não'] },
  FALLBACK_ADDRESS: { good: [['Rua A, 1', 'Rua A, 1']], bad: ['x'.repeat(301)] },
  FALLBACK_CNPJ: { good: [['12.ABC.345/01DE-35', '12.ABC.345/01DE-35']], bad: ['x'.repeat(21)] },
};

/** Returns the error message for an invalid configuration. */
function refusalOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`);
}

describe('configuration', () => {
  test('every variable of the table has test cases', () => {
    expect(Object.keys(cases).sort()).toEqual(
      configTable('pt')
        .map((row) => row.name)
        .sort(),
    );
  });

  for (const [name, { good, bad, beside }] of Object.entries(cases)) {
    test(`${name} parses valid values and is named in the error for invalid ones`, () => {
      for (const [text, value] of good)
        expect(readConfig({ ...beside, [name]: text })[name as keyof Config]).toEqual(value);
      for (const text of bad) {
        expect(() => readConfig({ ...beside, [name]: text }), text).toThrow(ConfigError);
        expect(() => readConfig({ ...beside, [name]: text })).toThrow(`${name}: esperado`);
      }
      const fallback = readConfig({})[name as keyof Config];
      expect(readConfig({ [name]: ' ' })[name as keyof Config]).toEqual(fallback);
    });
  }

  test('every variable has a format in words and an example that is valid', () => {
    for (const { name, example } of configTable('pt')) {
      if (example === '…') continue;
      const { beside } = cases[name] ?? {};
      const encrypted = example.startsWith('s3://') ? { BACKUP_PLAIN: '1' } : {};
      const needs = name === 'SERVE' ? {} : beside;
      expect(() => readConfig({ ...needs, ...encrypted, [name]: example }), name).not.toThrow();
    }
  });

  test('reports every invalid variable at once', () => {
    expect(() => readConfig({ PORT: 'x', METRICS: 'y' })).toThrow(/PORT: [\s\S]*METRICS: /);
  });

  test('demo content is on until the product has a public address or a database server', () => {
    expect(readConfig({}).demoContent).toBe(true);
    expect(readConfig({ PUBLIC_URL: 'https://a.example' }).demoContent).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/db' }).demoContent).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://a.example', DEMO_CONTENT: '1' }).demoContent).toBe(true);
  });

  test('an object store needs all of its variables or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(store).s3).toEqual({
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: 'chave',
      secretAccessKey: 'segredo',
      pathStyle: false,
      buckets: { public: 'rede', private: 'rede-privado' },
    });
    expect(readConfig({ ...store, S3_ENDPOINT: 'https://s3.example' }).s3?.pathStyle).toBe(true);
    expect(() => readConfig({ S3_ENDPOINT: 'http://s3.example' })).toThrow(
      /S3_BUCKET: esperado um valor, porque há S3_ENDPOINT[\s\S]*S3_SECRET_ACCESS_KEY/,
    );
  });

  test('invalid values are refused in Portuguese, with the variable and the expected format', () => {
    const wrong = Object.entries(cases).flatMap(([name, { bad, beside }]) =>
      bad.filter(Boolean).map((text) => ({ ...beside, [name]: text })),
    );
    expect(wrong.length).toBeGreaterThan(50);
    const english = /\b(invalid|expected|received|must|too|input|option|string|number)\b/i;
    for (const environment of wrong) {
      const message = refusalOf(environment);
      for (const line of message.split('\n').slice(1)) {
        expect(line, message).toMatch(/^ {2}[A-Z_0-9]+: esperado \S/);
        expect(line.replace(/[A-Z_0-9]{3,}|[\w.-]+:\/\/\S+|`[^`]+`/g, '')).not.toMatch(english);
      }
    }
  });

  test.each([
    ['PORT', 'trinta', 'um número de porta, de 0 a 65535, como 3000'],
    ['SESSION_IDLE', '30', 's (segundos), m (minutos), h (horas) ou d (dias), como 12h'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace ou silent'],
    ['DATABASE_POOL', '0', 'um número inteiro de conexões, de 1 a 1000, como 10'],
    ['TRUST_PROXY', 'proxy', 'nomes de máquina não servem'],
    ['PUBLIC_URL', 'https://rede.example/loja', 'sem caminho'],
  ])('an invalid %s (%s) is refused with the expected format', (name, text, form) => {
    const message = refusalOf({ [name]: text });
    expect(message).toContain(`${name}: esperado `);
    expect(message).toContain(form);
  });

  test.each([
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['BACKUP_PASSPRASE', 'BACKUP_PASSPHRASE'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['S3_BUKET', 'S3_BUCKET'],
    ['SMTP_URL_FIL', 'SMTP_URL_FILE'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['Data_Dir', 'DATA_DIR'],
  ])('refuses the misspelt %s and suggests the right name', (name, right) => {
    expect(refusalOf({ [name]: 'x' })).toContain(`  ${name}: não existe. Você quis dizer ${right}?`);
    expect(() => readConfig({ [name]: '' })).not.toThrow();
  });

  test('ignores variables of other programs', () => {
    const others = [
      'POST',
      'SERVER',
      'HOSTNAME',
      'PATH',
      'HOME',
      'SESSION_ID',
      'SESSION_MANAGER',
      'API_KEY',
      'APP_URL',
    ];
    const more = ['npm_config_host', 'MALLOC_ARENA_MAX', 'TEST_S3_BUCKET', 'SITE', 'host', 'XDG_DATA_DIRS'];
    const environment = Object.fromEntries([...others, ...more].map((name) => [name, 'x']));
    expect(() => readConfig(environment)).not.toThrow();
    expect(ignoredSettings('/nada', environment)).toEqual([]);
  });

  test('warns of unread variables: any in `.env`, and those in the environment that look like ours', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vitrine-env-'));
    await writeFile(join(directory, '.env'), 'PORT=4000\nTZ=America/Sao_Paulo\n');
    expect(ignoredSettings(directory, { SMTP_HOST: 'correio', EDITOR: 'vi', HOST: '::1' })).toEqual([
      expect.stringContaining('a variável TZ, e ela não tem efeito'),
      expect.stringContaining('a variável SMTP_HOST, e ela não tem efeito'),
    ]);
    await rm(directory, { recursive: true });
  });

  test('refuses a backup schedule without a backup target', () => {
    for (const environment of [{ BACKUP_AT: '03:30' }, { BACKUP_EVERY: '6h' }, { BACKUP_KEEP: '7' }])
      expect(refusalOf(environment)).toContain(': esperado também BACKUP_TO');
    expect(refusalOf({ ...shelf, BACKUP_AT: '03:30', BACKUP_EVERY: '6h' })).toContain(
      'BACKUP_AT: esperado nenhum valor, porque há BACKUP_EVERY',
    );
  });

  test('the environment has precedence over a .env file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vitrine-env-'));
    await writeFile(join(directory, '.env'), 'PORT=4000\nSITE_NAME="Rede Sul"\n');
    expect(environmentWithFile(directory, { PORT: '5000' })).toMatchObject({
      PORT: '5000',
      SITE_NAME: 'Rede Sul',
    });
    expect(environmentWithFile(join(directory, 'nada'), { PORT: '1' })).toEqual({ PORT: '1' });
    await rm(directory, { recursive: true });
  });
});

describe('transport security', () => {
  const base = { BACKUP_PASSPHRASE: 'doze letras e tal' };
  const read = (values: Record<string, string>) => readConfig({ ...base, ...values });
  const metrics = { METRICS: '1', METRICS_TOKEN: 'dezesseis-letras' };

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://u:p@banco.example/db' },
    { DATABASE_URL: 'postgres://u:p@10.0.0.5/db?sslmode=require' },
    { DATABASE_URL: 'postgres://u:p@banco.example/db?sslmode=no-verify' },
    { DATABASE_URL: 'postgres://u:p@banco.example/db?sslmode=verify-full&sslmode=disable' },
    { DATABASE_URL: 'postgres://u:p@localhost/db?host=banco.example' },
    { DATABASE_URL: 'postgres://u:p@127.0.0.1.mal.example/db' },
    { S3_ENDPOINT: 'http://s3.example', ...store },
    { BACKUP_S3_ENDPOINT: 'http://10.0.0.5:9000' },
    { SMTP_URL: 'smtp://correio.example?ignoreTLS=true' },
    { SMTP_URL: 'smtp://correio.example?requireTLS=false' },
    { SMTP_URL: 'smtps://correio.example?tls.rejectUnauthorized=false' },
    { METRICS_HOST: '0.0.0.0', ...metrics },
  ])('refuses an unencrypted connection that leaves the machine: %o', (values) => {
    const [name] = Object.keys(values);
    expect(() => read(values)).toThrow(new RegExp(`${name}: esperado .*PLAIN_INSIDE=1`));
    expect(() => read({ ...values, PLAIN_INSIDE: '1' })).not.toThrow();
  });

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://u:p@banco.example/db?sslmode=verify-full&sslrootcert=/etc/ca.pem' },
    { S3_ENDPOINT: 'https://s3.example', ...store },
    { SMTP_URL: 'smtp://correio.example:587' },
    { METRICS_HOST: '0.0.0.0' },
  ])('accepts an encrypted connection that leaves the machine: %o', (values) => {
    expect(() => read(values)).not.toThrow();
  });

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://u:p@127.0.0.1/db' },
    { DATABASE_URL: 'postgres://u@[::1]:5433/db' },
    { DATABASE_URL: 'postgres://u@%2Fvar%2Frun%2Fpostgresql/db' },
    { DATABASE_URL: 'postgres:///db?host=/var/run/postgresql' },
    { S3_ENDPOINT: 'http://localhost:9000', ...store },
    { SMTP_URL: 'smtp://127.0.0.1:1025?ignoreTLS=true' },
    { METRICS_HOST: '127.0.0.1', ...metrics },
  ])('accepts an unencrypted connection within the machine: %o', (values) => {
    expect(() => read(values)).not.toThrow();
  });

  test('refuses metrics on a public address without a token, even in an encrypted network', () => {
    const publicMetrics = { METRICS: '1', METRICS_HOST: '10.0.0.5', PLAIN_INSIDE: '1' };
    expect(() => read(publicMetrics)).toThrow(/METRICS_TOKEN: esperado um valor/);
  });

  test('refuses remote backups without a passphrase unless BACKUP_PLAIN is set', () => {
    const remote = { BACKUP_TO: 's3://copias' };
    expect(() => readConfig(remote)).toThrow(/BACKUP_PASSPHRASE: esperado uma frase.*BACKUP_PLAIN=1/);
    expect(() => readConfig({ ...remote, BACKUP_S3_ENDPOINT: 'https://s3.example' })).toThrow(
      /BACKUP_PASSPHRASE/,
    );
    for (const values of [
      { BACKUP_PASSPHRASE: 'doze letras e tal' },
      { BACKUP_PLAIN: '1' },
      { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9000' },
    ])
      expect(readConfig({ ...remote, ...values }).BACKUP_TO).toBe('s3://copias');
    expect(readConfig({ BACKUP_TO: '/mnt/copias' }).BACKUP_TO).toBe('/mnt/copias');
  });
});

describe('secrets', () => {
  const values: Record<(typeof SECRETS)[number], string> = {
    DATABASE_URL: 'postgres://u:p@localhost/db',
    SMTP_URL: 'smtps://u:p@correio.example',
    S3_SECRET_ACCESS_KEY: 'segredo',
    BACKUP_S3_SECRET_ACCESS_KEY: 'segredo',
    BACKUP_PASSPHRASE: 'doze letras e tal ',
    METRICS_TOKEN: 'dezesseis-letras',
    ADMIN_PASSWORD: 'dez letras',
  };
  const { S3_SECRET_ACCESS_KEY: _, ...rest } = store;
  const beside = (name: string) => ({
    ...(name === 'S3_SECRET_ACCESS_KEY' && rest),
    ...(name === 'BACKUP_S3_SECRET_ACCESS_KEY' && { BACKUP_S3_ACCESS_KEY_ID: 'chave' }),
  });

  test.each(SECRETS)('%s can be read from a file, but not be set twice', async (name) => {
    const directory = await mkdtemp(join(tmpdir(), 'vitrine-secrets-'));
    const file = join(directory, 'secret');
    const variable = `${name}_FILE`;
    await writeFile(file, `${values[name]}\n`);
    expect(readConfig({ ...beside(name), [variable]: file })[name]).toBe(values[name]);
    expect(() => readConfig({ ...beside(name), [variable]: file, [name]: values[name] })).toThrow(
      `${variable}: esperado nenhum valor, porque há ${name}`,
    );
    expect(() => readConfig({ ...beside(name), [variable]: join(directory, 'nada') })).toThrow(
      `${variable}: esperado um arquivo que se possa ler (ENOENT)`,
    );
    await writeFile(file, '\n');
    expect(() => readConfig({ ...beside(name), [variable]: file })).toThrow(
      `${variable}: esperado um arquivo que não esteja vazio`,
    );
    await rm(directory, { recursive: true });
    for (const readme of ['README.md', 'LEIAME.md'])
      expect(await readFile(new URL(`../../../${readme}`, import.meta.url), 'utf8')).toContain(
        `\`${name}_FILE\``,
      );
  });
});

describe('an API without a prefix', () => {
  test('an API without a prefix requires the origin of a site served elsewhere', () => {
    const beside = { CORS_ORIGINS: 'https://www.rede.example' };
    expect(readConfig({ API_PREFIX: '/', ...beside }).API_PREFIX).toBe('');
    expect(() => readConfig({ API_PREFIX: '/' })).toThrow(/API_PREFIX: esperado um caminho.*CORS_ORIGINS/);
  });
});

describe('site and API in two places', () => {
  const site = { SERVE: 'site', API_URL: 'https://api.rede.example/api' };

  test('SERVE defaults to `all`, and to `api` where the API has no prefix', () => {
    expect(readConfig({}).SERVE).toBe('all');
    expect(readConfig({ API_PREFIX: '/', CORS_ORIGINS: 'https://www.rede.example' }).SERVE).toBe('api');
    expect(readConfig(site).SERVE).toBe('site');
  });

  test.each([
    ['CORS_ORIGINS', { SERVE: 'api' }],
    ['API_PREFIX', { SERVE: 'all', API_PREFIX: '/', CORS_ORIGINS: 'https://www.rede.example' }],
    ['API_URL', { SERVE: 'site' }],
    ['API_URL', { API_URL: 'https://api.rede.example' }],
    ['API_URL', { ...site, API_URL: 'http://api.rede.example' }],
  ])('%s is refused in %j with a reason', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(
      new RegExp(`^Configuração inválida:\n  ${name}: esperado [^\n]+$`),
    );
  });

  test('SERVE=site refuses variables of the API', () => {
    expect(readConfig({ ...site, PORT: '80', METRICS: '1', OFFLINE: '0', DATA_DIR: ' ' }).PORT).toBe(80);
    expect(() =>
      readConfig({ ...site, DATA_DIR: '/x', SMTP_URL_FILE: '/y', SECRET_KEY: secret.toString('base64') }),
    ).toThrow(/DATA_DIR: esperado nenhum valor com SERVE=site: .*\n[\s\S]*SMTP_URL_FILE: esperado nenhum/);
  });

  test('SERVE=site reports variables of the API together with other errors', () => {
    expect(() => readConfig({ SERVE: 'site', PORT: 'x', DATA_DIR: '/x' })).toThrow(
      /PORT: .*\n {2}DATA_DIR: esperado nenhum/,
    );
  });
});

test.each([
  ['README.md', 'en'],
  ['LEIAME.md', 'pt'],
] as const)('%s contains the table generated from the schema', async (file, language) => {
  const readme = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
  for (const { name, fallback, example, meaning } of configTable(language)) {
    expect(meaning, name).not.toBe('');
    expect(readme).toContain(`| \`${name}\` | ${fallback} | \`${example}\` | ${meaning} |`);
  }
});
