import { isIP } from 'node:net';
import { z } from 'zod';
import { isTrustProxyValid } from '../http/limits/trustedProxies.ts';
import { KEY_BYTES } from '../security/secrets.ts';

// Formats of configuration variables: how a value is parsed, and the words of its error message.

export const empty = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** Format of a value and an example of it, both in Portuguese: the words of every error message. */
export interface SettingFormat {
  form: string;
  example: string;
}

/** Placeholder: an example of a secret would be copied and used. */
export const NO_EXAMPLE = '…';

export const variable = <S extends z.ZodType>(schema: S, form: SettingFormat) =>
  z.preprocess(empty, schema).meta({ ...form });

export const PORT: SettingFormat = { form: 'um número de porta, de 0 a 65535', example: '3000' };

export const FLAG: SettingFormat = { form: '0 ou 1', example: '1' };

export const MEGABYTES: SettingFormat = { form: 'um tamanho em MB, só o número', example: '50' };

export const WEB_ADDRESS: SettingFormat = {
  form: 'um endereço http:// ou https://',
  example: 'https://s3.rede.example',
};

export const ORIGIN: SettingFormat = {
  form: 'um endereço http:// ou https:// sem caminho, porque o site fica na raiz do endereço',
  example: 'https://www.rede.example',
};

export const BASE: SettingFormat = {
  form: 'um endereço http:// ou https://, sem ? e sem #',
  example: 'https://cdn.rede.example',
};

export const LINK: SettingFormat = {
  form: 'um endereço http(s):// ou um caminho do site',
  example: 'https://vagas.rede.example',
};

export const DURATION: SettingFormat = {
  form: 'um tempo com a unidade: s (segundos), m (minutos), h (horas) ou d (dias)',
  example: '30m',
};

export const BUCKET: SettingFormat = { form: 'o nome de um bucket', example: 'rede-arquivos' };

export const SHELF: SettingFormat = {
  form: 'uma pasta ou um endereço s3://bucket/caminho',
  example: '/mnt/copias',
};

export const KEY: SettingFormat = {
  form: '32 bytes em base64, feitos com `openssl rand -base64 32`',
  example: NO_EXAMPLE,
};

export const HOST: SettingFormat = {
  form: 'um endereço IP ou nome desta máquina, sem http:// e sem porta',
  example: '0.0.0.0',
};

export const PROXIES: SettingFormat = {
  form: 'endereços IP ou faixas CIDR, separados por vírgula (nomes de máquina não servem)',
  example: '127.0.0.1, 10.0.0.0/8',
};

export const number = (what: string, from: number, to: number, example: string): SettingFormat => ({
  form: `um número inteiro de ${what}, de ${from} a ${to}`,
  example,
});

export const text = (what: string, example: string): SettingFormat => ({ form: what, example });

export const port = z.coerce.number().int().min(0).max(65_535);

export const flag = z.enum(['0', '1']).transform((value) => value === '1');

export const megabytes = z.coerce.number().positive();

export const webAddress = z.url({ protocol: /^https?$/ });

const isBare = ({ username, password, search, hash }: URL) => !username && !password && !search && !hash;

/** Refuses a path: nothing would be served below it, and links would omit it. */
export const origin = webAddress.pipe(
  z
    .string()
    .refine((value) => isBare(new URL(value)) && new URL(value).pathname === '/', ORIGIN.form)
    .transform((value) => new URL(value).origin),
);

/** Removes the trailing slash, so that a path can be appended. */
export const base = webAddress.pipe(
  z
    .string()
    .refine((value) => isBare(new URL(value)), BASE.form)
    .transform((value) => {
      const { origin, pathname } = new URL(value);
      return origin + pathname.replace(/\/+$/, '');
    }),
);

export const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/);

export const link = z.union([webAddress, z.string().regex(/^\/(?!\/)/)]);

export const host = z.string().refine((value) => isIP(value) > 0 || /^[\w.-]+$/.test(value), HOST.form);

export const proxies = z.string().refine(isTrustProxyValid, PROXIES.form);

/** Address of an object store. Groups: bucket, path. */
export const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** A folder or an S3 address. Names ending in `.vitrine` are refused, because backups use them. */
export const shelf = z
  .string()
  .refine(
    (value) => !value.endsWith('.vitrine') && (!value.includes('://') || S3_ADDRESS.test(value)),
    SHELF.form,
  );

export const key = z
  .string()
  .transform((value): Buffer => Buffer.from(value, 'base64'))
  .refine((bytes) => bytes.length === KEY_BYTES, KEY.form);

/** A duration such as `30m`, `12h` or `7d`, in milliseconds. */
export const duration = z
  .string()
  .regex(/^\d+[smhd]$/)
  .transform(
    (value) =>
      Number(value.slice(0, -1)) * { s: 1e3, m: 60e3, h: 3600e3, d: 86400e3 }[value.slice(-1) as 's'],
  );

/** Several hosts are refused: the driver connects to one server and cannot find the primary. HAProxy can. */
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?]*@)?[^/?@]*,[^/?@]*([/?]|$)|[?&]host=[^&]*(,|%2C)/i;

export const database = z
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
