import { slugOf } from '../../shared/text/fold.ts';

// Kept apart from the contract, so that public pages load no validation code.

/** Topic of the card's page; the other topics are on the help page only. */
export const CARD_TOPIC = 4;

/** Topics in the order of the help page. */
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

export const HELP_PAGE = '/help';

/** Returns the anchor of a topic on the help page: `trocas-e-devolucoes`. */
export const topicAnchor = (topic: number) => slugOf(TOPICS[topic as Topic]);

/** Returns the anchor of a question; it does not change with the text. */
export const questionAnchor = ({ id }: { id: number }) => `pergunta-${id}`;
