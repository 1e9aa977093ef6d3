import type { FAQPage } from 'schema-dts';
import { plainAnswer } from '../../content/questions/answerText.ts';
import type { PublicQuestion } from '../../content/questions/question.contract.ts';
import { questionAnchor } from '../../content/questions/question.types.ts';
import type { SiteData } from '../siteData.ts';

/** Returns the questions of the page at `path`; null without questions. */
export function faqPage(
  { origin }: SiteData,
  path: string,
  questions: readonly PublicQuestion[],
): FAQPage | null {
  if (questions.length === 0) return null;
  return {
    '@type': 'FAQPage',
    '@id': `${origin}${path}#perguntas`,
    url: origin + path,
    inLanguage: 'pt-BR',
    mainEntity: questions.map((question) => ({
      '@type': 'Question',
      name: question.question,
      url: `${origin}${path}#${questionAnchor(question)}`,
      acceptedAnswer: { '@type': 'Answer', text: plainAnswer(question.answer) },
    })),
  };
}
