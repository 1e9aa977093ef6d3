import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { cyclesOf, importsOf } from './lib/imports.mjs';
import { root } from './lib/project.mjs';

// Checks that imports go one way between the rooms of `src`, that no server code reaches a browser, and that the
// folders of `src/content` form no cycle. Tests may import anything. Run by `npm run lint`.

const DRAWING = ['shared', 'ui', 'brand'];
const ENGINE = ['shared', 'platform', 'ui', 'brand', 'records/define', 'records/server', 'records/office'];

/** Rooms of `src`, from the lowest. A room may import itself and what it lists. */
const ROOMS = {
  shared: [],
  platform: ['shared', 'brand'],
  brand: [],
  ui: ['shared', 'brand'],
  'records/define': ['shared'],
  'records/server': ['shared', 'platform', 'records/define'],
  'records/office': [...DRAWING, 'records/define'],
  content: ENGINE,
  accounts: [...ENGINE, 'content'],
  office: [...ENGINE, 'content', 'accounts'],
  site: [...DRAWING, 'content', 'accounts'],
};

const names = Object.keys(ROOMS).sort((a, b) => b.length - a.length);

/** @param {string} file */
const roomOf = (file) =>
  /** @type {keyof typeof ROOMS | undefined} */ (names.find((name) => file.startsWith(`src/${name}/`)));

/** @param {string} file */
const isBrowserCode = (file) =>
  /^src\/(ui|brand|site|records\/office)\/|\/(office|site)\/\w[^/]*$|\.tsx$|\.browser\.ts$/.test(file) &&
  !isServerCode(file);

/** @param {string} file */
const isServerCode = (file) =>
  !isContract(file) &&
  /^src\/(platform|records\/server|server)\/|\.(service|routes|job|jobs|mail|tables|child|process|worker)\.ts$/.test(
    file,
  );

/** @param {string} file */
const isContract = (file) => file.endsWith('.contract.ts');

/**
 * Returns what is wrong with an import, and what to do, or undefined.
 * @param {string} from
 * @param {string} to
 */
function problemOf(from, to) {
  const room = roomOf(from);
  if (to.startsWith('node:')) {
    return (isBrowserCode(from) && from !== 'src/entry.server.tsx') || isContract(from) || room === 'shared'
      ? 'This file also runs in a browser, which has no Node: use a web API, or do it on the server behind an endpoint.'
      : undefined;
  }
  if (!to.startsWith('src/')) return undefined;
  if ((isBrowserCode(from) || isContract(from) || room === 'shared') && isServerCode(to))
    return 'Rules, SQL and files stay on the server: declare an endpoint in a *.contract.ts and call it with callEndpoint().';
  if (isServerCode(from) && to.startsWith('src/ui/'))
    return 'Server code draws nothing: what both sides need is in src/shared.';
  if (room === 'site' && to.startsWith('src/records/office/'))
    return 'No back-office code may reach a visitor: what both need is in src/ui.';
  const target = roomOf(to);
  const isAllowed =
    target && room && (target === room || /** @type {string[]} */ (ROOMS[room]).includes(target));
  if (room && target && !isAllowed && !isContract(to))
    return `src/${room} may import ${ROOMS[room].join(', ') || 'no other room'}, not ${target}: move what both need down, or let the caller pass it in.`;
  if (room && !target && to.startsWith('src/server/')) return 'Only src/server imports src/server.';
  return undefined;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file) && existsSync(path.join(root, file)),
  );

/** @type {Map<string, Set<string>>} */
const folders = new Map();
/** @param {string} file */
const folderOf = (file) => /^src\/content\/(\w+)\//.exec(file)?.[1];
let count = 0;
/** @param {string} message */
const report = (message) => {
  count += 1;
  process.stderr.write(`${message}\n`);
};

for (const file of files)
  for (const { to, line } of importsOf(file)) {
    const problem = problemOf(file, to);
    if (problem) report(`${file}:${line}: ${to}: ${problem}`);
    const [from, target] = [folderOf(file), folderOf(to)];
    if (!from || !target || from === target) continue;
    folders.set(from, (folders.get(from) ?? new Set()).add(target));
  }
for (const cycle of cyclesOf(folders).map((names) => names.join(', ')))
  report(`src/content: ${cycle} import each other: move what they share into a folder of its own.`);
process.exitCode = count > 0 ? 1 : 0;
