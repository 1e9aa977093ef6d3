import { describe, expect, test } from 'vitest';
import { findingsInCode, findingsInDocument } from '../../../scripts/lib/plainEnglish.mjs';

const inCode = (line: string, file = 'src/x.ts') =>
  findingsInCode(file, line).map(({ line: at, problem }) => [at, problem]);

const SUBJECT = 'begin the comment with its subject or a verb';
const ACTOR = 'name the actor: user, staff, caller, client';
const NOUN = 'name the export by a noun';
const STATEMENT = 'write the test name as a complete statement';

describe('the language check of code', () => {
  test.each([
    ['/** What hears requests. */', SUBJECT],
    ['// Of those, the first.', SUBJECT],
    ['/**\n * By which files are found.\n */', SUBJECT],
    ['// With whom it is shared.', SUBJECT],
    ['// Tells whoever asks.', ACTOR],
    ['export interface Asked {', NOUN],
    ['export async function Told() {', NOUN],
  ])('reports %j', (code, problem) => {
    expect(inCode(code).map(([, found]) => found)).toContain(problem);
  });

  test.each([
    '/** Returns the rows that changed. */',
    '// Callers wait for the same promise,\n// which ends with the render.',
    '// biome-ignore lint/x: by design',
    'export interface ChangedRecord {',
    "const text = 'what is whoever';",
  ])('accepts %j', (code) => {
    expect(inCode(code)).toEqual([]);
  });

  test('reports fragments among the names of tests, and in tests only', () => {
    const code = ['is told once', 'returns 404 after a deletion']
      .map((title) => `test('${title}', () => {});`)
      .join('\n');
    expect(inCode(code, 'src/x.test.ts')).toEqual([[1, STATEMENT]]);
    expect(inCode(code)).toEqual([]);
  });
});

describe('the language check of documents', () => {
  const LONG = `${'word '.repeat(31)}end.`;
  const SHORT = Array.from({ length: 60 }, () => 'The server answers at once.').join(' ');

  test('reports vague actors outside tables, headings and code', () => {
    const text = '# Nobody\n\nNobody reads it.\n\n| Somebody |\n\n```\nwhoever\n```\n';
    expect(findingsInDocument(text)).toEqual([{ line: 3, problem: ACTOR, text: 'Nobody reads it.' }]);
  });

  test('reports long sentences when more than one in twenty is long', () => {
    const problem = 'split the sentence: over 30 words';
    expect(findingsInDocument(`${LONG}\n\n${LONG}\n`).map((found) => found.problem)).toEqual([
      problem,
      problem,
    ]);
    expect(findingsInDocument(`${SHORT}\n\n${LONG}\n\n${LONG}\n`)).toEqual([]);
  });
});
