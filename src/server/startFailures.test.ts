import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { engine } from '../../test/app.ts';
import { freePort } from '../../test/port.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { createApp } from './app.ts';
import { listenAt } from './startFailures.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the product without a process of its own; returns the message of its refusal. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const config = readConfig({
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    LOG_LEVEL: 'silent',
    DEMO_CONTENT: '0',
    PORT: '0',
    ...environment,
  });
  const start = async () => {
    const app = await createApp({ config });
    try {
      await listenAt(app.server, config);
    } finally {
      await app.close();
    }
  };
  const error = await start().then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

/** Serves `answer` on a loopback port while `work` runs. */
async function answering<T>(answer: RequestListener, work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const store = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'rede-arquivos',
  S3_PRIVATE_BUCKET: 'rede-curriculos',
  S3_ACCESS_KEY_ID: 'chave',
  S3_SECRET_ACCESS_KEY: 'segredo',
});

const refusing = (status: number, code: string): RequestListener => {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  return (_, response) => response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
};

describe.runIf(engine === 'sqlite')('a start that fails', () => {
  test('a failed start names PORT if another process uses it', () =>
    answering(
      () => {},
      async (port) => {
        expect(await refusalOf({ PORT: String(port) })).toMatch(
          /^PORT: a porta \d+ de 127.0.0.1 já está em uso/,
        );
      },
    ));

  test('a failed start names HOST if this machine has no such address or name', async () => {
    expect(await refusalOf({ HOST: '203.0.113.7' })).toMatch(/^HOST: 203.0.113.7 não é um endereço desta/);
    expect(await refusalOf({ HOST: 'nada.invalid' })).toMatch(
      /^HOST: não há máquina com o nome nada.invalid/,
    );
  });

  test('names S3_ENDPOINT, not the database, if the object store is unreachable', async () => {
    const port = await freePort();
    const refusal = await refusalOf(store(`http://127.0.0.1:${port}`));
    expect(refusal).toMatch(/^S3_ENDPOINT: armazenamento de arquivos em 127.0.0.1:\d+: ninguém escuta/);
    expect(refusal).not.toContain('banco');
  });

  test.each([
    [403, 'InvalidAccessKeyId', /^S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY: .* não aceita essa chave/],
    [403, 'SignatureDoesNotMatch', /^S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY: .* não aceita essa chave/],
    [403, 'AccessDenied', /^S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY: essa chave não pode ler/],
    [404, 'NoSuchBucket', /^S3_BUCKET: não há bucket rede-arquivos/],
    [400, 'AuthorizationHeaderMalformed', /^S3_REGION: /],
  ])('names the setting that the object store refuses with %d %s', (status, code, words) =>
    answering(refusing(status, code), async (port) => {
      expect(await refusalOf(store(`http://127.0.0.1:${port}`))).toMatch(words);
    }),
  );

  test('a failed start names DATA_DIR if the folder is a file or is not writable', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusalOf({ DATA_DIR: file })).toMatch(/^DATA_DIR: /);
    expect(await refusalOf({ DATA_DIR: join(file, 'below') })).toMatch(/^DATA_DIR: /);
    if (process.getuid?.() === 0) return;
    const closed = await mkdtemp(join(folder, 'closed-'));
    await chmod(closed, 0o500);
    expect(await refusalOf({ DATA_DIR: join(closed, 'data') })).toMatch(/^DATA_DIR: /);
  });

  test('a failed start prints one line without a stack, and creates no administrator with an unseen password', () =>
    answering(
      () => {},
      async (port) => {
        const dataDir = await mkdtemp(join(folder, 'data-'));
        const env = { DATA_DIR: dataDir, PORT: String(port), SMTP_HOST: 'correio', DEMO_CONTENT: '0' };
        const { code, stderr } = await run(process.execPath, ['src/server/main.ts'], {
          cwd: root,
          env: { ...env, SERVE: 'api', CORS_ORIGINS: 'https://www.rede.example' },
        }).catch((error) => error);
        expect(code).toBe(1);
        expect(stderr.trim().split('\n')).toEqual([
          'Aviso: o Vitrine não conhece a variável SMTP_HOST, e ela não tem efeito.',
          expect.stringMatching(/^PORT: a porta \d+ /),
        ]);
        const database = new DatabaseSync(join(dataDir, 'vitrine.db'));
        expect(database.prepare('select count(*) as count from users').get()).toEqual({ count: 0 });
        database.close();
      },
    ));
});

describe.runIf(engine === 'postgres')('a start on a database that refuses it', () => {
  const address = (change: (url: URL) => void) => {
    const url = new URL(inject('postgres').adminUrl);
    change(url);
    return { DATABASE_URL: url.href };
  };

  test('names DATABASE_URL and reports a missing database', async () => {
    const refusal = await refusalOf(address((url) => (url.pathname = '/nada_aqui')));
    expect(refusal).toMatch(/^DATABASE_URL: banco de dados em .*: o servidor não tem esse banco\. Crie-o/);
  });

  test('names DATABASE_URL and reports a closed port or an unknown host', async () => {
    const port = await freePort();
    const local = { DATABASE_URL: `postgres://u:segredo@127.0.0.1:${port}/db` };
    const refusal = await refusalOf(local);
    expect(refusal).toMatch(/^DATABASE_URL: banco de dados em 127.0.0.1:\d+: ninguém escuta nesse endereço/);
    expect(refusal).not.toContain('segredo');
    const named = { DATABASE_URL: 'postgres://u@nada.invalid/db', PLAIN_INSIDE: '1' };
    expect(await refusalOf(named)).toContain('não há servidor com esse nome');
  });

  test('names DATABASE_URL if its certificate file is missing', async () => {
    const missing = { DATABASE_URL: 'postgres://u@127.0.0.1/db?sslmode=verify-full&sslrootcert=/nada.pem' };
    expect(await refusalOf(missing)).toContain('o arquivo de sslrootcert');
  });
});
