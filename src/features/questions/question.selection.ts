import { fold } from '../../contract/fold.ts';
import { hasWords, searchedWords } from '../../contract/words.ts';
import { plainAnswer } from './answerText.ts';
import type { PublicQuestion } from './question.contract.ts';

const LONGEST_SEARCH = 80;

export function searchOf(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH);
}

/** Those that have every word of the search in question, answer or topic, whatever its accents and case. */
export function selectQuestions(questions: readonly PublicQuestion[], search: string): PublicQuestion[] {
  const words = searchedWords(search);
  return questions.filter(({ question, answer, topic }) =>
    hasWords(fold(`${question} ${plainAnswer(answer)} ${topic.text}`), words),
  );
}

/** Under their topics, in the order that they have. */
export function byTopic(questions: readonly PublicQuestion[]) {
  const topics = new Map<number, { number: number; text: string; questions: PublicQuestion[] }>();
  for (const one of questions) {
    const { number, text } = one.topic;
    const known = topics.get(number);
    if (known) known.questions.push(one);
    else topics.set(number, { number, text, questions: [one] });
  }
  return [...topics.values()];
}
