import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findingsInCode, findingsInDocument } from './lib/plainEnglish.mjs';
import { root } from './lib/project.mjs';

// Checks the language of comments, test names, exported names and documents: the part of CONTRIBUTING.md's rules that
// a machine can check. Run by `npm run lint`.

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(path.join(root, file)));

let count = 0;
for (const file of files) {
  const isCode = /\.(?:ts|tsx|mjs)$/.test(file);
  const isDocument = /\.md$/.test(file) && !/^(?:LEIAME|demo\/)/.test(file);
  if (!isCode && !isDocument) continue;
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const { line, problem, text: found } of isCode
    ? findingsInCode(file, text)
    : findingsInDocument(text)) {
    count += 1;
    process.stderr.write(`${file}:${line}: ${problem}: ${found.slice(0, 100)}\n`);
  }
}
if (count > 0) process.stderr.write(`\n${count} findings. CONTRIBUTING.md, "Language", has the rules.\n`);
process.exitCode = count > 0 ? 1 : 0;
