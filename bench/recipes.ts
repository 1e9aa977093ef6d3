import { fold } from '../src/shared/text/fold.ts';
import { seededRandom } from './applications.ts';

// Recipes of realistic length. The same seed gives the same recipes.

const DISHES =
  'Bolo Torta Pudim Sopa Caldo Salada Risoto Arroz Feijão Frango Peixe Carne Lasanha Macarrão Pão Biscoito Mousse Creme Farofa Purê'.split(
    ' ',
  );
const WITH =
  'milho coco banana maçã cenoura queijo manteiga calabresa camarão bacalhau abóbora mandioca batata espinafre couve limão laranja chocolate amendoim castanha'.split(
    ' ',
  );
const MANNERS =
  'da vovó|de domingo|de panela|ao forno|na pressão|de liquidificador|sem glúten|de festa|do sertão|bem simples|para a marmita|de verão'.split(
    '|',
  );
const RARE = 'umbu cupuaçu ora-pro-nóbis jambu taioba'.split(' ');
const AMOUNTS =
  '1 xícara de|2 colheres de sopa de|500 g de|200 ml de|3 unidades de|1 pitada de|meio quilo de'.split('|');
const GOODS =
  'leite farinha de trigo|açúcar|sal|óleo|manteiga sem sal|ovos|creme de leite|cebola picada|alho amassado|tomate maduro|cheiro-verde|pimenta-do-reino|fermento em pó|leite condensado|azeite|cominho'.split(
    '|',
  );
const STEPS = [
  'Separe todos os ingredientes e deixe os que estavam na geladeira chegarem à temperatura da cozinha.',
  'Refogue em fogo médio, mexendo de vez em quando, até ficar dourado e perfumado.',
  'Junte o restante aos poucos, sem parar de mexer, para que não fique nenhum grumo.',
  'Leve ao forno preaquecido a 180 graus por uns quarenta minutos, ou até o palito sair limpo.',
  'Deixe descansar dez minutos antes de servir, coberto com um pano limpo.',
  'Prove, acerte o sal e finalize com cheiro-verde picado na hora.',
  'Sirva ainda quente, com uma boa salada e arroz soltinho.',
];

export const CATEGORIES =
  'Almoço de família|Doces e sobremesas|Bolos|Pães|Saladas|Sopas e caldos|Peixes|Carnes|Aves|Massas|Lanches|Bebidas|Café da manhã|Dicas de compra|Dicas de cozinha|Sem glúten|Vegetarianas|Festa junina|Natal|Páscoa'.split(
    '|',
  );

/** Yields `count` recipes. The caller adds `uuid`, `file_id` and timestamps. */
export function* generateRecipes(count: number, seed = 7) {
  const random = seededRandom(seed);
  const pick = (choices: string[]) => choices[Math.floor(random() * choices.length)] ?? '';
  const linesOf = (min: number, max: number, make: () => string) =>
    Array.from({ length: min + Math.floor(random() * (max - min + 1)) }, make).join('\n');
  for (let index = 0; index < count; index += 1) {
    const own = random() < 0.002 ? pick(RARE) : pick(WITH);
    const name = `${pick(DISHES)} de ${own} ${pick(MANNERS)}`;
    const ingredients = linesOf(6, 12, () => `${pick(AMOUNTS)} ${random() < 0.2 ? pick(WITH) : pick(GOODS)}`);
    const portions = 2 + Math.floor(random() * 10);
    const minutes = 20 + Math.floor(random() * 100);
    const description = `${name}: rende ${portions} porções e fica pronto em ${minutes} minutos. Uma receita que sempre dá certo, para fazer com o que há em casa.`;
    yield {
      name,
      description,
      ingredients,
      preparation_mode: linesOf(3, 7, () => pick(STEPS)),
      recipe_link: null,
      total_minutes: minutes,
      difficulty: 1 + (minutes % 3),
      // A third of the pictures lack an alternative text.
      alt: index % 3 === 0 ? null : `${name}, servido sobre uma mesa de madeira clara`,
      // Some categories are small.
      recipe_category_id: 1 + Math.floor(random() ** 2 * CATEGORIES.length),
      search: fold(`${name} ${ingredients} ${description}`),
      name_key: fold(name),
    };
  }
}
