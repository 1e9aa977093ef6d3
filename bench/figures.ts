import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { root } from './product.ts';

/** One measured value with its goal. */
export interface Figure {
  what: string;
  measured: string;
  goal: string;
  /** Another program or another state, measured in the same run, that the value is compared with. */
  reference?: string;
  reached: boolean;
}

/** Returns a Markdown table of goal, reference and result. */
export function figuresTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, goal, reference, measured, reached }) =>
    [what, goal, reference ?? '–', reached ? measured : `${measured} (**missed**)`].join(' | '),
  );
  return [
    '| What | Goal | Reference | Result |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** Says when, where and on which commit something is measured. */
export function circumstances(date = new Date()): string {
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs') !== '';
  const cores = cpus();
  return (
    `Measured ${day}, commit \`${git('rev-parse', '--short=8', 'HEAD')}\`${changed ? ' with changes' : ''}, ` +
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), Node.js ${process.versions.node}.`
  );
}

/**
 * Returns `document` with `sections` in place of the sections of the same headings. Sections stand in the
 * order of `headings`; the text before the first heading stays.
 */
export function replaceSections(
  document: string,
  sections: ReadonlyMap<string, string>,
  headings: readonly string[],
): string {
  const [introduction = '', ...parts] = document.split(/^## /m);
  const kept = new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
    }),
  );
  const written = headings.flatMap((heading) => {
    const text = sections.get(heading) ?? kept.get(heading);
    return text === undefined ? [] : [`## ${heading}\n\n${text}`];
  });
  return `${[introduction.trim(), ...written].join('\n\n')}\n`;
}
