import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { StoreArea } from '../platform/files/store.ts';
import { READ_ONLY_SQLSTATE } from '../platform/http/failures.ts';

// Messages for an operator who reads only the last line: each names the setting to look at and the cure.

type Words = Record<string, string>;

/** Returns the codes and names of `error` and its causes, outermost first. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, name, cause, errors } = error as Record<string, unknown>;
  const own = [code, name].filter((part): part is string => typeof part === 'string');
  // A host with several addresses fails with one error for each.
  const first = Array.isArray(errors) ? errors[0] : undefined;
  return [...own, ...codesOf(cause, depth + 1), ...codesOf(first, depth + 1)];
}

const pick = (codes: string[], words: Words) => codes.map((code) => words[code]).find(Boolean);

const NO_NAME = 'não há servidor com esse nome. Confira o nome no endereço';
const NO_LISTENER = 'ninguém escuta nesse endereço. Confira a porta, e se o serviço está no ar';
const NO_ROUTE = 'a rede não chega até lá. Confira o endereço, a rota e o firewall';
const UNTRUSTED = 'o certificado dele não é de confiança';

const NETWORK: Words = {
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: NO_LISTENER,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: NO_ROUTE,
};

const CERTIFICATE: Words = Object.fromEntries(
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
  ].map((code) => [code, UNTRUSTED]),
);

const DATABASE: Words = {
  ...NETWORK,
  ...Object.fromEntries(
    Object.keys(CERTIFICATE).map((code) => [
      code,
      `${UNTRUSTED}. Ponha sslrootcert=/caminho/ca.pem no endereço, ou o nome que está no certificado`,
    ]),
  ),
  ENOENT: 'o arquivo de sslrootcert, sslcert ou sslkey não existe. Confira o caminho no endereço',
  '28P01': 'o servidor recusou o usuário ou a senha. Confira os dois no endereço',
  '28000': 'o servidor não deixa entrar esse usuário daqui. Confira o usuário, e o pg_hba.conf do servidor',
  '3D000': 'o servidor não tem esse banco. Crie-o (createdb), ou corrija o nome no endereço',
  '42501':
    'o usuário não pode criar tabelas. Dê a ele o banco (alter database … owner to …), ou o esquema (grant create on schema public to …)',
  [READ_ONLY_SQLSTATE]:
    'o banco só lê: é uma réplica. Leve o endereço ao primário, ou a um HAProxy que leve a ele (deploy/patroni)',
};

/** Returns the message for a database that the product cannot start on. */
export function databaseStartError({ DATABASE_URL, DATA_DIR }: Config, error: unknown): ConfigError {
  const codes = codesOf(error);
  const reason = codes[0] ?? (error as Error).message;
  const options = { cause: error };
  if (!DATABASE_URL)
    return new ConfigError(`DATA_DIR: o banco de dados em ${DATA_DIR} não responde (${reason}).`, options);
  const explanation = pick(codes, DATABASE) ?? 'ele não responde. Confira se está no ar';
  return new ConfigError(
    `DATABASE_URL: banco de dados em ${hostOf(DATABASE_URL)}: ${explanation} (${reason}).`,
    options,
  );
}

/** Returns whether `error` means that the address of the database, or the server behind it, is wrong. */
export const isDatabaseStartError = (error: unknown): boolean =>
  codesOf(error).some((code) => code in DATABASE);

const hostOf = (address: string) => URL.parse(address)?.host || 'local';

const KEYS = 'S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY';
const KEY_REFUSED = `${KEYS}: o armazenamento não aceita essa chave. Confira as duas`;
const STORE: Words = {
  InvalidAccessKeyId: KEY_REFUSED,
  SignatureDoesNotMatch: KEY_REFUSED,
  AccessDenied: `${KEYS}: essa chave não pode ler, gravar, listar e apagar nos dois buckets. Dê a ela essa permissão`,
  PermanentRedirect: 'S3_REGION: o bucket é de outra região. Ponha a dele',
  AuthorizationHeaderMalformed: 'S3_REGION: o armazenamento espera outra região. Ponha a dele',
};

/** Returns the message for a file store that cannot be listed at the first start. */
export function storeStartError({ s3, DATA_DIR }: Config, area: StoreArea, error: unknown): ConfigError {
  const codes = codesOf(error);
  const options = { cause: error };
  if (!s3) {
    const folder = join(DATA_DIR, 'files');
    return new ConfigError(`DATA_DIR: não deu para ler ${folder} (${codes[0]}). ${MAY_WRITE}`, options);
  }
  const where = s3.endpoint ? hostOf(s3.endpoint) : 'Amazon S3';
  const cause = codes.find((code) => code !== 'Error' && code !== 'unavailable') ?? 'sem resposta';
  const named = pick(codes, STORE);
  if (named) return new ConfigError(`${named} (${where}: ${cause}).`, options);
  if (codes.includes('NoSuchBucket')) {
    const name = area === 'public' ? 'S3_BUCKET' : 'S3_PRIVATE_BUCKET';
    return new ConfigError(`${name}: não há bucket ${s3.buckets[area]} em ${where}. Crie-o antes.`, options);
  }
  const why = pick(codes, { ...NETWORK, ...CERTIFICATE }) ?? 'ele não responde. Confira se está no ar';
  const name = s3.endpoint ? 'S3_ENDPOINT' : 'S3_REGION';
  return new ConfigError(
    `${name}: armazenamento de arquivos em ${where}: ${why} (${cause}). Na primeira partida ele precisa responder.`,
    options,
  );
}

const MAY_WRITE = 'A pasta existe, o disco aceita gravações, e quem roda o Vitrine pode gravar nela?';

/** Returns the message for a folder that cannot be used. */
export const dataDirStartError = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>, error: unknown) =>
  new ConfigError(`DATA_DIR: não deu para usar ${DATA_DIR} (${codesOf(error)[0]}). ${MAY_WRITE}`, {
    cause: error,
  });

type Place = Pick<Config, 'HOST' | 'PORT'>;

const LISTEN: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `PORT: a porta ${PORT} de ${HOST} já está em uso. Encerre quem a usa, ou escolha outra (0 escolhe uma livre).`,
  EACCES: ({ PORT }) =>
    `PORT: quem roda o Vitrine não pode usar a porta ${PORT}. Use uma a partir de 1024, com um proxy à frente (deploy).`,
  EADDRNOTAVAIL: ({ HOST }) =>
    `HOST: ${HOST} não é um endereço desta máquina. Use um que seja, como 127.0.0.1, ou 0.0.0.0 para todos.`,
  ENOTFOUND: ({ HOST }) =>
    `HOST: não há máquina com o nome ${HOST}. Use um endereço desta, como 127.0.0.1, ou 0.0.0.0 para todos.`,
};

/** Listens; throws a `ConfigError` that names PORT or HOST if one of them is the cause. */
export async function listenAt(server: FastifyInstance, { HOST, PORT }: Place): Promise<void> {
  try {
    await server.listen({ port: PORT, host: HOST });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const words = LISTEN[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code];
    throw words ? new ConfigError(words({ HOST, PORT }), { cause: error }) : error;
  }
}
