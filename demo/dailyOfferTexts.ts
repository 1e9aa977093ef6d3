import { type DemoOffer, isOnlyToday, offerNamed } from './offers.ts';

/** Mark of an offer that ends on the day of the picture. */
export const ONLY_TODAY = 'Só hoje';

/** Returns the line of a daily offer picture that says how long its offers are valid. */
export function validityOf(offers: readonly DemoOffer[]): string {
  return offers.some(isOnlyToday)
    ? 'Válidas nesta quinzena; onde diz “só hoje”, só hoje. Até o estoque acabar.'
    : 'Ofertas válidas nesta quinzena ou enquanto durarem os estoques.';
}

/** Titles and offers of the daily offer pictures, as `art/dailyOffers.mjs` draws them. */
const drawnTexts: Record<string, [title: string, ...offers: string[]]> = {
  'encarte-peixaria.webp': [
    'Peixe do dia',
    'Camarão médio, R$ 42,90 o quilo. Limpo na hora, sem custo.',
    'Tilápia, R$ 24,90 o quilo',
    'Lula em anéis, R$ 38,90 o quilo',
    'Carne de siri, R$ 29,90 o pacote',
    'Limão siciliano, R$ 9,49 o quilo',
    'Coco seco, R$ 4,99 cada',
    'Sal grosso, R$ 2,99 o quilo',
  ],
  'encarte-acougue.webp': [
    'Dia de açougue',
    'Picanha bovina, R$ 59,90 o quilo. Peça inteira, resfriada a vácuo.',
    'Coxa de frango, R$ 9,98 o quilo',
    'Bacon em fatias, R$ 24,90 o quilo',
    'Costela suína, R$ 18,90 o quilo',
    'Ovos, 30 unidades, R$ 17,99 a caixa',
    'Queijo prato, R$ 39,90 o quilo',
    'Alho roxo, R$ 22,90 o quilo',
  ],
  'encarte-hortifruti.webp': [
    'Feira fresca',
    'Tomate italiano, R$ 4,99 o quilo. Colhido esta semana, tipo extra.',
    'Banana prata, R$ 5,49 o quilo',
    'Abacate, R$ 6,90 o quilo',
    'Cenoura, R$ 3,79 o quilo',
    'Alface crespa, R$ 2,49 cada',
    'Manga tommy, R$ 4,29 o quilo',
    'Batata inglesa, R$ 3,99 o quilo',
  ],
  'encarte-limpeza.webp': [
    'Casa limpinha',
    'Sabonete líquido, 500 ml, R$ 9,90 cada. Leve 3, pague 2.',
    'Papel, 12 rolos, R$ 17,90 o pacote',
    'Esponja, 3 unidades, R$ 4,49 o pacote',
    'Sabão em barra, R$ 7,99 o pacote',
    'Cesto de vime, R$ 24,90 cada',
    'Vassoura, R$ 14,90 cada',
    'Balde, 10 L, R$ 11,90 cada',
  ],
  'encarte-padaria.webp': [
    'Saiu do forno',
    'Pão de forma caseiro, R$ 8,90 cada. Fornadas às 7h, às 11h e às 17h.',
    'Pão francês, R$ 13,90 o quilo',
    'Croissant, R$ 5,90 cada',
    'Bolo em fatia, R$ 7,50 cada',
    'Biscoito com gotas, R$ 4,90 cada',
    'Rosquinha, R$ 3,90 cada',
    'Café, 500 g, R$ 16,90 cada',
  ],
  'encarte-bebidas.webp': [
    'Gelou, levou',
    'Cerveja puro malte, lata 350 ml, R$ 3,29 cada. Beba com moderação.',
    'Suco, 1 L, R$ 5,99 cada',
    'Refri, 2 L, R$ 8,49 cada',
    'Vinho tinto, R$ 29,90 cada',
    'Água de coco, R$ 6,49 cada',
    'Mate gelado, R$ 7,90 cada',
    'Leite, 1 L, R$ 4,69 cada',
  ],
};

/** Texts of each daily offer picture: the title, one offer per line, and how long they are valid. */
export const leafletTexts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(drawnTexts).map(([file, [title, ...lines]]) => {
    const drawn = lines.map((line) => ({ line, offer: offerNamed(line.split(',')[0] ?? '') }));
    return [
      file,
      [
        title,
        ...drawn.map(({ line, offer }) => (isOnlyToday(offer) ? `${line}. ${ONLY_TODAY}.` : line)),
        validityOf(drawn.map(({ offer }) => offer)),
      ],
    ];
  }),
);
