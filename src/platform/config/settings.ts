import { z } from 'zod';
import { brand } from '../../brand/brand.ts';
import {
  BASE,
  BUCKET,
  base,
  bucket,
  DURATION,
  database,
  duration,
  FLAG,
  flag,
  HOST,
  host,
  KEY,
  key,
  LINK,
  link,
  MEGABYTES,
  megabytes,
  NO_EXAMPLE,
  number,
  ORIGIN,
  origin,
  PORT,
  PROXIES,
  port,
  proxies,
  SHELF,
  shelf,
  text,
  timeOfDay,
  variable,
  WEB_ADDRESS,
  webAddress,
} from './settingFormats.ts';

// Each variable is declared once, with its format, default and meaning in Portuguese (`description`) and
// English. The tables in the READMEs are generated from this schema.

export const settings = z.object({
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
      .default(`${brand.name} <nao-responda@${brand.domain}>`),
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
    z.email().default(`admin@${brand.domain}`),
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
  SITE_NAME: variable(z.string().max(60).default(brand.name), text('um nome de até 60 letras', 'Rede')).meta({
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
    z.string().max(300).default('Venha trabalhar com a gente: mande o seu currículo'),
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

export type Environment = z.output<typeof settings>;
