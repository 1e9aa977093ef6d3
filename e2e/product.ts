import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Email } from 'postal-mime';
import { startMailServer } from '../test/mailServer.ts';
import { freePort } from '../test/port.ts';

const root = resolve(import.meta.dirname, '..');

const system = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, '.cache/compile'),
};

/** The whole product as a user runs it, with its own folder, port and SMTP mailbox. */
export interface Product {
  url: string;
  /** Address of the API, with its prefix. */
  api: string;
  /** Whether site and API are on two hosts. */
  isSplit: boolean;
  /** Folder of the database and the files. */
  dataDir: string;
  admin: { email: string; password: string };
  /** Mails that arrived and were not taken by `mailTo`, oldest first. */
  readonly mails: Email[];
  /** Runs a command of the CLI on the same data and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Waits for the next mail to `address` with such a subject, and removes it from `mails`. */
  mailTo(address: string, subject?: RegExp): Promise<Email>;
  stop(): Promise<void>;
}

interface Options {
  /** Folder that remains after `stop`. Default: a copy of the prepared folder, which `stop` deletes. */
  dataDir?: string;
  /** Starts without demo content. */
  empty?: boolean;
  /** Prefix of the API, when site and API run on two hosts. */
  splitApiPrefix?: string | undefined;
}

export async function startProduct(options: Options = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-e2e-')));
  const template = options.empty ? undefined : process.env.E2E_TEMPLATE;
  if (!options.dataDir && template) await cp(template, dataDir, { recursive: true });
  const smtp = await startMailServer();
  const admin = { email: 'rosangela@hiperaurora.example', password: 'senha da jornada' };

  const own = {
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...(options.empty && { DEMO_CONTENT: '0' }),
    // AVIF encoding takes minutes of CPU, and no journey looks at it.
    AVIF: '0',
  };
  const apart = options.splitApiPrefix ?? process.env.APART;
  const { url, api, children } = apart === undefined ? await startWhole(own) : await startApart(own, apart);
  return {
    url,
    api,
    isSplit: apart !== undefined,
    dataDir,
    admin,
    get mails() {
      return smtp.received.map(({ mail }) => mail);
    },
    async command(...args) {
      const env = { ...system, DATA_DIR: dataDir };
      const { stdout } = await promisify(execFile)(process.execPath, ['build/server/cli.js', ...args], {
        cwd: root,
        env,
      });
      return stdout;
    },
    async mailTo(address, subject = /^/) {
      const deadline = Date.now() + 15_000;
      while (Date.now() < deadline) {
        const index = smtp.received.findIndex(
          ({ to, mail }) => to.includes(address) && subject.test(mail.subject ?? ''),
        );
        const [found] = index < 0 ? [] : smtp.received.splice(index, 1);
        if (found) return found.mail;
        await new Promise((wait) => setTimeout(wait, 100));
      }
      throw new Error(`no mail to ${address}`);
    },
    async stop() {
      for (const child of children) {
        child.kill('SIGTERM');
        const code = await new Promise((ended) => child.once('exit', ended));
        if (code !== 0) throw new Error(`the product ended with ${code} on SIGTERM`);
      }
      await smtp.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Environment = Record<string, string>;
type StartedProduct = { url: string; api: string; children: ChildProcess[] };

const start = (env: Environment) =>
  spawn(process.execPath, ['build/server/main.js'], {
    cwd: root,
    env: { ...system, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function startWhole(env: Environment): Promise<StartedProduct> {
  const child = start({ ...env, PORT: '0' });
  const url = await addressFrom(child);
  return { url, api: `${url}/api`, children: [child] };
}

/**
 * Starts API and site, each configured with the other's address. To a browser, a host name and an IP address
 * are two hosts.
 */
async function startApart(env: Environment, prefix: string): Promise<StartedProduct> {
  const [apiPort, sitePort] = [await freePort('127.0.0.2'), await freePort('127.0.0.1')];
  const api = start({
    ...env,
    SERVE: 'api',
    HOST: '127.0.0.2',
    PORT: String(apiPort),
    API_PREFIX: prefix,
    // Journeys visit the site by either name.
    CORS_ORIGINS: `http://localhost:${sitePort},http://127.0.0.1:${sitePort}`,
    TRUST_PROXY: '127.0.0.1',
  });
  const base = (await addressFrom(api)) + prefix.replace(/\/$/, '');
  const site = start({ SERVE: 'site', PORT: String(sitePort), API_URL: base });
  return { url: await addressFrom(site), api: base, children: [site, api] };
}

function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = /https?:\/\/\S+/.exec(output)?.[0];
      if (address) found(address);
    });
    child.once('exit', (code) =>
      failed(new Error(`the product ended with ${code} before it listened:\n${output}`)),
    );
  });
}
