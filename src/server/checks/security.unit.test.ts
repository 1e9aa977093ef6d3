import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { resources } from '../../content/resources.ts';
import type { Deps } from '../../platform/deps.ts';
import { CHANGE_STREAM_PATH } from '../../platform/http/remoteProtocol.ts';
import { addressName } from '../../shared/resource.ts';
import { features } from '../features.ts';
import { formEndpointOf, plainForms } from '../pages/forms.ts';

// Code and tests that `docs/security.md` names must exist under that name.

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8');

/** Number of requirements of each level in OWASP ASVS 5.0.0. */
const OF_LEVEL = { 1: 70, 2: 183 };

interface Item {
  id: string;
  level: string;
  state: string;
  how: string;
}

const items: Item[] = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (met|n\/a|open) \| (.+) \|$/gm),
].map(([, id = '', level = '', state = '', how = '']) => ({ id, level, state, how }));

/** A chapter that does not apply at all lists its items. */
for (const [, lists = ''] of page.matchAll(/^Items, all `n\/a`(.+)$/gm))
  for (const [, level = '', ids = ''] of lists.matchAll(/level ([12]): ([\d., ]+)/gi))
    for (const id of ids.match(/\d+\.\d+\.\d+/g) ?? []) items.push({ id, level, state: 'n/a', how: '' });

test('docs/security.md lists each item of both levels once', () => {
  expect(items.length).toBe(new Set(items.map(({ id }) => id)).size);
  for (const [level, count] of Object.entries(OF_LEVEL))
    expect(items.filter((item) => item.level === level).length, `level ${level}`).toBe(count);
});

test('docs/security.md has no open item of level 1, and a reason for each open one of level 2', () => {
  const open = items.filter(({ state }) => state === 'open');
  expect(open.filter(({ level }) => level === '1').map(({ id }) => id)).toEqual([]);
  expect(open.filter(({ how }) => !how.includes('Reason:')).map(({ id }) => id)).toEqual([]);
});

const FILE = /^(?:src|test|e2e|docs|deploy|scripts|bench|migrations)\/[\w./-]+\.\w+$/;
const named = [...page.matchAll(/`([^`\n]+)`/g)]
  .map(([, text = '']) => text)
  .filter((text) => FILE.test(text));

test('docs/security.md names only existing files', () => {
  expect(named.length).toBeGreaterThan(200);
  expect([...new Set(named)].filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
});

/** Normalizes a name as tests contain it: in parts of templates, escaped, or followed by more text. */
const plain = (text: string) => text.replaceAll('\\', '').replace(/\s+/g, ' ');

const [table = ''] = (page.split('\n## API endpoints\n')[1] ?? '').split('\n## ');

/** Rows of "API endpoints": patterns of calls, and the text that names code and tests. */
const callRows = [...table.matchAll(/^\| (`[A-Z{].+?`) \| (.+) \|$/gm)].map(([, calls = '', how = '']) => ({
  patterns: [...calls.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern),
  how,
}));

const endpoints = features.flatMap(({ routes }) =>
  (routes?.({} as Deps) ?? []).map(({ endpoint }) => endpoint),
);

/** Names of resources in paths: of their records, of their screens, and of their tables. */
const recordNames = resources.flatMap(({ table, office }) => [
  table.replaceAll('_', '-'),
  addressName(office),
]);
const pathNames = endpoints.flatMap(({ path }) => /^\/admin\/([\w-]+)\/details\//.exec(path)?.[1] ?? []);
const records = `{${[...new Set([...recordNames, ...pathNames])].join(',')}}`;

/** Returns an expression for a pattern: `*` is one segment, and braces hold alternatives without braces. */
const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace('{records}', records)
      .split(/(\{[^{}]+\}|\*)/)
      .map((part) => {
        if (part === '*') return '[^/]+';
        if (!part.startsWith('{')) return RegExp.escape(part);
        return `(?:${part
          .slice(1, -1)
          .split(',')
          .map((alternative) =>
            alternative
              .split('*')
              .map((text) => RegExp.escape(text))
              .join('[^/]+'),
          )
          .join('|')})`;
      })
      .join('')}$`,
  );

const calls = [
  ...endpoints.map(({ method, path }) => `${method} ${path}`),
  `GET ${CHANGE_STREAM_PATH}`,
  ...plainForms.map((form) => `POST ${formEndpointOf(form)}`),
];

test('docs/security.md has a row for each endpoint in the table of calls', () => {
  const expressions = callRows.flatMap(({ patterns }) => patterns).map(expressionOf);
  expect(calls.length).toBeGreaterThan(400);
  expect(calls.filter((call) => !expressions.some((expression) => expression.test(call)))).toEqual([]);
});

test('docs/security.md has no row without an endpoint, and names a test in each row', () => {
  const patterns = callRows.flatMap((door) => door.patterns);
  expect(patterns.filter((pattern) => !calls.some((call) => expressionOf(pattern).test(call)))).toEqual([]);
  expect(callRows.filter(({ how }) => !/`[^`]+\.test\.ts` «/.test(how)).map((door) => door.patterns)).toEqual(
    [],
  );
});

test('docs/security.md names only existing tests', () => {
  const missing: string[] = [];
  const rows = [...items, ...callRows.map(({ patterns, how }) => ({ id: patterns[0], how }))];
  for (const { id, how } of rows) {
    let file = '';
    for (const [, path, name] of how.matchAll(/`([^`]+)`|«([^»]*(?:«[^»]*»[^»]*)*)»/g)) {
      if (path) file = /\.(test|spec|drill)\.tsx?$/.test(path) ? path : file;
      else if (file && name) {
        const text = existsSync(resolve(root, file)) ? plain(readFileSync(resolve(root, file), 'utf8')) : '';
        if (
          !plain(name)
            .split('…')
            .every((part) => text.includes(part.trim()))
        )
          missing.push(`${id}: ${file} «${name}»`);
      }
    }
  }
  expect(missing).toEqual([]);
});
