import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { findProgram } from '../scripts/lib/programs.mjs';
import { jpeg } from '../test/images.ts';
import { freePort } from '../test/port.ts';
import { createTestDatabase } from '../test/postgres.ts';

const root = resolve(import.meta.dirname, '..');
const nginx = findProgram(['nginx'], ['/usr/sbin/nginx']);

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Returns the last tag before this tree, or without tags the last commit before this version. */
function releaseBefore(): string | null {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    const bumped = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json');
    return bumped && git('rev-list', '-1', `${bumped}^`);
  }
}

/** Installs and builds a release in a folder of its own. */
function build(release: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'vitrine-release-'));
  const archive = execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  const lock = 'package-lock.json';
  const dependencies = (text: string) =>
    text.replace(/"version": "[^"]*"/, '').replace(/"version": "[^"]*"/, '');
  const isSame =
    dependencies(readFileSync(join(tree, lock), 'utf8')) ===
    dependencies(readFileSync(join(root, lock), 'utf8'));
  if (isSame) cpSync(join(root, 'node_modules'), join(tree, 'node_modules'), { recursive: true });
  else execFileSync('npm', ['ci'], { cwd: tree, stdio: 'ignore' });
  execFileSync('npm', ['run', 'build'], { cwd: tree, stdio: 'ignore' });
  return tree;
}

/** Returns the module that starts a release. Releases up to 0.2 run from their sources. */
const serverOf = (tree: string) =>
  ['build/server/main.js', 'src/server/main.ts'].map((file) => join(tree, file)).find(existsSync) ?? '';

let tree: string;
beforeAll(() => {
  const release = releaseBefore();
  if (!release) throw new Error('The git history contains no release.');
  tree = build(release);
  console.log(`from ${release}`);
}, 600_000);
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Starts a proxy as an operator has it: a reload switches the product behind it. */
async function startProxy(first: RunningProduct[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const behind = (products: RunningProduct[]) =>
    writeFileSync(
      file,
      `pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
      events { worker_connections 512; }
      http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
        upstream vitrine {
          ${products.map(({ url }) => `server ${new URL(url).host};`).join(' ')}
          keepalive 16;
        }
        server {
          listen 127.0.0.1:${port}; client_max_body_size 100m;
          location / {
            proxy_pass http://vitrine; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header Host $host;
          }
        }
      }`,
    );
  mkdirSync(folder, { recursive: true });
  behind(first);
  const child = spawn(String(nginx), ['-c', file, '-p', folder], { stdio: 'inherit' });
  while (!existsSync(join(folder, 'pid'))) await wait(20);
  return {
    url: `http://127.0.0.1:${port}`,
    async pass(products: RunningProduct[]) {
      behind(products);
      child.kill('SIGHUP');
      await wait(1000);
    },
    async stop() {
      child.kill('SIGQUIT');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Acts as shoppers and staff without a pause until stopped. */
function load(url: string, token: string, picture: Buffer) {
  const failed: string[] = [];
  const saved: string[] = [];
  let answered = 0;
  let going = true;
  const ask = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          // At a reload the proxy closes idle connections, also those that a client has just reused.
          connection: 'close',
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      answered += 1;
      if (!answer.ok) failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return text;
    } catch (error) {
      failed.push(`${method} ${path}: ${(error as Error).cause ?? error}`);
      return null;
    }
  };
  const uuidIn = (text: string | null) => /"uuid":"([\w-]+)"/.exec(text ?? '')?.[1];
  const repeat = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; going; round += 1) await work(round);
  };
  const workers = [
    repeat((round) => ask('GET', `/?r=${round}`)),
    repeat((round) => ask('GET', `/tips-and-recipes?r=${round}`)),
    repeat((round) => ask('GET', `/api/site/revenues?search=bolo${round}`)),
    repeat(() => ask('GET', '/api/admin/banners')),
    repeat(async (round) => {
      const phone = { contact: `Loja ${round}`, ddi: '55', ddd: '85', number: '00000002', type: 1 };
      const uuid = uuidIn(await ask('POST', '/api/admin/phones/store', phone));
      if (uuid) saved.push(uuid);
      await wait(50);
    }),
    repeat(async (round) => {
      const form = new FormData();
      form.set('title', `Faixa ${round}`);
      form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
      const uuid = uuidIn(await ask('POST', '/api/admin/banners/store', form));
      if (uuid) await ask('DELETE', `/api/admin/banners/destroy/${uuid}`);
      await wait(200);
    }),
  ];
  return {
    failed,
    saved,
    answered: () => answered,
    async stop() {
      going = false;
      await Promise.all(workers);
    },
  };
}

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

test.runIf(nginx).each(['sqlite', 'postgres'])(
  'replaces the previous release under load on %s without a failed request',
  { timeout: 300_000 },
  async (engine) => {
    const dataDir = await newDataDir();
    undo.push(() => removeDataDir(dataDir));
    const own = engine === 'postgres' ? await createTestDatabase() : null;
    undo.push(() => own?.drop());
    const env = { DEMO_CONTENT: '1', AVIF: '0', ...(own && { DATABASE_URL: own.url }) };
    const before = await startProduct(dataDir, [process.execPath, serverOf(tree)], env);
    undo.push(() => before.stop());
    const proxy = await startProxy([before]);
    undo.push(() => proxy.stop());
    const work = load(proxy.url, await tokenOf(before), await jpeg({ width: 800, height: 400 }));
    undo.push(() => work.stop());
    await wait(4000);
    const after = await startProduct(dataDir, undefined, { ...env, ROLLOUT: '1' });
    undo.push(() => after.stop());
    await wait(4000);
    await proxy.pass([before, after]);
    await wait(6000);
    await proxy.pass([after]);
    await before.stop();
    await wait(4000);
    await work.stop();
    console.log(
      `${engine}: ${work.answered()} answered, ${work.saved.length} saved, ${work.failed.length} failed`,
    );
    expect(work.failed).toEqual([]);
    const phones = await (await fetch(`${after.url}/api/site/phones`)).text();
    expect(work.saved.length).toBeGreaterThan(20);
    expect(work.saved.filter((uuid) => !phones.includes(uuid))).toEqual([]);
  },
);
