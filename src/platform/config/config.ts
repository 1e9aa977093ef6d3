import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import type { S3Settings } from '../files/s3.ts';
import { isTrustProxyValid } from '../http/limits/trustedProxies.ts';
import { KEY_BYTES } from '../security/secrets.ts';
import {
  hasWeakenedTls,
  isLoopbackHost,
  isRemoteAddress,
  isUnencryptedAddress,
  isUnencryptedDatabase,
} from '../security/transportSecurity.ts';
import { misspeltNames, unreadNames } from './settingNames.ts';

// The only module that reads the environment. Each variable is declared once, with its format, default and
// meaning in Portuguese (`description`) and English. The tables in the READMEs are generated from this
// schema.

const empty = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

/** Format of a value and an example of it, both in Portuguese: the words of every error message. */
interface Form {
  form: string;
  example: string;
}
/** Placeholder: an example of a secret would be copied and used. */
const NO_EXAMPLE = '…';
const variable = <S extends z.ZodType>(schema: S, form: Form) =>
  z.preprocess(empty, schema).meta({ ...form });

const PORT: Form = { form: 'um número de porta, de 0 a 65535', example: '3000' };
const FLAG: Form = { form: '0 ou 1', example: '1' };
const MEGABYTES: Form = { form: 'um tamanho em MB, só o número', example: '50' };
const WEB_ADDRESS: Form = { form: 'um endereço http:// ou https://', example: 'https://s3.rede.example' };
const ORIGIN: Form = {
  form: 'um endereço http:// ou https:// sem caminho, porque o site fica na raiz do endereço',
  example: 'https://www.rede.example',
};
const BASE: Form = {
  form: 'um endereço http:// ou https://, sem ? e sem #',
  example: 'https://cdn.rede.example',
};
const LINK: Form = {
  form: 'um endereço http(s):// ou um caminho do site',
  example: 'https://vagas.rede.example',
};
const DURATION: Form = {
  form: 'um tempo com a unidade: s (segundos), m (minutos), h (horas) ou d (dias)',
  example: '30m',
};
const BUCKET: Form = { form: 'o nome de um bucket', example: 'rede-arquivos' };
const SHELF: Form = { form: 'uma pasta ou um endereço s3://bucket/caminho', example: '/mnt/copias' };
const KEY: Form = {
  form: '32 bytes em base64, feitos com `openssl rand -base64 32`',
  example: NO_EXAMPLE,
};
const HOST: Form = {
  form: 'um endereço IP ou nome desta máquina, sem http:// e sem porta',
  example: '0.0.0.0',
};
const PROXIES: Form = {
  form: 'endereços IP ou faixas CIDR, separados por vírgula (nomes de máquina não servem)',
  example: '127.0.0.1, 10.0.0.0/8',
};
const number = (what: string, from: number, to: number, example: string): Form => ({
  form: `um número inteiro de ${what}, de ${from} a ${to}`,
  example,
});
const text = (what: string, example: string): Form => ({ form: what, example });

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const megabytes = z.coerce.number().positive();
const webAddress = z.url({ protocol: /^https?$/ });
const isBare = ({ username, password, search, hash }: URL) => !username && !password && !search && !hash;
/** Refuses a path: nothing would be served below it, and links would omit it. */
const origin = webAddress.pipe(
  z
    .string()
    .refine((value) => isBare(new URL(value)) && new URL(value).pathname === '/', ORIGIN.form)
    .transform((value) => new URL(value).origin),
);
/** Removes the trailing slash, so that a path can be appended. */
const base = webAddress.pipe(
  z
    .string()
    .refine((value) => isBare(new URL(value)), BASE.form)
    .transform((value) => {
      const { origin, pathname } = new URL(value);
      return origin + pathname.replace(/\/+$/, '');
    }),
);
const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);
const link = z.union([webAddress, z.string().regex(/^\/(?!\/)/)]);
const host = z.string().refine((value) => isIP(value) > 0 || /^[\w.-]+$/.test(value), HOST.form);
const proxies = z.string().refine(isTrustProxyValid, PROXIES.form);

/** Address of an object store. Groups: bucket, path. */
export const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** A folder or an S3 address. Names ending in `.vitrine` are refused, because backups use them. */
const shelf = z
  .string()
  .refine(
    (value) => !value.endsWith('.vitrine') && (!value.includes('://') || S3_ADDRESS.test(value)),
    SHELF.form,
  );

const key = z
  .string()
  .transform((value): Buffer => Buffer.from(value, 'base64'))
  .refine((bytes) => bytes.length === KEY_BYTES, KEY.form);

/** A duration such as `30m`, `12h` or `7d`, in milliseconds. */
const duration = z
  .string()
  .regex(/^\d+[smhd]$/)
  .transform(
    (value) =>
      Number(value.slice(0, -1)) * { s: 1e3, m: 60e3, h: 3600e3, d: 86400e3 }[value.slice(-1) as 's'],
  );

/** Several hosts are refused: the driver connects to one server and cannot find the primary. HAProxy can. */
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?]*@)?[^/?@]*,[^/?@]*([/?]|$)|[?&]host=[^&]*(,|%2C)/i;
const database = z
  .string()
  .refine((url) => !SEVERAL_HOSTS.test(url), {
    error: 'um só servidor: com vários, o endereço de um HAProxy que leva ao primário (deploy/patroni)',
    abort: true,
  })
  .refine((url) => !/[?&]target_session_attrs=(?!(primary|read-write)(&|$))/.test(url), {
    error: 'o servidor em que se escreve: sem target_session_attrs, ou com read-write',
    abort: true,
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }));

const schema = z.object({
  NODE_ENV: variable(
    z.enum(['production', 'development', 'test']).default('production'),
    text('production ou development', 'production'),
  ).meta({
    description: 'qual metade as bibliotecas usam; quem desenvolve usa `npm run dev`',
    english: 'Node mode of libraries; for development use `npm run dev` instead',
  }),
  PORT: variable(port.default(3000), PORT).meta({
    description: 'porta em que escuta; 0 escolhe uma livre',
    english: 'port of the server; 0 picks a free one',
  }),
  HOST: variable(host.default('127.0.0.1'), HOST).meta({
    description: 'endereço em que escuta',
    english: 'address that the server listens on',
  }),
  DATA_DIR: variable(z.string().default('./data'), text('uma pasta', '/var/lib/vitrine')).meta({
    description: 'tudo o que precisa sobreviver: banco, arquivos, e-mails',
    english: 'folder of persistent data: database, files, mail',
  }),
  SECRET_KEY: variable(key.optional(), KEY).meta({
    description:
      'chave da instalação, a mesma em todas as máquinas: 32 bytes em base64 (`openssl rand -base64 32`); sem ela, a de `SECRET_KEY_FILE`',
    english:
      'installation key, the same on all machines: 32 bytes in base64 (`openssl rand -base64 32`). Default: read from `SECRET_KEY_FILE`',
  }),
  SECRET_KEY_FILE: variable(
    z.string().optional(),
    text('o caminho de um arquivo', '/run/secrets/vitrine'),
  ).meta({
    description: 'arquivo da chave; sem ela, `secret.key` em `DATA_DIR`, feito na primeira vez',
    english: 'file with the key. Default: `secret.key` in `DATA_DIR`, created at the first start',
  }),
  SECRET_KEY_BEFORE: variable(key.optional(), KEY).meta({
    description:
      'a chave de antes de `vitrine rotate-key`, por um dia; sem ela, `secret.key.before` em `DATA_DIR`',
    english: 'former key after `vitrine rotate-key`, for a day. Default: `secret.key.before` in `DATA_DIR`',
  }),
  DATABASE_URL: variable(
    database.optional(),
    text('um endereço postgres://', 'postgres://vitrine@localhost/vitrine'),
  ).meta({
    description: 'PostgreSQL 14 ou mais novo; sem ela, SQLite em `DATA_DIR`',
    english: 'PostgreSQL 14 or newer. Default: SQLite in `DATA_DIR`',
  }),
  DATABASE_POOL: variable(
    z.coerce.number().int().min(1).max(1000).default(10),
    number('conexões', 1, 1000, '10'),
  ).meta({
    description:
      'conexões com o PostgreSQL, no máximo, de cada processo; mais duas vigiam e ouvem as mudanças, e duas mostram pré-visualizações',
    english:
      'maximum PostgreSQL connections per process, plus two that watch it and listen for changes, and two for previews',
  }),
  DATABASE_TIMEOUT: variable(duration.default(30e3), { ...DURATION, example: '30s' }).meta({
    description: 'um comando do banco que demora mais é interrompido; as migrações não têm limite',
    english: 'longest statement; longer ones are cancelled. Migrations have no limit',
  }),
  PLAIN_INSIDE: variable(flag.default(false), FLAG).meta({
    description:
      '1 quando a rede entre as máquinas já é cifrada (WireGuard, IPsec): banco, armazenamento, e-mail e métricas podem então ir sem TLS',
    english:
      '1 if the network between the machines is encrypted (WireGuard, IPsec): no TLS is then required for database, store, mail and metrics',
  }),
  S3_ENDPOINT: variable(webAddress.optional(), WEB_ADDRESS).meta({
    description: 'endereço de um armazenamento compatível com S3; sem ela, o da Amazon na região',
    english: 'address of an S3-compatible store. Default: Amazon S3 in the region',
  }),
  S3_REGION: variable(z.string().default('us-east-1'), text('o nome de uma região', 'sa-east-1')).meta({
    description: 'região do armazenamento',
    english: 'region of the store',
  }),
  S3_BUCKET: variable(bucket.optional(), BUCKET).meta({
    description: 'bucket, só deste site, dos arquivos que todos veem; sem ela, disco em `DATA_DIR`',
    english: 'bucket for public files, used by this site only. Default: disk in `DATA_DIR`',
  }),
  S3_PRIVATE_BUCKET: variable(bucket.optional(), text('o nome de um bucket', 'rede-curriculos')).meta({
    description: 'outro bucket, só deste site, dos arquivos privados (currículos)',
    english: 'another bucket, used by this site only, for private files (résumés)',
  }),
  S3_ACCESS_KEY_ID: variable(z.string().optional(), text('uma chave de acesso', NO_EXAMPLE)).meta({
    description: 'chave de acesso aos dois buckets',
    english: 'access key for both buckets',
  }),
  S3_SECRET_ACCESS_KEY: variable(
    z.string().optional(),
    text('o segredo da chave de acesso', NO_EXAMPLE),
  ).meta({
    description: 'o segredo dessa chave',
    english: 'secret of the access key',
  }),
  S3_FORCE_PATH_STYLE: variable(flag.optional(), FLAG).meta({
    description: '1 põe o bucket no caminho, 0 no nome do servidor; 1 assim que `S3_ENDPOINT` existe',
    english: '1: bucket in the path, 0: bucket in the host name. Default: 1 if `S3_ENDPOINT` is set',
  }),
  MEDIA_URL: variable(base.optional(), BASE).meta({
    description:
      'endereço público dos arquivos enviados: uma CDN que busca neste servidor o que está em `/media`',
    english: 'public address of uploaded files: a CDN that fetches `/media` from this server',
  }),
  SMTP_URL: variable(
    z.url({ protocol: /^smtps?$/ }).optional(),
    text('um endereço smtp:// ou smtps://', 'smtps://usuario:senha@correio.rede.example'),
  ).meta({
    description: 'servidor de e-mail; sem ela, cada e-mail é um arquivo `.eml` em `DATA_DIR/mail`',
    english: 'mail server. Default: each mail is written as an `.eml` file to `DATA_DIR/mail`',
  }),
  MAIL_FROM: variable(
    z
      .string()
      .regex(/^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/)
      .default('Hiper Aurora <nao-responda@hiperaurora.example>'),
    text('um e-mail, com o nome antes ou sem ele', 'Rede <nao-responda@rede.example>'),
  ).meta({
    description: 'remetente dos e-mails',
    english: 'sender of mails',
  }),
  PUBLIC_URL: variable(origin.optional(), ORIGIN).meta({
    description: 'endereço público do site (links canônicos, e-mails); sem ela, o de onde escuta',
    english: 'public address of the site (canonical links, mails). Default: the address that it listens on',
  }),
  SERVE: variable(z.enum(['all', 'api', 'site']).optional(), text('all, api ou site', 'all')).meta({
    description:
      'o que este processo serve: tudo (`all`), só a API (`api`, a um site que está no primeiro dos `CORS_ORIGINS`) ou só o site e a retaguarda (`site`, sem banco, com a API em `API_URL`)',
    english:
      'what this process serves: everything (`all`); only the API, for a site at the first of `CORS_ORIGINS` (`api`); only site and back office, without a database, with the API at `API_URL` (`site`)',
  }),
  API_URL: variable(base.optional(), { ...BASE, example: 'https://api.rede.example/api' }).meta({
    description: 'com `SERVE=site`, o endereço público da API, com o prefixo dela',
    english: 'with `SERVE=site`: public address of the API, with its prefix',
  }),
  API_PREFIX: variable(
    z
      .string()
      .regex(/^\/([\w/-]*[\w-])?$/)
      // Routes are built as prefix + path, and each path starts with a slash.
      .transform((value) => (value === '/' ? '' : value))
      .default('/api'),
    text('um caminho que começa com / e não acaba com ela', '/api'),
  ).meta({
    description: 'onde fica a API; `/` é a raiz, com `SERVE=api`',
    english: 'path of the API; `/` with `SERVE=api` is the root',
  }),
  ADMIN_EMAIL: variable(
    z.email().default('admin@hiperaurora.example'),
    text('um e-mail', 'ti@rede.example'),
  ).meta({
    description: 'primeiro administrador, criado num banco vazio',
    english: 'first administrator, created in an empty database',
  }),
  ADMIN_PASSWORD: variable(z.string().min(10).optional(), text('pelo menos 10 caracteres', NO_EXAMPLE)).meta({
    description: 'a senha dele; sem ela, uma senha sorteada, mostrada uma vez',
    english: 'password of the first administrator. Default: a random one, shown once',
  }),
  DEMO_CONTENT: variable(flag.optional(), FLAG).meta({
    description:
      'conteúdo de demonstração num banco vazio: 1; 0 assim que `PUBLIC_URL` ou `DATABASE_URL` existe',
    english:
      '1 adds demo content to an empty database. Default: 0 if `PUBLIC_URL` or `DATABASE_URL` is set, else 1',
  }),
  CORS_ORIGINS: variable(
    z
      .string()
      .transform((value) =>
        value
          .split(',')
          .map((item) => item.trim())
          .filter(Boolean),
      )
      .pipe(z.array(origin))
      .default([]),
    { ...ORIGIN, form: `${ORIGIN.form}; vários, com vírgula entre eles` },
  ).meta({
    description: 'outras origens que podem chamar a API, separadas por vírgula',
    english: 'other origins that may call the API, separated by commas',
  }),
  METRICS: variable(flag.default(false), FLAG).meta({
    description: '1 liga `/metrics` (Prometheus) em `METRICS_HOST` e `METRICS_PORT`, longe do público',
    english: '1 serves `/metrics` (Prometheus) at `METRICS_HOST` and `METRICS_PORT`, not on the public port',
  }),
  METRICS_HOST: variable(host.default('127.0.0.1'), { ...HOST, example: '127.0.0.1' }).meta({
    description: 'endereço em que as métricas escutam',
    english: 'address of the metrics server',
  }),
  METRICS_PORT: variable(port.default(9464), { ...PORT, example: '9464' }).meta({
    description: 'porta das métricas, uma para cada processo da máquina; 0 escolhe uma livre',
    english: 'port of the metrics server, one per process on a machine; 0 picks a free one',
  }),
  METRICS_TOKEN: variable(
    z
      .string()
      .regex(/^\S{16,}$/)
      .optional(),
    text('pelo menos 16 caracteres, sem espaços', NO_EXAMPLE),
  ).meta({
    description: 'com ela, `/metrics` responde também na porta do site, a quem a manda como `Bearer`',
    english:
      "opens `/metrics` on the site's port to callers that send it as `Bearer`; required if `METRICS_HOST` is not loopback",
  }),
  ACCESS_LOG: variable(flag.default(false), FLAG).meta({
    description: '1 registra cada pedido numa linha, sem endereço de rede e sem dados de pessoas',
    english: '1 logs each request in one line, without network address and personal data',
  }),
  RETENTION_MONTHS: variable(
    z.coerce.number().int().min(1).default(12),
    text('um número inteiro de meses, de 1 em diante', '12'),
  ).meta({
    description: 'meses que uma candidatura fica guardada',
    english: 'months until a job application is deleted',
  }),
  BIN_DAYS: variable(
    z.coerce.number().int().min(1).max(3650).default(30),
    number('dias', 1, 3650, '30'),
  ).meta({
    description: 'dias em que o que foi excluído ainda pode voltar',
    english: 'days for which deleted records can be restored',
  }),
  VERSION_MONTHS: variable(
    z.coerce.number().int().min(1).max(120).default(12),
    number('meses', 1, 120, '12'),
  ).meta({
    description: 'meses que as versões antigas de um registro ficam guardadas',
    english: 'months for which former versions of a record are kept',
  }),
  FEWEST_VERSIONS: variable(
    z.coerce.number().int().min(1).max(1000).default(20),
    number('versões', 1, 1000, '20'),
  ).meta({
    description: 'últimas versões de um registro que ficam, por mais antigas que sejam',
    english: 'number of latest versions of a record that are kept regardless of age',
  }),
  READS_MONTHS: variable(
    z.coerce.number().int().min(1).max(120).default(13),
    number('meses', 1, 120, '13'),
  ).meta({
    description: 'meses que a contagem de páginas lidas fica guardada',
    english: 'months for which page views are kept',
  }),
  BACKUP_TO: variable(shelf.optional(), SHELF).meta({
    description:
      'pasta ou `s3://bucket/caminho` dos backups; com ela, o servidor faz um por dia. O bucket usa as chaves de `S3_*`, ou as de `BACKUP_S3_*`',
    english:
      'backup target, a folder or `s3://bucket/path`; the server then makes a backup each day. A bucket uses the keys of `BACKUP_S3_*`, else those of `S3_*`',
  }),
  BACKUP_AT: variable(timeOfDay.default('03:30'), text('um horário de 00:00 a 23:59', '03:30')).meta({
    description: 'a que horas, em Brasília, começa o de cada dia',
    english: 'time of the daily backup, in Brasília',
  }),
  BACKUP_EVERY: variable(duration.optional(), { ...DURATION, example: '6h' }).meta({
    description: 'em vez de um por dia, um depois de cada tanto tempo, como `6h`',
    english: 'interval between backups, such as `6h`, instead of one a day',
  }),
  BACKUP_KEEP: variable(
    z.coerce.number().int().min(1).max(10_000).default(14),
    number('backups', 1, 10_000, '14'),
  ).meta({
    description: 'quantos o servidor guarda; os mais antigos saem',
    english: 'number of backups that the server keeps; older ones are deleted',
  }),
  BACKUP_PASSPHRASE: variable(
    z.string().min(12).optional(),
    text('pelo menos 12 caracteres', NO_EXAMPLE),
  ).meta({
    description: 'frase que cifra os backups (formato age); sem ela, quem os lê lê tudo',
    english: 'passphrase that encrypts backups (age format); without it, backups are readable',
  }),
  BACKUP_PLAIN: variable(flag.default(false), FLAG).meta({
    description: '1 deixa backups irem sem frase para um armazenamento em outra máquina',
    english: '1 allows backups without a passphrase in a store on another machine',
  }),
  BACKUP_S3_ENDPOINT: variable(webAddress.optional(), WEB_ADDRESS).meta({
    description: 'endereço do armazenamento dos backups, se é outro; sem ela, `S3_ENDPOINT`',
    english: 'address of the backup store. Default: `S3_ENDPOINT`',
  }),
  BACKUP_S3_REGION: variable(z.string().optional(), text('o nome de uma região', 'sa-east-1')).meta({
    description: 'região dele; sem ela, `S3_REGION`',
    english: 'region of the backup store. Default: `S3_REGION`',
  }),
  BACKUP_S3_ACCESS_KEY_ID: variable(z.string().optional(), text('uma chave de acesso', NO_EXAMPLE)).meta({
    description: 'chave de acesso dele; sem ela, `S3_ACCESS_KEY_ID`',
    english: 'access key of the backup store. Default: `S3_ACCESS_KEY_ID`',
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: variable(
    z.string().optional(),
    text('o segredo da chave de acesso', NO_EXAMPLE),
  ).meta({
    description: 'o segredo dessa chave',
    english: 'secret of that key',
  }),
  TRUST_PROXY: variable(proxies.default(''), PROXIES).meta({
    description: 'endereços dos proxies à frente (lista ou CIDR), para saber o IP de quem chama',
    english: "addresses of the proxies in front (list or CIDR), needed to know the caller's address",
  }),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    text('fatal, error, warn, info, debug, trace ou silent', 'warn'),
  ).meta({
    description: 'nível dos registros',
    english: 'lowest level that is logged',
  }),
  SESSION_IDLE: variable(duration.default(12 * 3600e3), { ...DURATION, example: '12h' }).meta({
    description: 'sessão sem uso termina depois de',
    english: 'time after which an unused session ends',
  }),
  SESSION_ABSOLUTE: variable(duration.default(7 * 86400e3), { ...DURATION, example: '7d' }).meta({
    description: 'toda sessão termina depois de',
    english: 'time after which each session ends',
  }),
  AVIF: variable(flag.default(true), FLAG).meta({
    description: '0 não faz as versões AVIF das imagens, para máquinas pequenas; WebP continua',
    english: '0 makes no AVIF pictures, for small machines; WebP stays',
  }),
  ROLLOUT: variable(flag.default(false), FLAG).meta({
    description: 'com SQLite: `1` deixa este processo servir ao lado do que ele vem substituir',
    english: 'on SQLite: 1 lets this process serve beside the one that it replaces',
  }),
  MAX_IMAGE_MB: variable(megabytes.default(15), MEGABYTES).meta({
    description: 'maior imagem aceita',
    english: 'largest accepted picture',
  }),
  MAX_PDF_MB: variable(megabytes.default(50), MEGABYTES).meta({
    description: 'maior encarte em PDF aceito',
    english: 'largest accepted booklet PDF',
  }),
  MAX_RESUME_MB: variable(megabytes.default(10), MEGABYTES).meta({
    description: 'maior currículo aceito',
    english: 'largest accepted résumé',
  }),
  MAX_VIDEO_MB: variable(megabytes.default(2048), MEGABYTES).meta({
    description: 'maior vídeo aceito',
    english: 'largest accepted video',
  }),
  DISK_RESERVE_MB: variable(megabytes.default(256), MEGABYTES).meta({
    description:
      'com menos espaço livre em `DATA_DIR`, nenhum arquivo é recebido; com um quarto disso, nada é salvo no SQLite; apagar sempre dá',
    english:
      'reserve of free space in `DATA_DIR`: below it files are refused, below a quarter of it on SQLite all saves. Erasing always works',
  }),
  SITE_NAME: variable(
    z.string().max(60).default('Hiper Aurora'),
    text('um nome de até 60 letras', 'Rede'),
  ).meta({
    description: 'nome da rede',
    english: 'name of the chain',
  }),
  RECRUITMENT_LINK: variable(link.default('/work-with-us'), LINK).meta({
    description: 'para onde leva «Trabalhe conosco»; sem ela, o formulário do site',
    english: "target of «Trabalhe conosco». Default: the site's own form",
  }),
  POPUP_IMAGE: variable(
    z.union([link, z.literal('none')]).default('/brand/vaga.webp'),
    text('um endereço http(s)://, um caminho do site ou none', '/brand/vaga.webp'),
  ).meta({
    description: 'imagem do aviso de vagas na página inicial; `none` desliga',
    english: 'picture of the job notice on the home page; `none` switches the notice off',
  }),
  POPUP_ALT: variable(
    z.string().max(300).default('Venha trabalhar com a gente: veja as vagas abertas'),
    text('um texto de até 300 letras', 'Venha trabalhar com a gente'),
  ).meta({
    description: 'texto alternativo da imagem do aviso',
    english: 'alternative text of that picture',
  }),
  POPUP_LINK: variable(link.optional(), LINK).meta({
    description: 'link do aviso; sem ela, `RECRUITMENT_LINK`',
    english: 'link of the notice. Default: `RECRUITMENT_LINK`',
  }),
  OFFLINE: variable(flag.default(true), FLAG).meta({
    description: '0 deixa de guardar nos aparelhos as páginas lidas, e apaga as que guardaram',
    english: '0 stores no visited pages on devices, and removes stored ones',
  }),
  FALLBACK_ADDRESS: variable(
    z.string().max(300).optional(),
    text('um endereço de até 300 letras', 'Rua das Flores, 100'),
  ).meta({
    description: 'endereço mostrado enquanto os dados da empresa não foram salvos',
    english: "address shown until the company's details are saved",
  }),
  FALLBACK_CNPJ: variable(
    z.string().max(20).optional(),
    text('um CNPJ de até 20 letras', '12.345.678/0001-95'),
  ).meta({
    description: 'CNPJ mostrado nesse mesmo caso',
    english: 'CNPJ shown until then',
  }),
});

/** Variables of an object store: all of them are set, or none (`S3_ENDPOINT` is optional). */
const STORE_VARIABLES = [
  'S3_BUCKET',
  'S3_PRIVATE_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_ENDPOINT',
] as const;

const checkedSchema = schema.superRefine((values, context) => {
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

type Variables = Record<string, string | undefined>;
type Invalid = [name: string, expected: string];

/** All variables that the application reads. */
const NAMES: readonly string[] = [...Object.keys(schema.shape), ...SECRETS.map((name) => `${name}_FILE`)];

const isSet = (environment: Variables, name: string) => empty(environment[name]) !== undefined;

/** Returns `environment` with the secrets that were read from files, and the errors found. */
function withSecretFiles(environment: Variables): { variables: Variables; invalid: Invalid[] } {
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
const apiVariablesOfSite = (environment: Variables): Invalid[] =>
  NAMES.filter((name) => !SITE_VARIABLES.has(name) && isSet(environment, name)).map((name) => [
    name,
    'nenhum valor com SERVE=site: é uma variável da API. Apague-a aqui',
  ]);

/** Defaults that read better in words than as the schema's raw value. */
const DEFAULT_WORDS: Record<string, string | Record<ReadmeLanguage, string>> = {
  SERVE: '`all`',
  DATABASE_TIMEOUT: '`30s`',
  SESSION_IDLE: '`12h`',
  SESSION_ABSOLUTE: '`7d`',
  CORS_ORIGINS: { pt: 'nenhuma', en: 'none' },
  METRICS: '`0`',
  ACCESS_LOG: '`0`',
  PLAIN_INSIDE: '`0`',
  BACKUP_PLAIN: '`0`',
  AVIF: '`1`',
  ROLLOUT: '`0`',
  OFFLINE: '`1`',
  TRUST_PROXY: { pt: 'nenhum', en: 'none' },
};

export type Environment = z.output<typeof schema>;

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
    NAMES,
    Object.keys(readDotEnv(directory)),
  ).map((name) => `Aviso: o Vitrine não conhece a variável ${name}, e ela não tem efeito.`);

/** Variables that have no effect unless another one is set. */
const WITHOUT_EFFECT: [name: keyof Environment, without: keyof Environment][] = [
  ['BACKUP_AT', 'BACKUP_TO'],
  ['BACKUP_EVERY', 'BACKUP_TO'],
  ['BACKUP_KEEP', 'BACKUP_TO'],
];

const givenNames = (environment: Variables) =>
  Object.keys(environment).filter((name) => isSet(environment, name));

/** Returns an error for each variable that is set but has no effect. */
function withoutEffect(variables: Variables): Invalid[] {
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

/** Returns the format of a variable in words, with an example unless the format already shows it. */
function formOf(name: string): string {
  const { form, example } = (schema.shape[name as keyof Environment]?.meta() ?? {}) as unknown as Form;
  return example === NO_EXAMPLE || form.split(/[\s,]+/).includes(example) ? form : `${form}, como ${example}`;
}

/** Returns the expected value in words: the message of a custom rule, or else the format of the variable. */
function expectedOf({ path: [name], code, message }: z.core.$ZodIssue): Invalid {
  const { form } = schema.shape[String(name) as keyof Environment].meta() as unknown as Form;
  const isOwn = code === 'custom' && message !== form;
  return [String(name), isOwn ? message : formOf(String(name))];
}

/**
 * Parses the configuration. Throws `ConfigError` that lists every invalid or misspelt variable and the
 * expected value.
 */
export function readConfig(environment: Variables): Config {
  const { variables, invalid: unreadable } = withSecretFiles(environment);
  const result = checkedSchema.safeParse(variables);
  const invalid: Invalid[] = [
    ...unreadable,
    ...(result.error?.issues ?? []).map(expectedOf),
    ...(variables.SERVE?.trim() === 'site' ? apiVariablesOfSite(environment) : []),
    ...withoutEffect(variables),
  ];
  const lines = [
    ...invalid.map(([name, expected]) => `  ${name}: esperado ${expected}`),
    ...misspeltNames(givenNames(environment), NAMES).map(
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

/** Language of a README: README.md is English, LEIAME.md Portuguese. */
export type ReadmeLanguage = 'en' | 'pt';

/** A row of the table in the READMEs. */
interface SettingRow {
  name: string;
  fallback: string;
  example: string;
  meaning: string;
}

/** Returns the rows of the table in the READMEs: name, default, example, meaning. */
export function configTable(language: ReadmeLanguage): SettingRow[] {
  const defaults = schema.parse({}) as Record<string, unknown>;
  return Object.entries(schema.shape).map(([name, field]) => {
    const words = DEFAULT_WORDS[name];
    const { description, english, example } = field.meta() ?? {};
    return {
      name,
      fallback:
        (typeof words === 'object' ? words[language] : words) ??
        (defaults[name] === undefined ? '—' : `\`${defaults[name]}\``),
      example: String(example),
      meaning: String((language === 'en' ? english : description) ?? ''),
    };
  });
}
