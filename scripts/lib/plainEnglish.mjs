// Rules of plain English that a machine can check. CONTRIBUTING.md has the others.

/** @typedef {{ line: number, problem: string, text: string }} Finding */

/** Words at the start of a comment that make readers search for its subject. */
const RELATIVE_START =
  /^(?:What|Who|Whoever|Whose|Whom|Where|Which|Of|That|By|From|Those|Whatever|(?:With|At|To|In|For) (?:which|whom|what|whoever))\b/;

/** Pronouns in place of the actor: user, staff, caller, client. */
const NO_ACTOR = /\b(?:whoever|nobody|somebody|everybody|that is what|of those that)\b/i;

/** Words at the start of a test name that make sense only after its `describe`. */
const FRAGMENT_START =
  /^(?:that|what|who|whoever|of|by|where|from|those|with|is|are|was|and|or|in|at|to|without)\b/i;

const PARTICIPLES =
  'Admitted|Answered|Asked|Beside|Brought|Changed|Chosen|Counted|Elsewhere|Found|Given|Held|Kept|Left|Listed|Made|Meant|Meanwhile|Named|Noted|Otherwise|Placed|Refused|Released|Returned|Seen|Shown|Taken|Told|Touched|Wanted|Watched';
const PARTICIPLE_EXPORT = new RegExp(
  `^export (?:async )?(?:function|const|class|type|interface) (${PARTICIPLES})\\b`,
);

const MAX_SENTENCE_WORDS = 30;
/** Share of a document's sentences that may be longer. */
const LONG_SENTENCES = 0.05;

/**
 * Finds comments, test names and exported names that break the rules.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function findingsInCode(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  const isTest = /\.(?:test|spec|drill)\.tsx?$/.test(file);
  let continues = false;
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const comment = /^(?:\/\/|\/\*\*?|\*)\s*(.*)$/.exec(line);
    const words = comment?.[1]?.replace('*/', '').trim() ?? '';
    if (words && !words.startsWith('biome-ignore')) {
      if (!continues && RELATIVE_START.test(words))
        findings.push({ line: at + 1, problem: 'begin the comment with its subject or a verb', text: words });
      if (NO_ACTOR.test(words))
        findings.push({ line: at + 1, problem: 'name the actor: user, staff, caller, client', text: words });
    }
    continues = words !== '' && !line.endsWith('*/');
    const [, participle] = PARTICIPLE_EXPORT.exec(raw) ?? [];
    if (participle) findings.push({ line: at + 1, problem: 'name the export by a noun', text: participle });
    const [, title] = (isTest && /\b(?:test|it)\(\s*['"`]([^'"`]+)/.exec(raw)) || [];
    if (title && FRAGMENT_START.test(title))
      findings.push({ line: at + 1, problem: 'write the test name as a complete statement', text: title });
  }
  return findings;
}

/**
 * Finds vague words and, if they are more than a few, long sentences in a Markdown document.
 * @param {string} text
 * @returns {Finding[]}
 */
export function findingsInDocument(text) {
  const prose = text
    .replace(/```.*?```/gs, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) => (/^\s*(?:\||#|<!--)/.test(line) ? '' : line));
  const findings = prose.flatMap((line, at) => {
    const [word] = NO_ACTOR.exec(line) ?? [];
    return word
      ? [{ line: at + 1, problem: 'name the actor: user, staff, caller, client', text: line.trim() }]
      : [];
  });
  const sentences = prose
    .join('\n')
    .split(/(?<=[.!?:])\s+|\n\s*\n|\n[-*\d]/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length > 2);
  const long = sentences.filter((sentence) => sentence.split(/\s+/).length > MAX_SENTENCE_WORDS);
  if (long.length > Math.max(1, sentences.length * LONG_SENTENCES))
    for (const sentence of long)
      findings.push({
        line: prose.findIndex((line) => line.includes(sentence.split('\n', 1)[0] ?? '')) + 1,
        problem: `split the sentence: over ${MAX_SENTENCE_WORDS} words`,
        text: sentence,
      });
  return findings;
}
