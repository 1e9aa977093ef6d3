import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { machinePath, root } from './project.mjs';

/** Days from an advisory's publication until a release has the repair, by npm's words: SECURITY.md promises them. */
export const DAYS = { critical: 7, high: 14, moderate: 30, low: 90, info: 90 };

/** What is used by the build and by tests alone has this many times as long. */
const BESIDE_PRODUCTION = 2;

/** Advisories that somebody looked at: since when each is public, and why it does not touch us, where that is so. */
const notes = path.join(root, 'docs/advisories.json');

/**
 * @typedef {{ url: string, name: string, title: string, severity: keyof typeof DAYS }} Advisory
 * @typedef {{ via: (string | Advisory)[], nodes: string[] }} Vulnerable
 * @typedef {{ vulnerabilities: Record<string, Vulnerable> }} Report
 * @typedef {Record<string, { public: string, accepted?: string }>} Notes by the last part of the advisory's address
 */

/**
 * What a report of `npm audit` leaves to do, each in a line; empty where all is as promised. A report does not say
 * since when an advisory is public: one that has no note yet is refused, so that somebody looks.
 * @param {Report} report
 * @param {Notes} known
 * @param {Record<string, { dev?: boolean }>} packages of the lock file
 * @param {number} now
 */
export function overdue(report, known, packages, now) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const { via, nodes } of Object.values(report.vulnerabilities)) {
    const runs = nodes.some((node) => !packages[node]?.dev);
    for (const advisory of via) {
      // A name: the advisory stands at that package.
      if (typeof advisory === 'string') continue;
      const id = advisory.url.split('/').pop() ?? '';
      const note = known[id];
      if (note?.accepted) continue;
      const what = `${advisory.name}: ${advisory.severity}, ${advisory.title} (${advisory.url})`;
      if (!note)
        lines.set(id, `${what}: nova; anote desde quando é pública em docs/advisories.json, ou atualize`);
      else if (now > Date.parse(note.public) + daysFor(advisory.severity, runs) * 86_400_000)
        lines.set(id, `${what}: pública desde ${note.public}, o prazo passou`);
    }
  }
  return [...lines.values()];
}

/** @param {keyof typeof DAYS} severity @param {boolean} runs in production */
const daysFor = (severity, runs) => DAYS[severity] * (runs ? 1 : BESIDE_PRODUCTION);

/**
 * Asks the registry; words where it gives no answer, be it for want of a network or because it has no advisories.
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
    // Whom it asked is the machine's own affair.
    const reason = (error?.summary || message || 'sem resposta').replace(/https?:\/\/\S+/g, '…');
    return { unanswered: reason };
  }
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const known = JSON.parse(readFileSync(notes, 'utf8'));
  return { lines: overdue({ vulnerabilities }, known, packages, Date.now()) };
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
