import { execFileSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageKinds } from '../bench/pages.ts';
import { root } from '../bench/product.ts';
import { findPostgres } from '../scripts/lib/postgres.mjs';
import { runtimePackages } from '../scripts/lib/runtimePackages.mjs';
import { type BuiltImage, buildImage } from '../test/containerfile.ts';
import { fileOf, jpeg } from '../test/images.ts';
import { freePort } from '../test/port.ts';
import { isInstalled, NAME, type ProxyServer, requestThrough, until } from '../test/proxies.ts';
import { type S3Server, startS3Server } from '../test/s3Server.ts';
import { pdf } from '../test/sampleFiles.ts';
import { runSandboxed, type SandboxedProcess, type SandboxOptions, startSandboxed } from '../test/sandbox.ts';

// Tests `deploy/Containerfile` and `deploy/compose.yaml` without a container engine. Builds by the lines of
// the former and starts sandboxes by the latter: a real PostgreSQL, an S3 server, two instances, nginx in
// front. The S3 server is that of the tests; PostgreSQL and nginx are those of this machine.

const deploy = join(root, 'deploy');
const NGINX = 101;
/** Packages of Debian's smallest image that programs link to. */
const ALWAYS_THERE = ['libc6', 'libgcc-s1', 'libstdc++6'];
const admin = { email: 'prova@rede.example', password: 'azulejo vento cadeira' };

const megabytes = (path: string) =>
  Number(execFileSync('sh', ['-c', `du -smc ${path} | tail -1`], { encoding: 'utf8' }).split('\t')[0]);
const residentMegabytes = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Returns `environment` of the product in `compose.yaml`, with this machine's addresses. */
async function environmentOf(addresses: Record<string, string>): Promise<Record<string, string>> {
  const text = await readFile(join(deploy, 'compose.yaml'), 'utf8');
  const [, lines = ''] = /x-product:[\s\S]*?\n {2}environment:\n((?: {4}.*\n)+)/.exec(text) ?? [];
  const variables = [...lines.matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replace(/^"(.*)"$/, '$1').replace(/\$\{SITE[^}]*\}/, NAME),
  ]);
  expect(variables.length).toBeGreaterThan(6);
  return { ...Object.fromEntries(variables), ...addresses };
}

/** Needs root: bubblewrap cannot switch to another user otherwise. */
const canTry =
  process.getuid?.() === 0 && isInstalled('bwrap') && isInstalled('nginx') && findPostgres() !== undefined;

describe.runIf(canTry)('the image of deploy/Containerfile in deploy/compose.yaml', () => {
  let parent: string;
  let built: BuiltImage;
  let store: S3Server;
  let database: SandboxedProcess;
  let front: ProxyServer;
  const instances: { port: number; boxed: SandboxedProcess; box: SandboxOptions }[] = [];
  let environment: Record<string, string>;
  let staff: Record<string, string>;

  /** Creates a volume of `compose.yaml`: a folder with an owner. */
  const volume = async (name: string, owner: number, mode = 0o700) => {
    const path = join(parent, name);
    await mkdir(path);
    await chown(path, owner, owner);
    await chmod(path, mode);
    return path;
  };
  const idOf = (name: string) => Number(execFileSync('id', ['-u', name]));

  const productBox = (env: Record<string, string>): SandboxOptions => ({
    readOnlyMounts: { '/opt': join(built.folder, 'opt') },
    writableMounts: {
      '/var/lib/vitrine': join(parent, 'data'),
      '/run/vitrine': join(parent, 'secrets'),
      '/run/postgresql': join(parent, 'socket'),
    },
    cwd: built.cwd,
    env: { ...built.env, ...environment, ...env },
    user: built.user,
  });

  async function startInstance(): Promise<void> {
    const port = await freePort();
    const box = productBox({ PORT: String(port) });
    const begun = performance.now();
    const boxed = await startSandboxed(box, built.command);
    instances.push({ port, boxed, box });
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    console.log(`ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }

  async function startDatabase(): Promise<void> {
    const user = idOf('postgres');
    const bin = findPostgres() ?? '';
    const box: SandboxOptions = {
      readOnlyMounts: {
        '/etc/vitrine': await filesOf('postgres', ['postgresql.conf', 'pg_hba.conf']),
        '/etc/ssl': '/etc/ssl',
      },
      writableMounts: {
        '/data': await volume('database', user),
        '/run/postgresql': await volume('socket', user, 0o755),
      },
      user,
    };
    const init = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--auth=trust', '--username=postgres'];
    runSandboxed(box, [join(bin, 'initdb'), '-D', '/data', ...init]);
    const postgres = [join(bin, 'postgres'), '-D', '/data', '-c', 'config_file=/etc/vitrine/postgresql.conf'];
    const [program = '', ...settings] = postgres;
    const statements = await readFile(join(deploy, 'compose/database.sql'), 'utf8');
    runSandboxed(box, [program, '--single', ...settings, 'postgres'], statements);
    database = await startSandboxed(box, postgres, 'ignore');
  }

  /** Copies files of `deploy/compose` to a folder of their own, as mounts show them. */
  async function filesOf(name: string, files: string[]): Promise<string> {
    const folder = await volume(name, 0, 0o755);
    for (const file of files) await copyFile(join(deploy, 'compose', file), join(folder, file));
    return folder;
  }

  async function startFront(): Promise<void> {
    const [plain, tls] = [await freePort(), await freePort()];
    const log = join(parent, 'access.log');
    await writeFile(log, '');
    await chown(log, NGINX, NGINX);
    const boxed = await startSandboxed(
      {
        readOnlyMounts: {
          '/nginx.sh': join(deploy, 'compose/nginx.sh'),
          '/opt/vitrine/deploy/nginx.conf': join(deploy, 'nginx.conf'),
          '/opt/vitrine/deploy/fora-do-ar.html': join(deploy, 'fora-do-ar.html'),
          '/etc/nginx': '/etc/nginx',
          '/etc/ssl/openssl.cnf': '/etc/ssl/openssl.cnf',
          '/etc/ssl/vitrine': await volume('tls', 0, 0o755),
        },
        memoryMounts: ['/var/cache/nginx', '/var/log/nginx', '/var/lib/nginx'],
        env: {
          SITE: NAME,
          INSTANCES: instances.map(({ port }) => `127.0.0.1:${port}`).join(' '),
          PLAIN_PORT: String(plain),
          TLS_PORT: String(tls),
        },
        user: NGINX,
      },
      ['sh', '/nginx.sh'],
      ['ignore', openSync(log, 'a'), 'inherit'],
    );
    front = { plain, tls, stop: async () => void (await boxed.stop('SIGQUIT')) };
    await until(async () => (await requestThrough(front, '/healthz')).status === 200);
  }

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'vitrine-container-'));
    await chmod(parent, 0o755);
    const begun = performance.now();
    built = buildImage(root, parent);
    console.log(`built in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
    await volume('data', built.user);
    await volume('secrets', built.user);
    await startDatabase();
    store = await startS3Server();
    environment = await environmentOf({
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY_ID: store.accessKeyId,
      TRUST_PROXY: '127.0.0.1',
      HOST: '127.0.0.1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    for (const Bucket of [environment.S3_BUCKET, environment.S3_PRIVATE_BUCKET])
      await new S3Client({
        endpoint: store.endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: store,
      }).send(new CreateBucketCommand({ Bucket }));
  }, 900_000);
  afterAll(async () => {
    await front?.stop();
    for (const { boxed } of instances) await boxed.stop();
    await store?.stop();
    await database?.stop('SIGINT');
    await rm(parent, { recursive: true, force: true });
  });

  test('contains no sources, no compiler and no package of development', async () => {
    const product = join(built.folder, 'opt/vitrine');
    expect((await readdir(product)).sort()).toEqual([
      'LICENSE',
      'build',
      'demo',
      'node_modules',
      'package.json',
    ]);
    const files = await readdir(product, { recursive: true });
    expect(files.filter((file) => /\.[cm]?tsx?$|\.env|\.key$|^demo\/art\//.test(file))).toEqual([]);
    expect(
      files.filter((file) =>
        /^node_modules\/.*\.map$|node-linux-\w+\/include\/|musl|darwin|win32/.test(file),
      ),
    ).toEqual([]);
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const installed = files.filter((file) => file in packages);
    expect(installed).toEqual(expect.arrayContaining(runtimePackages.map((name) => `node_modules/${name}`)));
    expect(installed.filter((name) => packages[name]?.dev)).toEqual([]);
    // Both are part of the build.
    expect(installed).not.toContain('node_modules/fastify');
    expect(await readFile(join(product, 'build/server/licences.md'), 'utf8')).toContain('## fastify');

    for (const part of ['', ...(await readdir(product)), 'node_modules/node-linux-*', 'build/client'])
      console.log(`${megabytes(join(product, part))} MB ${part || 'in all'}`);
  });

  test.runIf(isInstalled('dpkg'))('installs all packages that its programs link to', async () => {
    const modules = join(built.folder, 'opt/vitrine/node_modules');
    const programs = (await readdir(modules, { recursive: true })).filter((file) =>
      /\.node$|\.so(\.\d+)*$|^node-linux-\w+\/bin\/node$/.test(file),
    );
    expect(programs.length).toBeGreaterThan(2);
    const wanted = programs.flatMap((file) =>
      [
        ...execFileSync('ldd', [join(modules, file)], { encoding: 'utf8' }).matchAll(
          /^\s+(\S+) => (.+?)( \(|$)/gm,
        ),
      ]
        .map(([, , path = '']) => path)
        .filter((path) => !path.startsWith(modules)),
    );
    expect(wanted).not.toContain('not found');
    const packages = [...new Set(wanted)].map((path) => {
      const at = execFileSync('sh', ['-c', 'dpkg -S "$0" 2>/dev/null || dpkg -S "/usr$0"', path], {
        encoding: 'utf8',
      });
      return at.split(':')[0] ?? '';
    });
    expect([...ALWAYS_THERE, ...built.packages]).toEqual(expect.arrayContaining(packages));
  });

  test('serves the demo alone, on empty and on existing data', { timeout: 240_000 }, async () => {
    const alone = await volume('alone', built.user);
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const box: SandboxOptions = {
      readOnlyMounts: { '/opt': join(built.folder, 'opt') },
      writableMounts: { '/var/lib/vitrine': alone },
      cwd: built.cwd,
      env: { ...built.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error' },
      user: built.user,
    };
    for (const data of ['empty', 'existing', 'existing']) {
      const begun = performance.now();
      const boxed = await startSandboxed(box, built.command);
      await until(async () => (await fetch(address)).ok);
      console.log(`first 200 on ${data} data after ${((performance.now() - begun) / 1000).toFixed(2)} s`);
      if (data === 'existing') {
        await setTimeout(20_000);
        console.log(`${residentMegabytes(boxed.pid)} MB at rest`);
        const paths = pageKinds(await (await fetch(`${address}/sitemap.xml`)).text());
        expect(paths.length).toBeGreaterThan(10);
        for (let count = 0; count < 1000; count += 1) {
          const path = paths[count % paths.length] ?? '';
          // Different addresses, so that some pages are rendered.
          const page = await fetch(`${address}${path}?q=${count}`);
          expect([page.status, path]).toEqual([200, path]);
          await page.arrayBuffer();
        }
        console.log(`${residentMegabytes(boxed.pid)} MB after 1000 requests`);
      }
      expect((await boxed.stop()).code).toBe(0);
    }
  });

  test('creates secret and buckets at the first start, and leaves them at the second', async () => {
    const files = await volume('files', built.user);
    const prepare = () =>
      runSandboxed(
        {
          ...productBox({}),
          readOnlyMounts: {
            ...productBox({}).readOnlyMounts,
            '/prepare.sh': join(deploy, 'compose/prepare.sh'),
          },
          writableMounts: { '/run/vitrine': join(parent, 'secrets'), '/var/lib/vitrine-files': files },
        },
        ['sh', '/prepare.sh'],
      );
    prepare();
    const secret = join(parent, 'secrets/s3');
    const first = await readFile(secret, 'utf8');
    expect(first.length).toBeGreaterThan(40);
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    expect((await readdir(files)).sort()).toEqual(
      [environment.S3_PRIVATE_BUCKET, environment.S3_BUCKET].sort(),
    );
    prepare();
    expect(await readFile(secret, 'utf8')).toBe(first);
    // The store of the tests has its own key.
    await writeFile(secret, store.secretAccessKey);
  });

  test('starts two instances as an unprivileged user without capabilities, with write access to their data only', {
    timeout: 120_000,
  }, async () => {
    await startInstance();
    await startInstance();
    for (const { boxed, box, port } of instances) {
      const status = await readFile(`/proc/${boxed.pid}/status`, 'utf8');
      expect(status).toMatch(
        new RegExp(`^Uid:\\s${built.user}\\s${built.user}\\s${built.user}\\s${built.user}$`, 'm'),
      );
      for (const kind of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
        expect(status).toMatch(new RegExp(`^${kind}:\\s0+$`, 'm'));
      expect(status).toMatch(/^NoNewPrivs:\s1$/m);
      const tried =
        'for where in / /etc /usr /opt /opt/vitrine /opt/vitrine/src /run; do touch "$where/x" 2>/dev/null && echo "$where"; done; true';
      expect(runSandboxed(box, ['sh', '-c', tried])).toBe('');
      // Runs the health check, also against a port where no process listens.
      runSandboxed({ ...box, env: { ...box.env, PORT: String(port) } }, built.health);
      expect(() => runSandboxed({ ...box, env: { ...box.env, PORT: '1' } }, built.health)).toThrow();
    }
  });

  test('the socket gives no access to another database or a superuser', () => {
    const comesIn = (user: string, name: string) => {
      const command = ['psql', '--host=/run/postgresql', `--username=${user}`, '--command=select 1', name];
      try {
        return runSandboxed(productBox({}), command).includes('1 row');
      } catch (error) {
        // The connection failed.
        expect((error as { status: number }).status).toBe(2);
        return false;
      }
    };
    expect(comesIn('vitrine', 'vitrine')).toBe(true);
    expect(comesIn('postgres', 'vitrine')).toBe(false);
    expect(comesIn('vitrine', 'postgres')).toBe(false);
  });

  test('processes a picture and a booklet in child processes and shows them on the other instance', {
    timeout: 120_000,
  }, async () => {
    await startFront();
    const login = await requestThrough(front, '/api/auth/login', {
      method: 'POST',
      body: JSON.stringify(admin),
      headers: { 'content-type': 'application/json' },
    });
    expect(login.status, login.text).toBe(200);
    staff = { authorization: `Bearer ${JSON.parse(login.text).data.token.access_token}` };

    const send = async (path: string, fields: Record<string, string | File>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const sent = new Request('http://x', { method: 'POST', body: form });
      const saved = await requestThrough(front, path, {
        method: 'POST',
        headers: { ...staff, 'content-type': sent.headers.get('content-type') ?? '' },
        body: Buffer.from(await sent.arrayBuffer()),
      });
      expect(saved.status, saved.text).toBe(201);
    };
    const picture = fileOf(await jpeg({ width: 1600, height: 800 }), 'a.jpg', 'image/jpeg');
    await send('/api/admin/banners/store', { title: 'De um para o outro', image: picture });
    await send('/api/admin/booklets/fortnightly/store', {
      doc: fileOf(pdf(), 'Encarte.pdf', 'application/pdf'),
      valid_from: '2020-01-01',
      valid_until: '2099-12-31',
    });
    await until(
      async () =>
        JSON.parse((await requestThrough(front, '/api/site/booklets/fortnightly/pages')).text).data.pages
          .length === 1,
    );

    // The other instance must show both too, whichever saved them.
    for (const { port } of instances) {
      const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
      expect(page).toContain('De um para o outro');
    }
    const { text } = await requestThrough(front, '/api/site/home');
    const addresses = [
      ...new Set(
        [...text.matchAll(/"(\/media\/[^"]+|https?:[^"]+\/media\/[^"]+)"/g)].map(([, one = '']) => one),
      ),
    ];
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) {
      const { pathname, search } = new URL(address, `https://${NAME}`);
      for (const { port } of instances)
        expect((await fetch(`http://127.0.0.1:${port}${pathname}${search}`)).status, pathname).toBe(200);
      expect((await requestThrough(front, pathname + search)).status).toBe(200);
    }
  });

  test('nginx serves shoppers from its cache, passes staff through and hides the metrics', async () => {
    const kinds = (
      await Promise.all(Array.from({ length: 20 }, () => requestThrough(front, '/contacts')))
    ).map(({ headers }) => String(headers['x-cache']));
    expect(kinds.filter((kind) => kind === 'MISS').length).toBeLessThanOrEqual(2);
    const office = await requestThrough(front, '/api/admin/banners', { headers: staff });
    expect(office.headers['x-cache']).not.toBe('HIT');
    expect((await requestThrough(front, '/metrics')).status).toBe(404);
    expect((await requestThrough(front, '/branches', { plain: true })).headers.location).toBe(
      `https://${NAME}/branches`,
    );
  });

  test('SIGTERM as process 1 ends an instance within ten seconds while the other one serves', async () => {
    const [first, second] = instances;
    const stopped = await first?.boxed.stop();
    console.log(`SIGTERM: ${stopped?.ms.toFixed(0)} ms`);
    expect(stopped?.code).toBe(0);
    expect(stopped?.ms).toBeLessThan(10_000);
    for (let count = 0; count < 6; count += 1) {
      const page = await requestThrough(front, `/?vez=${count}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain('De um para o outro');
    }
    expect((await second?.boxed.stop())?.code).toBe(0);
    const away = await requestThrough(front, '/api/site/phones');
    expect([200, 503]).toContain(away.status);
    expect((await requestThrough(front, '/api/admin/banners', { headers: staff })).status).toBe(503);
  });
});
