import { resource } from '../../shared/resource.ts';

export const questions = resource({
  table: 'questions',
  one: 'a pergunta',
  many: 'as perguntas',
  meaning: 'a frequent question with its answer, by topic',
  area: 'questions',
  title: 'question',
  kept: 'ordered',
  previewFirst: ['/help'],
  found: {
    kind: 'question',
    // Must match `questionAnchor`.
    page: '/help#pergunta-:id',
    words: { question: 'title', answer: 'text' },
    excerpt: 'answer',
  },
  office: {
    address: 'questions',
    screens: {
      list: 'content/questions/office/QuestionList',
      create: 'content/questions/office/QuestionForm',
      show: 'content/questions/office/QuestionDetails',
      edit: 'content/questions/office/QuestionForm',
    },
    menu: { group: 'Informações', label: 'Perguntas e respostas', icon: 'MessageCircleQuestionMark' },
  },
});
