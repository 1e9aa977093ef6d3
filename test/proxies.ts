import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overTls } from 'node:https';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '../bench/product.ts';
import { freePort } from './port.ts';

// nginx and Caddy with the files in deploy/, on ports, certificates and folders of a drill.

/** Name of the site in the files in deploy/. */
export const NAME = 'www.rede.example';

export const isInstalled = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`${program} is missing (apt-get install ${program}): NOTHING WAS CHECKED BY IT`);
    return false;
  }
};

export interface Product {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export async function startProduct(
  port: number,
  dataDir: string,
  env: Record<string, string>,
): Promise<Product> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: `https://${NAME}`,
      TRUST_PROXY: '127.0.0.1',
      AVIF: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
  return { port, pid: child.pid ?? 0, stop: () => ended(child, 'SIGTERM') };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await exit;
}

export async function until(check: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const begun = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - begun > ms) throw new Error('the proxy did not start');
    await wait(100);
  }
}

/** Returns `text` with the marked settings replaced. Throws if one of them is missing. */
export function replaceSettings(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/ and its drill disagree: ${from}`);
    return result.replaceAll(from, to);
  }, text);
}

export interface ProxyServer {
  plain: number;
  tls: number;
  pid?: number | undefined;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  directory: string;
  product: number;
  /** Port of a second product process. */
  second?: number;
}

/** Creates a key and a self-signed certificate for `NAME`, where both proxies expect them. */
export function certify(directory: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`];
  const files = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')];
  execFileSync('openssl', ['req', '-x509', ...key, ...name, ...files], { stdio: 'ignore' });
}

export async function startNginx(
  { directory, product, second }: ProxyOptions,
  crowd = false,
): Promise<ProxyServer> {
  const [plain, tls] = [await freePort(), await freePort()];
  const file = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  const own = replaceSettings(crowd ? file.replaceAll('#crowd ', '') : file, [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['    listen [::]:80; # change\n', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
    ['    listen [::]:443 ssl http2; # change\n', ''],
    [
      'server 127.0.0.1:3000;',
      [product, second].map((port) => (port ? `server 127.0.0.1:${port};` : '')).join('\n'),
    ],
    ['/etc/ssl/vitrine/', `${directory}/`],
    ['/var/log/nginx/vitrine.log', `${directory}/access.log`],
    ['/opt/vitrine/deploy', `${directory}/deploy`],
    ...(crowd ? [['/var/cache/nginx/vitrine', `${directory}/crowd`] as [string, string]] : []),
  ]);
  const conf = join(directory, crowd ? 'crowd.conf' : 'nginx.conf');
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join('\n');
  await writeFile(
    conf,
    `daemon off; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
worker_processes auto; worker_rlimit_nofile 8192; events { worker_connections 4096; }
http { include /etc/nginx/mime.types; ${temp}
${own}
}`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', conf], { stdio: 'inherit' });
  const child = spawn('nginx', ['-c', conf], { stdio: 'inherit' });
  await until(
    async () => (await requestThrough({ plain, tls, stop: async () => {} }, '/healthz')).status === 200,
  );
  return { plain, tls, pid: child.pid, stop: () => ended(child, 'SIGQUIT') };
}

export async function startCaddy({ directory, product }: ProxyOptions): Promise<ProxyServer> {
  const [plain, tls] = [await freePort(), await freePort()];
  const file = await readFile(join(root, 'deploy/Caddyfile'), 'utf8');
  const own = replaceSettings(file, [
    ['reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${product}`],
    [
      '# tls /etc/ssl/vitrine/fullchain.pem /etc/ssl/vitrine/privkey.pem',
      `tls ${directory}/fullchain.pem ${directory}/privkey.pem`,
    ],
    ['/var/log/caddy/vitrine.log', `${directory}/access.log`],
    ['/opt/vitrine/deploy', `${directory}/deploy`],
  ]);
  const conf = join(directory, 'Caddyfile');
  const general = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tskip_install_trust\n}\n`;
  await writeFile(conf, general + own);
  const child = spawn('caddy', ['run', '--config', conf, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  });
  await until(
    async () => (await requestThrough({ plain, tls, stop: async () => {} }, '/healthz')).status === 200,
  );
  return { plain, tls, stop: () => ended(child, 'SIGTERM') };
}

export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Readable | Buffer | string;
  /** Local address of the connection. */
  from?: string;
  plain?: boolean;
}

export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names of all header lines, with repetitions. */
  names: string[];
  bytes: Buffer;
  text: string;
}

/** Opens a response that stays open, and collects its text. */
export function openStream(
  proxy: ProxyServer,
  path: string,
  headers: Record<string, string>,
): Promise<{ heard(): string; end(): void }> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', path, agent: false, headers: { host: NAME, ...headers } } as const;
    overTls({ ...to, port: proxy.tls, servername: NAME, rejectUnauthorized: false })
      .on('error', reject)
      .on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('error', () => {});
        resolve({ heard: () => text, end: () => answer.destroy() });
      })
      .end();
  });
}

export function requestThrough(
  proxy: ProxyServer,
  path: string,
  { method = 'GET', headers = {}, body, from, plain }: ProxyRequest = {},
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const to = {
      host: '127.0.0.1',
      path,
      method,
      agent: false,
      headers: { host: NAME, ...headers },
      ...(from && { localAddress: from }),
    } as const;
    const outgoing = plain
      ? overHttp({ ...to, port: proxy.plain })
      : overTls({ ...to, port: proxy.tls, servername: NAME, rejectUnauthorized: false });
    outgoing.on('error', reject).on('response', async (answer) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of answer) chunks.push(chunk as Buffer);
      } catch (error) {
        return reject(error);
      }
      const bytes = Buffer.concat(chunks);
      const plainBytes = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        names: answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()),
        bytes,
        text: plainBytes.toString(),
      });
    });
    if (body instanceof Readable) pipeline(body, outgoing).catch(reject);
    else outgoing.end(body);
  });
}
