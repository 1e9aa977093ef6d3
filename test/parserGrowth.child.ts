import { Session } from 'node:inspector/promises';
import { browserName } from '../src/accounts/auth/browserName.ts';
import { parseAnswer, plainAnswer } from '../src/content/questions/answerText.ts';
import { linesOf } from '../src/content/recipes/lines.ts';
import { questionWords, textWords } from '../src/content/searchIndex/search.tokens.ts';
import { parseLines } from '../src/content/shoppingList/shoppingLineParser.ts';

// Prints how often the code of each parser of user input ran for an input and for an input eight times as
// long. Run it with --no-flush-bytecode, or V8 forgets counts. Regular expressions are not counted: a slow
// one keeps this process from ending in time.

const SMALL = 5000;

/** Texts of a given length that are hard for parsers: long runs, and unclosed openings. */
const HARD: ((length: number) => string)[] = [
  ...[
    'a',
    ' ',
    '\n',
    '[',
    '[a](/',
    '(',
    '-',
    '1,',
    ', ',
    '1 x ',
    'a-b ',
    'grande ',
    'R$',
    'é\u0301',
    '\u{1F600}',
  ].map((part) => (length: number) => part.repeat(length / part.length)),
  (length) => Array.from({ length: length / 6 }, (_, at) => `w${at.toString(36)}`).join(' '),
  (length) => `2 kg de ${'tomate '.repeat(length / 7)}`,
];

const READERS: Record<string, (text: string) => unknown> = {
  blocksOf: parseAnswer,
  plainAnswer,
  linesOf,
  readLines: parseLines,
  wordsOfQuestion: questionWords,
  wordsOfText: textWords,
  browserInWords: browserName,
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

async function workOf(act: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const rows: { name: string; input: string; once: number; eightfold: number }[] = [];
for (const [name, read] of Object.entries(READERS))
  for (const make of HARD) {
    const input = make(SMALL);
    rows.push({
      ...{ name, input: input.slice(0, 20) },
      // V8 misses some counts and never adds any. Too low a first count would look like growth.
      once: Math.max(
        await workOf(() => read(input)),
        await workOf(() => read(input)),
        await workOf(() => read(input)),
      ),
      eightfold: await workOf(() => read(make(8 * SMALL))),
    });
    // Long enough for quadratic work to take minutes.
    read(make(80 * SMALL));
  }
process.stdout.write(JSON.stringify(rows));
