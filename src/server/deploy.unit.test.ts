import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// What the files in deploy/ promise, as text; `npm run drill -- proxies` starts the product behind them.

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../deploy', file), 'utf8');
const HSTS = 'max-age=31536000; includeSubDomains';

describe('the service', () => {
  const settings = read('vitrine.service')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
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
    ['ProtectProc', 'invisible'],
    ['ProtectKernelTunables', 'yes'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX'],
    ['RestrictNamespaces', 'yes'],
    ['RestrictSUIDSGID', 'yes'],
    ['LockPersonality', 'yes'],
    ['SystemCallFilter', '@system-service'],
  ])('has %s=%s', (name, value) => {
    expect(valuesOf(name)).toEqual([value]);
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
