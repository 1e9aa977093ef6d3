import { footer, bookletHeight as height, page, themes, pageWidth as width } from './dailyOffers.mjs';
import { awning, box, colour, disc, logo, place, price, rays, star, svg } from './draw.mjs';

const foot = 'Ofertas válidas nesta quinzena ou enquanto durarem os estoques.';

/** @type {[string, string]} */
const stripes = [colour.red, colour.paper];
const top =
  box(0, 0, width, 40, colour.red) + awning({ x: 0, y: 40, width, count: 18, drop: 26, colours: stripes });

const burst = star({
  x: 726,
  y: 470,
  size: 236,
  background: colour.red,
  color: colour.paper,
  html: `<span style="font:800 27px/1 Display;font-stretch:80%">Picanha</span><span style="margin-top:10px">${price('59,90', 84, 'kg')}</span>`,
});

/** @type {import('./draw.mjs').Scene} */
const cover = {
  name: 'cover',
  width,
  height,
  background: colour.orange,
  art:
    svg(
      width,
      height,
      rays(450, 900, 1200, 44, colour.orangeLight) +
        disc(450, 960, 430, colour.yellow) +
        disc(450, 960, 350, colour.paper) +
        box(0, 1110, width, 163, colour.red) +
        top,
    ) +
    place(
      ['🥖', 230, 330, 610, -28],
      ['🥬', 220, 470, 610, 8],
      ['🍍', 240, 600, 650, 16],
      ['🧃', 190, 270, 720, -14],
      ['🍉', 220, 530, 740, -6],
      ['🍞', 190, 390, 740, 6],
      ['🍇', 180, 640, 760, 12],
      ['🧀', 160, 350, 850, -6],
      ['🍅', 150, 480, 850, 4],
      ['🍊', 140, 580, 840, 8],
      ['🛒', 560, 450, 880, 0],
      ['🧴', 170, 160, 1060, -8],
      ['🧸', 190, 770, 1050, 8],
    ) +
    burst.art,
  text:
    `<div style="position:absolute;left:56px;top:128px;color:${colour.ink}"><div style="font:800 32px/1 Display;font-stretch:95%">Oito páginas de preço bom</div><div style="font:900 158px/.84 Display;font-stretch:66%;margin-top:22px;letter-spacing:-.01em">Encarte da<br>quinzena</div></div>` +
    burst.text +
    `<div style="position:absolute;left:56px;right:56px;top:1150px;display:flex;align-items:center;justify-content:space-between;color:${colour.paper};font:600 22px/1.4 Text"><span>Do açougue à padaria, tudo da casa<br>numa volta só.</span>${logo(230)}</div>`,
};

const benefits = [
  ['Até 40 dias para pagar', 'Você escolhe o melhor dia de vencimento.'],
  ['Preço de cartão na gôndola', 'Procure a etiqueta amarela.'],
  ['Meia-entrada no cinema', 'De segunda a quarta, para você e mais um.'],
];

const backFoot = footer('Fotos ilustrativas. Beba com moderação.', colour.tealDark, height);
const free = star({
  x: 742,
  y: 610,
  size: 200,
  background: colour.yellow,
  color: colour.wine,
  html: '<span style="font:800 25px/1 Display;font-stretch:80%">anuidade</span><span style="font:900 66px/.9 Display;font-stretch:70%">zero</span>',
});

/** @type {import('./draw.mjs').Scene} */
const back = {
  name: 'back',
  width,
  height,
  background: colour.teal,
  art:
    svg(width, height, rays(450, 500, 1200, 40, colour.tealLight) + top) +
    `<div style="position:absolute;left:180px;top:370px;width:540px;height:330px;background:${colour.red};border-radius:26px;rotate:-6deg;box-shadow:0 30px 50px -18px #000a;overflow:hidden"><svg style="position:absolute;inset:0" width="540" height="330">${disc(440, 330, 230, colour.orange)}${disc(440, 330, 158, colour.yellow)}${box(40, 150, 70, 54, '#f3d9a4', 10)}</svg><div style="position:absolute;left:38px;top:34px">${logo(190)}</div></div>` +
    free.art +
    place(['🛍️', 210, 150, 670, -8]) +
    backFoot.art,
  text:
    `<div style="position:absolute;left:56px;top:150px;color:${colour.paper};font:900 80px/.95 Display;font-stretch:66%">O cartão que faz<br>a compra caber no mês.</div>` +
    free.text +
    `<div style="position:absolute;left:56px;right:56px;top:772px;color:${colour.paper}">${benefits
      .map(
        ([title, detail]) =>
          `<div style="border-top:2px solid ${colour.paper};padding:20px 0 22px"><div style="font:800 34px/1.1 Display;font-stretch:80%">${title}</div><div style="font:500 23px/1.3 Text;margin-top:8px">${detail}</div></div>`,
      )
      .join('')}</div>` +
    `<div style="position:absolute;left:56px;top:1158px;color:${colour.yellow};font:700 25px/1.3 Text">Peça pelo WhatsApp e retire na loja, sem fila.</div>` +
    backFoot.text,
};

/** @type {import('./dailyOffers.mjs').Leaflet[]} */
const departments = [
  {
    name: 'acougue',
    title: 'Açougue',
    heroes: ['🍖', '🔥'],
    theme: themes.butcher,
    detail: 'Peça inteira, resfriada a vácuo.',
    offers: [
      ['🥩', 'Picanha bovina', '59,90', 'kg'],
      ['🍗', 'Coxa de frango', '9,98', 'kg'],
      ['🥓', 'Bacon em fatias', '24,90', 'kg'],
      ['🍖', 'Costela suína', '18,90', 'kg'],
      ['🍔', 'Carne para hambúrguer', '27,90', 'kg'],
      ['🌭', 'Salsicha', '11,90', 'kg'],
      ['🥚', 'Ovos, 30&nbsp;un', '17,99', 'cx'],
      ['🧀', 'Queijo prato', '39,90', 'kg'],
      ['🧄', 'Alho roxo', '22,90', 'kg'],
      ['🧂', 'Sal grosso', '2,99', 'kg'],
    ],
  },
  {
    name: 'hortifruti',
    title: 'Hortifrúti',
    heroes: ['🍍', '🍓'],
    theme: themes.produce,
    detail: 'Chega de madrugada, direto de quem planta.',
    offers: [
      ['🍉', 'Melancia inteira', '2,99', 'kg'],
      ['🍅', 'Tomate italiano', '4,99', 'kg'],
      ['🍌', 'Banana prata', '5,49', 'kg'],
      ['🥭', 'Manga tommy', '4,29', 'kg'],
      ['🍇', 'Uva roxa', '8,90', 'kg'],
      ['🍊', 'Laranja pera', '3,29', 'kg'],
      ['🥑', 'Abacate', '6,90', 'kg'],
      ['🥦', 'Brócolis', '7,49', 'un'],
      ['🥕', 'Cenoura', '3,79', 'kg'],
      ['🌽', 'Milho verde', '4,99', 'bdj'],
    ],
  },
  {
    name: 'padaria',
    title: 'Padaria',
    heroes: ['🥐', '🥖'],
    theme: themes.bakery,
    detail: 'Fornadas às 7h, às 11h e às 17h.',
    offers: [
      ['🎂', 'Bolo de aniversário', '49,90', 'kg'],
      ['🥖', 'Pão francês', '13,90', 'kg'],
      ['🍞', 'Pão de forma', '8,90', 'un'],
      ['🥐', 'Croissant', '5,90', 'un'],
      ['🥧', 'Torta de maçã', '32,90', 'un'],
      ['🍩', 'Rosquinha', '3,90', 'un'],
      ['🧁', 'Bolinho decorado', '6,90', 'un'],
      ['🍪', 'Biscoito com gotas', '4,90', 'un'],
      ['🧈', 'Manteiga 200&nbsp;g', '9,90', 'un'],
      ['☕', 'Café 500&nbsp;g', '16,90', 'un'],
    ],
  },
  {
    name: 'peixaria',
    title: 'Peixaria',
    heroes: ['🐟', '🧊'],
    theme: themes.fish,
    detail: 'Do litoral, limpo sem custo.',
    offers: [
      ['🦞', 'Lagosta inteira', '89,90', 'kg'],
      ['🐟', 'Tilápia', '24,90', 'kg'],
      ['🦐', 'Camarão médio', '42,90', 'kg'],
      ['🦑', 'Lula em anéis', '38,90', 'kg'],
      ['🐙', 'Polvo limpo', '69,90', 'kg'],
      ['🦀', 'Carne de siri', '29,90', 'pct'],
      ['🦪', 'Ostra fresca', '34,90', 'dz'],
      ['🍋', 'Limão siciliano', '9,49', 'kg'],
      ['🥥', 'Coco seco', '4,99', 'un'],
      ['🫑', 'Pimentão verde', '6,49', 'kg'],
    ],
  },
  {
    name: 'limpeza',
    title: 'Limpeza',
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
      ['🧤', 'Luvas, par', '6,90', 'un'],
      ['🪥', 'Escova de dentes', '5,90', 'un'],
      ['💡', 'Lâmpada LED', '8,90', 'un'],
    ],
  },
  {
    name: 'bebidas',
    title: 'Bebidas',
    heroes: ['🍺', '🧊'],
    theme: themes.drinks,
    detail: 'Lata 350 ml. Beba com moderação.',
    offers: [
      ['🍺', 'Cerveja puro malte', '3,29', 'un'],
      ['🧃', 'Suco 1&nbsp;L', '5,99', 'un'],
      ['🥤', 'Refri 2&nbsp;L', '8,49', 'un'],
      ['🍷', 'Vinho tinto', '29,90', 'un'],
      ['🍾', 'Espumante', '39,90', 'un'],
      ['🥥', 'Água de coco', '6,49', 'un'],
      ['🧉', 'Mate gelado', '7,90', 'un'],
      ['🥛', 'Leite 1&nbsp;L', '4,69', 'un'],
      ['🍵', 'Chá verde', '8,90', 'cx'],
      ['🧊', 'Gelo 5&nbsp;kg', '12,90', 'pct'],
    ],
  },
];

export const booklet = [
  cover,
  ...departments.map((department) => page(department, 'booklet', { kicker: 'Encarte da quinzena', foot })),
  back,
];
