import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { audit } from './lib/audit.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureChromium, ensurePostgres, ensureS3 } from './lib/machine.mjs';
import { main } from './lib/main.mjs';
import { root, runNode, say } from './lib/project.mjs';
import { playwrightResults, vitestFailures } from './lib/testReports.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */

const usage = 'uso: npm test -- [--only types|lint|audit|build|api|e2e] [filtro, com api ou e2e]';

/** Steps in order. A failed step does not stop the next one. */
const steps = {
  types: checkTypes,
  lint: checkStyle,
  audit: checkPackages,
  build: () => asOne(ensureBuilt().then(() => 0)),
  api: runVitest,
  e2e: runPlaywright,
};

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true;
  });
}

await main(async () => {
  const { chosen, filter } = parseArguments(process.argv.slice(2));
  await ensureInstalled();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for (const name of chosen) {
    process.stdout.write(`\n── ${name} ──\n`);
    const count = await steps[name](filter).catch((/** @type {Error} */ error) => {
      say(error.message);
      return failure();
    });
    if (interrupted) process.exit(130);
    add(total, count);
    if (count.failed > 0) failures.push(...(count.failures?.length ? count.failures : [name]));
  }
  // Repeated at the end, because the output of the tests themselves is long.
  process.stdout.write(failures.map((failed) => `\n### FAILED ### ${failed}\n`).join(''));
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});

/** @param {string[]} args */
function parseArguments(args) {
  const names = /** @type {(keyof typeof steps)[]} */ (Object.keys(steps));
  // Known vulnerabilities change without a change of the code, so only CI checks them by default.
  if (args.length === 0)
    return { chosen: names.filter((name) => name !== 'audit' || process.env.CI === 'true'), filter: args };
  const only = names.find((name) => name === args[1]);
  const filter = args.slice(2);
  if (args[0] !== '--only' || !only || (filter.length > 0 && only !== 'api' && only !== 'e2e')) {
    throw new Error(usage);
  }
  // Tests of the built site need a current build.
  const chosen = names.filter(
    (name) => name === only || (name === 'build' && (only === 'api' || only === 'e2e')),
  );
  return { chosen, filter };
}

/** Generates the route types first, because the browser project reads them. */
async function checkTypes() {
  let code = await runNode(['node_modules/@react-router/dev/bin.cjs', 'typegen']);
  for (const project of ['server', 'browser', 'worker', 'e2e']) {
    const failed = await runNode(['node_modules/typescript/bin/tsc', '-p', `tsconfig.${project}.json`]);
    code = code || failed;
  }
  return asOne(code);
}

/** Checks format and code with Biome, the imports between rooms, and the language of comments, names and documents. */
async function checkStyle() {
  const style = await runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']);
  const imports = await runNode(['scripts/lintImports.mjs']);
  const language = await runNode(['scripts/lintLanguage.mjs']);
  return asOne(style || imports || language);
}

/**
 * Checks packages for known vulnerabilities. A registry that does not respond is no failure.
 * @returns {Promise<Count>}
 */
async function checkPackages() {
  const result = await audit();
  if ('unanswered' in result) {
    process.stdout.write(
      `\n### SKIP ### falhas conhecidas de pacotes não foram perguntadas: ${result.unanswered}.\n`,
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  process.stdout.write(result.lines.map((line) => `${line}\n`).join(''));
  return asOne(result.lines.length);
}

/** @param {string[]} filter */
async function runVitest(filter) {
  const postgres = await ensurePostgres();
  const s3 = await ensureS3();
  const projects = ['unit', 'sqlite', ...(postgres ? ['postgres'] : []), ...(s3 ? ['s3'] : [])].flatMap(
    (name) => ['--project', name],
  );
  const report = newReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...projects, ...reporters, ...filter]);
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = readReport(report);
  const failures = testResults.flatMap(vitestFailures);
  /** @type {Count} */
  const count = {
    passed: numPassedTests,
    failed: failures.length,
    skipped: numPendingTests + numTodoTests,
    failures,
  };
  if (!postgres) {
    add(
      count,
      missing('os testes em PostgreSQL', 'instale o PostgreSQL 14 ou mais novo ou defina TEST_DATABASE_URL'),
    );
  }
  if (!s3) {
    add(count, missing('os testes num servidor S3', 'instale o OpenStack Swift ou defina TEST_S3_ENDPOINT'));
  }
  return checked(count, code);
}

/** @param {string[]} filter */
async function runPlaywright(filter) {
  if (!(await ensureChromium())) {
    return missing('os testes no navegador', 'instale o Chromium ou defina CHROMIUM_PATH');
  }
  const report = newReport('playwright.json');
  const code = await runNode(['node_modules/@playwright/test/cli.js', 'test', ...filter], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats, suites } = readReport(report);
  const { expected, unexpected, flaky, skipped } = stats;
  if (flaky > 0) {
    const names = playwrightResults({ suites }, 'flaky').join('\n');
    process.stdout.write(`\n### FLAKY ### ${flaky} jornadas só passaram na segunda tentativa:\n${names}\n`);
  }
  const failures = playwrightResults({ suites }, 'unexpected');
  return checked({ passed: expected + flaky, failed: unexpected, skipped, failures }, code);
}

/** @param {string} name */
function newReport(name) {
  const file = path.join(root, 'test-results', name);
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Counts a failed run without a failed test, or without any test, as a failure.
 * @param {Count} count
 * @param {number} code
 * @returns {Count}
 */
function checked(count, code) {
  if (count.passed + count.failed === 0) say('nenhum teste rodou.');
  const unexplained = count.failed === 0 && (code !== 0 || count.passed === 0);
  return unexplained ? { ...count, failed: 1 } : count;
}

/**
 * Counts a whole step as one test.
 * @param {number | Promise<number>} code
 * @returns {Promise<Count>}
 */
async function asOne(code) {
  return (await code) === 0 ? { passed: 1, failed: 0, skipped: 0 } : failure();
}

/** @returns {Count} */
function failure() {
  return { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Prints what this machine cannot run; in CI this is a failure.
 * @param {string} what
 * @param {string} remedy
 * @returns {Count}
 */
function missing(what, remedy) {
  const inCi = process.env.CI === 'true';
  process.stdout.write(`\n### SKIP ### ${what} não rodaram: ${remedy}.\n`);
  return { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 };
}

/** @param {Count} total @param {Count} more */
function add(total, more) {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
}
