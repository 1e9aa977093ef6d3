import { ONLY_TODAY, validityOf } from '../dailyOfferTexts.ts';
import { isOnlyToday, offerNamed } from '../offers.ts';
import { colour, logo, place, price, rays, svg } from './draw.mjs';

/** Emoji, name, price and unit. @typedef {[string, string, string, string]} Offer */

/**
 * @typedef {object} Leaflet
 * @property {string} name
 * @property {string} title
 * @property {[string, string]} heroes
 * @property {string} detail text of the first offer
 * @property {Offer[]} offers the first one is the large one
 * @property {Theme} theme
 */

/** @typedef {{ top: string, rays: string, title: string, star: string, foot: string }} Theme */

/** @type {Record<string, Theme>} */
export const themes = {
  produce: {
    top: colour.orange,
    rays: colour.orangeLight,
    title: colour.ink,
    star: colour.yellow,
    foot: colour.wine,
  },
  butcher: {
    top: colour.red,
    rays: colour.redLight,
    title: colour.paper,
    star: colour.yellow,
    foot: colour.wine,
  },
  bakery: {
    top: colour.yellow,
    rays: colour.yellowLight,
    title: colour.wine,
    star: '#ffe4c8',
    foot: colour.red,
  },
  cleaning: {
    top: colour.teal,
    rays: colour.tealLight,
    title: colour.paper,
    star: colour.mint,
    foot: colour.tealDark,
  },
  fish: {
    top: '#bfe6e4',
    rays: colour.mint,
    title: colour.tealDark,
    star: colour.yellow,
    foot: colour.tealDark,
  },
  drinks: {
    top: colour.wine,
    rays: colour.wineLight,
    title: colour.yellow,
    star: colour.yellow,
    foot: colour.red,
  },
};

/** Positions of a page's parts, in px of a page 900 wide. */
const formats = {
  leaflet: { height: 1240, head: 366, title: 122, offer: 392, offerHeight: 262, cells: 676, row: 250 },
  booklet: { height: 1273, head: 306, title: 100, offer: 318, offerHeight: 212, cells: 546, row: 222 },
};

export const pageWidth = 900;
export const bookletHeight = formats.booklet.height;

/** @param {string} words @param {string} background @param {number} height */
export function footer(words, background, height) {
  return {
    art: `<div style="position:absolute;left:0;top:${height - 58}px;width:${pageWidth}px;height:58px;background:${background}"></div>`,
    text: `<div style="position:absolute;left:44px;right:44px;top:${height - 58}px;height:58px;color:${colour.paper};display:flex;align-items:center;justify-content:space-between;font:600 19px/1 Text"><span>${words}</span>${logo(112)}</div>`,
  };
}

/**
 * @param {Leaflet} leaflet
 * @param {keyof typeof formats} format
 * @param {{ kicker: string, foot: string, marks?: (string | null)[] }} words `marks`: one for each offer
 * @returns {import('./draw.mjs').Scene}
 */
export function page({ name, title, heroes, detail, offers, theme }, format, words) {
  const { height, head, title: titleSize, offer, offerHeight, cells, row } = formats[format];
  const middle = head / 2 - 18;
  const foot = footer(words.foot, theme.foot, height);
  const [[firstEmoji, firstName, firstPrice, firstUnit], ...rest] = offers;
  const spot = (/** @type {number} */ index) => ({
    x: 44 + (index % 3) * 276,
    y: cells + Math.floor(index / 3) * row,
  });

  const art =
    svg(
      pageWidth,
      height,
      `<clipPath id="head"><path d="M0 0h900v${head - 66}L0 ${head}z"/></clipPath><g clip-path="url(#head)"><rect width="900" height="400" fill="${theme.top}"/>${rays(690, 340, 900, 40, theme.rays)}</g>`,
    ) +
    place(
      [heroes[0], head * 0.76, 725, middle, 8],
      [heroes[1], head * 0.46, 590, middle + head * 0.22, -14],
    ) +
    `<div style="position:absolute;left:44px;top:${offer}px;width:812px;height:${offerHeight}px;background:${theme.star};clip-path:polygon(0 0,100% 0,100% 84%,97% 100%,0 100%)"></div>` +
    place([firstEmoji, offerHeight * 0.98, 190, offer + offerHeight * 0.45, -6]) +
    rest
      .map(([emoji], index) => {
        const { x, y } = spot(index);
        return (
          `<div style="position:absolute;left:${x}px;top:${y}px;width:260px;height:${row - 16}px;background:#fff;border-top:6px solid ${theme.top}"></div>` +
          place([emoji, row * 0.53, x + 74, y + row * 0.33, index % 2 ? 5 : -5])
        );
      })
      .join('') +
    foot.art;

  const text =
    `<div style="position:absolute;left:44px;top:40px;color:${theme.title}"><div style="font:800 27px/1 Display;font-stretch:95%">${words.kicker}</div><div style="font:900 ${titleSize}px/.84 Display;font-stretch:66%;margin-top:18px;letter-spacing:-.01em">${title}</div></div>` +
    `<div style="position:absolute;left:350px;top:${offer + 26}px;width:330px;color:${colour.ink};font:800 40px/.98 Display;font-stretch:78%">${firstName}<div style="font:500 20px/1.3 Text;margin-top:12px;width:230px;text-wrap:balance">${words.marks?.[0] ? `${words.marks[0]}. ` : ''}${detail}</div></div>` +
    `<div style="position:absolute;right:76px;top:${offer + offerHeight - 132}px;color:${colour.redDark}">${price(firstPrice, offerHeight * 0.56, firstUnit)}</div>` +
    rest
      .map(([, label, value, unit], index) => {
        const { x, y } = spot(index);
        const mark = words.marks?.[index + 1];
        return (
          (mark
            ? `<div style="position:absolute;left:${x}px;top:${y + row - 56}px;padding:8px 12px 6px;background:${colour.yellow};color:${colour.ink};font:800 22px/1 Display;font-stretch:80%">${mark}</div>`
            : '') +
          `<div style="position:absolute;left:${x + 132}px;top:${y + 24}px;width:118px;font:700 22px/1.1 Display;font-stretch:80%;color:${colour.ink};text-align:right">${label}</div>` +
          `<div style="position:absolute;right:${pageWidth - x - 248}px;top:${y + row - 88}px;color:${colour.red}">${price(value, 78, unit)}</div>`
        );
      })
      .join('') +
    foot.text;

  return { name, width: pageWidth, height, background: colour.paper, art, text };
}

/** @type {Leaflet[]} */
const daily = [
  {
    name: 'encarte-peixaria',
    title: 'Peixe<br>do dia',
    heroes: ['🐟', '🍋'],
    theme: themes.fish,
    detail: 'Limpo na hora, sem custo.',
    offers: [
      ['🦐', 'Camarão médio', '42,90', 'kg'],
      ['🐟', 'Tilápia', '24,90', 'kg'],
      ['🦑', 'Lula em anéis', '38,90', 'kg'],
      ['🦀', 'Carne de siri', '29,90', 'pct'],
      ['🍋', 'Limão siciliano', '9,49', 'kg'],
      ['🥥', 'Coco seco', '4,99', 'un'],
      ['🧂', 'Sal grosso', '2,99', 'kg'],
    ],
  },
  {
    name: 'encarte-acougue',
    title: 'Dia de<br>açougue',
    heroes: ['🥩', '🔥'],
    theme: themes.butcher,
    detail: 'Peça inteira, resfriada a vácuo.',
    offers: [
      ['🥩', 'Picanha bovina', '59,90', 'kg'],
      ['🍗', 'Coxa de frango', '9,98', 'kg'],
      ['🥓', 'Bacon em fatias', '24,90', 'kg'],
      ['🍖', 'Costela suína', '18,90', 'kg'],
      ['🥚', 'Ovos, 30&nbsp;un', '17,99', 'cx'],
      ['🧀', 'Queijo prato', '39,90', 'kg'],
      ['🧄', 'Alho roxo', '22,90', 'kg'],
    ],
  },
  {
    name: 'encarte-hortifruti',
    title: 'Feira<br>fresca',
    heroes: ['🍍', '🍉'],
    theme: themes.produce,
    detail: 'Colhido esta semana, tipo extra.',
    offers: [
      ['🍅', 'Tomate italiano', '4,99', 'kg'],
      ['🍌', 'Banana prata', '5,49', 'kg'],
      ['🥑', 'Abacate', '6,90', 'kg'],
      ['🥕', 'Cenoura', '3,79', 'kg'],
      ['🥬', 'Alface crespa', '2,49', 'un'],
      ['🥭', 'Manga tommy', '4,29', 'kg'],
      ['🥔', 'Batata inglesa', '3,99', 'kg'],
    ],
  },
  {
    name: 'encarte-limpeza',
    title: 'Casa<br>limpinha',
    heroes: ['🧼', '🧽'],
    theme: themes.cleaning,
    detail: '500 ml. Leve 3, pague 2.',
    offers: [
      ['🧴', 'Sabonete líquido', '9,90', 'un'],
      ['🧻', 'Papel, 12&nbsp;rolos', '17,90', 'pct'],
      ['🧽', 'Esponja, 3&nbsp;un', '4,49', 'pct'],
      ['🧼', 'Sabão em barra', '7,99', 'pct'],
      ['🧺', 'Cesto de vime', '24,90', 'un'],
      ['🧹', 'Vassoura', '14,90', 'un'],
      ['🪣', 'Balde 10&nbsp;L', '11,90', 'un'],
    ],
  },
  {
    name: 'encarte-padaria',
    title: 'Saiu do<br>forno',
    heroes: ['🥐', '🥖'],
    theme: themes.bakery,
    detail: 'Fornadas às 7h, às 11h e às 17h.',
    offers: [
      ['🍞', 'Pão de forma caseiro', '8,90', 'un'],
      ['🥖', 'Pão francês', '13,90', 'kg'],
      ['🥐', 'Croissant', '5,90', 'un'],
      ['🍰', 'Bolo em fatia', '7,50', 'un'],
      ['🍪', 'Biscoito com gotas', '4,90', 'un'],
      ['🍩', 'Rosquinha', '3,90', 'un'],
      ['☕', 'Café 500&nbsp;g', '16,90', 'un'],
    ],
  },
  {
    name: 'encarte-bebidas',
    title: 'Gelou,<br>levou',
    heroes: ['🍺', '🧊'],
    theme: themes.drinks,
    detail: 'Lata 350 ml. Beba com moderação.',
    offers: [
      ['🍺', 'Cerveja puro malte', '3,29', 'un'],
      ['🧃', 'Suco 1&nbsp;L', '5,99', 'un'],
      ['🥤', 'Refri 2&nbsp;L', '8,49', 'un'],
      ['🍷', 'Vinho tinto', '29,90', 'un'],
      ['🥥', 'Água de coco', '6,49', 'un'],
      ['🧉', 'Mate gelado', '7,90', 'un'],
      ['🥛', 'Leite 1&nbsp;L', '4,69', 'un'],
    ],
  },
];

/** Returns the offer that a drawing names: «Ovos, 30&nbsp;un» is that of eggs. @param {Offer} drawn */
const offerOf = ([, name]) => offerNamed(name.split(/,|&| \d/)[0]);

export const leaflets = daily.map((leaflet) => {
  const offers = leaflet.offers.map(offerOf);
  return page(leaflet, 'leaflet', {
    kicker: 'Destaques de hoje',
    foot: validityOf(offers),
    marks: offers.map((offer) => (isOnlyToday(offer) ? ONLY_TODAY : null)),
  });
});
