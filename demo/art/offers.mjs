import { box, colour, disc, place, rays, svg } from './draw.mjs';

// Products of the offers, each on its shelf in front of a sun.

const width = 640;
const height = 480;
const shelf = 404;

/** Background, rays, sun and shelf. @type {Record<string, [string, string, string, string]>} */
const palettes = {
  orange: [colour.orange, colour.orangeLight, colour.yellow, colour.wine],
  yellow: [colour.yellow, colour.yellowLight, colour.orange, colour.red],
  red: [colour.red, colour.redLight, colour.orange, colour.wine],
  teal: [colour.teal, colour.tealLight, colour.mint, colour.tealDark],
  mint: ['#bfe6e4', colour.mint, colour.paper, colour.teal],
  sand: [colour.sand, '#fff0d8', '#ffb066', colour.orange],
  wine: [colour.wine, colour.wineLight, colour.red, '#4d080e'],
};

/**
 * Arrangements of an object: alone with a companion, as a heap, or in a row.
 * @type {Record<string, (emoji: string, beside: string) => import('./draw.mjs').Placed[]>}
 */
const arrangements = {
  alone: (emoji, beside) => [
    [beside, 168, 470, 334, 10],
    [emoji, 308, 290, 262, -5],
  ],
  heap: (emoji, beside) => [
    [emoji, 212, 196, 268, -22],
    [emoji, 212, 442, 264, 20],
    [emoji, 276, 318, 286, 4],
    [beside, 122, 540, 358, 14],
  ],
  row: (emoji, beside) => [
    [emoji, 216, 182, 306, -4],
    [emoji, 216, 456, 306, 4],
    [emoji, 286, 320, 276, 0],
    [beside, 110, 556, 364, 10],
  ],
};

/**
 * Product, palette, arrangement, emoji, and the emoji beside it.
 * @type {[string, string, string, string, string][]}
 */
const window = [
  ['picanha-bovina', 'yellow', 'alone', '🥩', '🔥'],
  ['coxa-de-frango', 'red', 'heap', '🍗', '🌿'],
  ['bacon-em-fatias', 'mint', 'alone', '🥓', '🍳'],
  ['costela-suina', 'orange', 'heap', '🍖', '🔥'],
  ['carne-para-hamburguer', 'teal', 'alone', '🍔', '🍟'],
  ['salsicha', 'sand', 'alone', '🌭', '🍅'],
  ['tomate-italiano', 'teal', 'heap', '🍅', '🌿'],
  ['banana-prata', 'orange', 'heap', '🍌', '🍯'],
  ['abacate', 'sand', 'heap', '🥑', '🍋'],
  ['cenoura', 'mint', 'heap', '🥕', '🥬'],
  ['alface-crespa', 'red', 'heap', '🥬', '🍅'],
  ['manga-tommy', 'teal', 'heap', '🥭', '🌿'],
  ['batata-inglesa', 'orange', 'heap', '🥔', '🧈'],
  ['melancia-inteira', 'orange', 'alone', '🍉', '🧊'],
  ['uva-roxa', 'mint', 'alone', '🍇', '🧀'],
  ['laranja-pera', 'teal', 'heap', '🍊', '🧃'],
  ['brocolis', 'orange', 'heap', '🥦', '🧄'],
  ['milho-verde-em-bandeja', 'red', 'heap', '🌽', '🧈'],
  ['alho-roxo', 'wine', 'heap', '🧄', '🌿'],
  ['limao-siciliano', 'teal', 'heap', '🍋', '🐟'],
  ['pimentao-verde', 'sand', 'heap', '🫑', '🧅'],
  ['coco-seco', 'mint', 'alone', '🥥', '🌴'],
  ['camarao-medio', 'mint', 'heap', '🦐', '🍋'],
  ['tilapia', 'yellow', 'alone', '🐟', '🍋'],
  ['lula-em-aneis', 'teal', 'alone', '🦑', '🍋'],
  ['carne-de-siri', 'sand', 'alone', '🦀', '🍋'],
  ['lagosta-inteira', 'teal', 'alone', '🦞', '🧈'],
  ['polvo-limpo', 'yellow', 'alone', '🐙', '🥔'],
  ['ostra-fresca', 'mint', 'heap', '🦪', '🍋'],
  ['pao-de-forma-caseiro', 'red', 'alone', '🍞', '🧈'],
  ['pao-frances', 'orange', 'heap', '🥖', '☕'],
  ['croissant', 'mint', 'heap', '🥐', '☕'],
  ['bolo-em-fatia', 'teal', 'alone', '🍰', '☕'],
  ['biscoito-com-gotas', 'yellow', 'heap', '🍪', '🥛'],
  ['rosquinha', 'sand', 'heap', '🍩', '☕'],
  ['bolo-de-aniversario', 'orange', 'alone', '🎂', '🎈'],
  ['torta-de-maca', 'red', 'alone', '🥧', '🍎'],
  ['bolinho-decorado', 'mint', 'row', '🧁', '🍓'],
  ['queijo-prato', 'red', 'alone', '🧀', '🍇'],
  ['manteiga-com-sal', 'teal', 'alone', '🧈', '🍞'],
  ['leite-integral', 'orange', 'row', '🥛', '🍪'],
  ['ovos-brancos', 'teal', 'heap', '🥚', '🍳'],
  ['cafe-torrado-e-moido', 'orange', 'alone', '☕', '🍪'],
  ['sal-grosso', 'wine', 'alone', '🧂', '🥩'],
  ['cha-verde', 'sand', 'alone', '🍵', '🍋'],
  ['mate-gelado', 'yellow', 'row', '🧉', '🧊'],
  ['cerveja-puro-malte-em-lata', 'wine', 'row', '🍺', '🧊'],
  ['suco-de-laranja', 'mint', 'row', '🧃', '🍊'],
  ['refrigerante-de-guarana', 'yellow', 'row', '🥤', '🧊'],
  ['vinho-tinto-seco', 'sand', 'row', '🍷', '🍇'],
  ['espumante-brut', 'teal', 'alone', '🍾', '🥂'],
  ['agua-de-coco', 'mint', 'heap', '🥥', '🧊'],
  ['sabonete-liquido', 'yellow', 'row', '🧴', '🫧'],
  ['papel-higienico', 'teal', 'row', '🧻', '🌸'],
  ['esponja-de-cozinha', 'mint', 'heap', '🧽', '🫧'],
  ['sabao-em-barra', 'orange', 'heap', '🧼', '🫧'],
  ['cesto-de-vime', 'teal', 'alone', '🧺', '🧦'],
  ['vassoura', 'sand', 'alone', '🧹', '🪣'],
  ['balde-de-10-litros', 'orange', 'alone', '🪣', '🧽'],
  ['luvas-de-borracha', 'mint', 'row', '🧤', '🫧'],
];

export const offers = window.map(([slug, palette, arrangement, emoji, beside]) => {
  const [ground, ray, sun, board] = palettes[palette];
  return {
    name: `oferta-${slug}`,
    width,
    height,
    background: ground,
    art:
      svg(
        width,
        height,
        rays(320, shelf, 700, 36, ray) + disc(320, shelf, 214, sun) + box(0, shelf, width, height, board),
      ) + place(...arrangements[arrangement](emoji, beside)),
    text: '',
  };
});
