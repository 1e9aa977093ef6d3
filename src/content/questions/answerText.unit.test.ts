import { expect, test } from 'vitest';
import { parseAnswer, plainAnswer } from './answerText.ts';
import type { PublicQuestion } from './question.contract.ts';
import { groupByTopic, selectQuestions } from './question.selection.ts';
import { TOPICS, type Topic, topicAnchor } from './question.types.ts';

test('parses lines as paragraphs, and lines with a dash as list items', () => {
  expect(parseAnswer('Pode.\n\n- nota\n–  produto\nSó isso. - assim')).toEqual([
    { kind: 'text', pieces: [{ text: 'Pode.' }] },
    { kind: 'list', items: [[{ text: 'nota' }], [{ text: 'produto' }]] },
    { kind: 'text', pieces: [{ text: 'Só isso. - assim' }] },
  ]);
});

test('parses links to pages of the site and to web addresses only', () => {
  const [block] = parseAnswer('Veja [as filiais](/branches) e [o portal](https://www.exemplo.example).');
  expect(block).toEqual({
    kind: 'text',
    pieces: [
      { text: 'Veja ' },
      { text: 'as filiais', href: '/branches' },
      { text: ' e ' },
      { text: 'o portal', href: 'https://www.exemplo.example' },
      { text: '.' },
    ],
  });
  for (const not of ['[a](javascript:alert(1))', '[a](//x.example)', '[a](/\\x)', '[](/a)', '[a] (/b)'])
    expect(parseAnswer(not)).toEqual([{ kind: 'text', pieces: [{ text: not }] }]);
  expect(plainAnswer('Veja [as filiais](/branches).')).toBe('Veja as filiais.');
});

const one = (id: number, topic: Topic, question: string, answer = 'Sim.'): PublicQuestion => ({
  id,
  uuid: `u${id}`,
  question,
  answer,
  topic: { number: topic, text: TOPICS[topic] },
});

test('searches every word in question, answer and topic, ignoring accents', () => {
  const all = [
    one(1, 1, 'Posso trocar?', 'Com a nota.'),
    one(2, 3, 'Dá troco?', 'Não, [leia](/branches).'),
    one(3, 1, 'E o defeito?'),
  ];
  const found = (search: string) => selectQuestions(all, search).map(({ id }) => id);
  expect(found('')).toEqual([1, 2, 3]);
  expect(found('NOTA posso')).toEqual([1]);
  expect(found('alimentacao')).toEqual([2]);
  expect(found('branches')).toEqual([]);
  expect(groupByTopic(all).map(({ text, questions }) => [text, questions.length])).toEqual([
    ['Trocas e devoluções', 2],
    ['Vale-alimentação', 1],
  ]);
});

test('gives each topic its own anchor', () => {
  const anchors = Object.keys(TOPICS).map((topic) => topicAnchor(Number(topic)));
  expect(anchors).toContain('vale-alimentacao');
  expect(new Set(anchors).size).toBe(anchors.length);
});
