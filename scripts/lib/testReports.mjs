import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestResult[] }} VitestFile */
/** @typedef {{ message?: string }} PlaywrightError */
/** @typedef {{ status: string, projectName: string, results: { error?: PlaywrightError }[] }} PlaywrightTest */
/** @typedef {{ file: string, title: string, tests: PlaywrightTest[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */

/**
 * Describes the failed tests of a file. A file that cannot be loaded has no test in the report, but is a failure.
 * @param {VitestFile} file
 */
export function vitestFailures({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [described(file, message)] : [];
  return failed.map(({ fullName, failureMessages }) =>
    described(`${file} › ${fullName}`, failureMessages[0]),
  );
}

/**
 * Describes the tests of a suite, and of those in it, whose outcome is `status`.
 * @param {Suite} suite
 * @param {'unexpected' | 'flaky'} status
 * @returns {string[]}
 */
export function playwrightResults({ specs = [], suites = [] }, status) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ projectName, results }) =>
        described(
          `e2e/${file} › ${title} [${projectName}]`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap((suite) => playwrightResults(suite, status))];
}

/**
 * Adds the first line of its error to the name of a test.
 * @param {string} name
 */
function described(name, message = '') {
  return `${name}: ${stripVTControlCharacters(message).split('\n')[0]}`;
}
