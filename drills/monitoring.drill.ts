import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newDataDir, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { freePort } from '../test/port.ts';

const directory = resolve(import.meta.dirname, '../deploy/monitoring');

/** Throws with the output of promtool if it rejects its input. */
function promtool(args: string[], input?: string): string {
  const options = { cwd: directory, encoding: 'utf8', stdio: 'pipe', input } as const;
  try {
    return execFileSync('promtool', args, options);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`);
  }
}

function hasPromtool(): boolean {
  try {
    promtool(['--version']);
    return true;
  } catch {
    console.warn('promtool is missing (apt-get install prometheus): NOTHING WAS CHECKED');
    return false;
  }
}

describe.runIf(hasPromtool())('Prometheus', () => {
  test('accepts the configuration and the rules, and fires each alert', () => {
    promtool(['check', 'config', 'prometheus.yml']);
    promtool(['check', 'rules', 'alerts.yml']);
    console.log(promtool(['test', 'rules', 'alerts.test.yml', 'alerts.slow.test.yml']));
  });

  test('accepts all expressions of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync(join(directory, 'dashboard.json'), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const expressions = panels
      .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
    const rules = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }));
    const file = join(tmpdir(), `vitrine-dashboard-${process.pid}.json`);
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    try {
      expect(promtool(['check', 'rules', file])).toContain(`${expressions.length} rules found`);
    } finally {
      rmSync(file);
    }
  });

  test('scrapes a busy product at little cost', async () => {
    const dataDir = await newDataDir();
    const port = String(await freePort());
    const product = await startProduct(dataDir, undefined, { METRICS: '1', METRICS_PORT: port });
    try {
      const headers = { authorization: `Bearer ${await tokenOf(product)}` };
      for (const path of ['/', '/branches', '/shops', '/nada', '/api/site/home', '/api/site/home'])
        await (await fetch(product.url + path)).arrayBuffer();
      for (const path of ['banners', 'revenues', 'shops', 'work-with-us'])
        await (await fetch(`${product.url}/api/admin/${path}`, { headers })).arrayBuffer();
      const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const text = await scrape();
      expect(promtool(['check', 'metrics'], text)).toBe('');
      const begun = performance.now();
      for (let time = 0; time < 20; time += 1) await scrape();
      console.log(
        `${text.split('\n').length} lines, ${text.length} bytes, ${((performance.now() - begun) / 20).toFixed(1)} ms`,
      );
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  });
});
