import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { machinePath, root } from './project.mjs';

/**
 * Days from an advisory's publication until a release with the fix, by npm's severity. SECURITY.md promises
 * them.
 */
export const FIX_DEADLINE_DAYS = { critical: 7, high: 14, moderate: 30, low: 90, info: 90 };

/** Factor for packages that only build and tests use. */
const BESIDE_PRODUCTION = 2;

/** Reviewed advisories: when each became public and, if accepted, why it does not affect the product. */
const notes = path.join(root, 'docs/advisories.json');

/**
 * @typedef {{ url: string, name: string, title: string, severity: keyof typeof FIX_DEADLINE_DAYS }} Advisory
 * @typedef {{ via: (string | Advisory)[], nodes: string[] }} Vulnerable
 * @typedef {{ vulnerabilities: Record<string, Vulnerable> }} Report
 * @typedef {Record<string, { public: string, accepted?: string }>} Notes by the last part of the advisory's address
 */

/**
 * Returns the open tasks of a report of `npm audit`, one per line; empty if there are none. Reports lack the
 * publication date, so an advisory without a note is refused until it is reviewed.
 * @param {Report} report
 * @param {Notes} known
 * @param {Record<string, { dev?: boolean }>} packages of the lock file
 * @param {number} now
 */
export function overdueAdvisories(report, known, packages, now) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const { via, nodes } of Object.values(report.vulnerabilities)) {
    const runs = nodes.some((node) => !packages[node]?.dev);
    for (const advisory of via) {
      // A string is the name of another package, which has the advisory itself.
      if (typeof advisory === 'string') continue;
      const id = advisory.url.split('/').pop() ?? '';
      const note = known[id];
      if (note?.accepted) continue;
      const summary = `${advisory.name}: ${advisory.severity}, ${advisory.title} (${advisory.url})`;
      if (!note)
        lines.set(id, `${summary}: nova; anote desde quando é pública em docs/advisories.json, ou atualize`);
      else if (now > Date.parse(note.public) + daysFor(advisory.severity, runs) * 86_400_000)
        lines.set(id, `${summary}: pública desde ${note.public}, o prazo passou`);
    }
  }
  return [...lines.values()];
}

/** @param {keyof typeof FIX_DEADLINE_DAYS} severity @param {boolean} runs in production */
const daysFor = (severity, runs) => FIX_DEADLINE_DAYS[severity] * (runs ? 1 : BESIDE_PRODUCTION);

/**
 * Runs `npm audit`. Returns the registry's message if it fails, such as without a network or without
 * advisories.
 * @returns {Promise<{ lines: string[] } | { unanswered: string }>}
 */
export async function audit() {
  const text = await outputOf('npm', ['audit', '--json', '--loglevel=silent']);
  /** @type {Partial<Report> & { message?: string, error?: { summary?: string } }} */
  let report = {};
  try {
    report = JSON.parse(text);
  } catch {}
  const { vulnerabilities, error, message } = report;
  if (!vulnerabilities) {
    // Hide the registry's address, which is private to the machine.
    const reason = (error?.summary || message || 'sem resposta').replace(/https?:\/\/\S+/g, '…');
    return { unanswered: reason };
  }
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const known = JSON.parse(readFileSync(notes, 'utf8'));
  return { lines: overdueAdvisories({ vulnerabilities }, known, packages, Date.now()) };
}

/** @param {string} program @param {string[]} args @returns {Promise<string>} */
function outputOf(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: machinePath() },
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
    timeout: 60_000,
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  return new Promise((resolve) => child.on('error', () => resolve('')).on('close', () => resolve(text)));
}
