import { fold } from '../../shared/text/fold.ts';
import { containsWords, parseSearch, wholeWordsFirst } from '../../shared/text/searchWords.ts';
import { plainAnswer } from './answerText.ts';
import type { PublicQuestion } from './question.contract.ts';

const LONGEST_SEARCH = 80;

export function readQuestionSearch(params: URLSearchParams): string {
  return (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH);
}

/**
 * Returns the questions with every word of the search in question, answer or topic, ignoring accents and
 * case. Those with a word only inside another word come last.
 */
export function selectQuestions(questions: readonly PublicQuestion[], search: string): PublicQuestion[] {
  const words = parseSearch(search);
  const textOf = ({ question, answer, topic }: PublicQuestion) =>
    `${question} ${plainAnswer(answer)} ${topic.text}`;
  const found = questions.filter((one) => containsWords(fold(textOf(one)), words));
  return wholeWordsFirst(found, words, textOf);
}

/** Groups questions by topic, in their order. */
export function groupByTopic(questions: readonly PublicQuestion[]) {
  const topics = new Map<number, { number: number; text: string; questions: PublicQuestion[] }>();
  for (const question of questions) {
    const { number, text } = question.topic;
    const known = topics.get(number);
    if (known) known.questions.push(question);
    else topics.set(number, { number, text, questions: [question] });
  }
  return [...topics.values()];
}
