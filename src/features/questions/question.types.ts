import { slugOf } from '../../contract/fold.ts';

// What public pages know of questions, apart from the contract, so that they need no validation code.

/** The topic of the card's page; the others have no page but the help. */
export const CARD_TOPIC = 4;

/** In the order in which the help shows them. */
export const TOPICS = {
  1: 'Trocas e devoluções',
  2: 'Pagamento',
  3: 'Vale-alimentação',
  [CARD_TOPIC]: 'Cartão',
  5: 'Ofertas e preços',
  6: 'Entregas e retirada',
  7: 'Lojas e horários',
  8: 'Shopping e cinema',
  9: 'Ouvidoria',
} as const;
export type Topic = keyof typeof TOPICS;

export const HELP = '/help';

/** Where a topic begins on the help page: `trocas-e-devolucoes`. */
export const topicAnchor = (topic: number) => slugOf(TOPICS[topic as Topic]);

/** Where a question is on the pages that show it; it stays when its words change. */
export const questionAnchor = ({ id }: { id: number }) => `pergunta-${id}`;
