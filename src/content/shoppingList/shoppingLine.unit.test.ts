import { describe, expect, test } from 'vitest';
import { recipes } from '../../../demo/recipes.ts';
import { addAmounts, amountsText, itemKey, lineTexts } from './shoppingLine.ts';
import { parseLine, parseLines } from './shoppingLineParser.ts';

/** Formats a parsed line as `amount | name | note`. */
const parsed = (typed: string) => {
  const line = parseLine(typed);
  return (
    line && [amountsText(line.amounts), line.name, line.note].filter((part) => part !== undefined).join(' | ')
  );
};

describe('parsing a line', () => {
  test.each([
    ['2 kg de tomate', '2 kg | tomate'],
    ['2kg tomate', '2 kg | tomate'],
    ['Tomate', ' | Tomate'],
    ['tomate 2kg', '2 kg | tomate'],
    ['tomate - 1,5 kg', '1,5 kg | tomate'],
    ['leite 1 l', '1 l | leite'],
    ['detergente 500ml', '500 ml | detergente'],
    ['pão x3', '3 | pão'],
    ['pão x 3', '3 | pão'],
    ['2x leite', '2 | leite'],
    ['1/2 kg de carne moída', '500 g | carne moída'],
    ['1 quilo e meio de carne', '1,5 kg | carne'],
    ['½ abóbora', '½ | abóbora'],
    ['1 ½ xícara de açúcar', '1½ xícara | açúcar'],
    ['2 xícaras e meia de farinha de trigo', '2½ xícaras | farinha de trigo'],
    ['1.000 g de arroz', '1 kg | arroz'],
    ['meia dúzia de ovos', '6 | ovos'],
    ['uma dúzia de ovos', '1 dúzia | ovos'],
    ['2 ou 3 limões', '3 | limões'],
    ['1 a 2 kg de batata', '2 kg | batata'],
    ['3 colheres (sopa) de azeite de dendê', '3 colheres de sopa | azeite de dendê'],
    ['1 colher de chá de mel', '1 colher de chá | mel'],
    ['1 lata (395 g) de leite condensado', '1 lata | leite condensado | 395 g'],
    ['1 lata de leite condensado (395 g)', '1 lata | leite condensado | 395 g'],
    ['3 tomates firmes, sem sementes, em cubinhos', '3 | tomates firmes | sem sementes, em cubinhos'],
    ['2 cebolas médias picadas', '2 | cebolas | médias picadas'],
    ['Sal a gosto', ' | Sal | a gosto'],
    ['Cheiro-verde, sal e pimenta a gosto', ' | Cheiro-verde, sal e pimenta | a gosto'],
    ['Suco de 2 limões', '2 | limões | suco'],
    ['Para a cobertura: meia xícara de leite', '½ xícara | leite'],
    ['2 fatias finas de queijo', '2 | fatias finas de queijo'],
    ['100% suco de uva', ' | 100% suco de uva'],
    ['7up', ' | 7up'],
    ['leite tipo 1', ' | leite tipo 1'],
    ['Ração 1kg/saco', ' | Ração 1kg/saco'],
    ['Camarão médio, R$ 42,90 o quilo. Limpo na hora, sem custo.', ' | Camarão | médio'],
    ['Arroz branco 5 kg por R$22,90', '5 kg | Arroz branco'],
    ['Ovos, 30 unidades, R$ 17,99 a caixa', '30 | Ovos'],
    ['- 2 pilhas', '2 | pilhas'],
    ['☐ sabão em pó', ' | sabão em pó'],
    ['0.500 kg de carne', '500 g | carne'],
    ['2.250 kg de carne', '2,25 kg | carne'],
    ['2,250 kg de carne', '2,25 kg | carne'],
    ['1.000 kg de arroz', '1 kg | arroz'],
    ['1.500 l de leite', '1,5 l | leite'],
    ['0.750 l de azeite', '750 ml | azeite'],
    ['1.500 ml de suco', '1,5 l | suco'],
    ['1.250,0 g de farinha', '1,25 kg | farinha'],
    ['1.000 a 1.500 g de batata', '1,5 kg | batata'],
    ['1.000 copos plásticos', '1000 | copos plásticos'],
    ['farinha de rosca 1.000 g', '1 kg | farinha de rosca'],
    ['farinha de rosca 0.500 kg', '500 g | farinha de rosca'],
    ['picanha 1.200 kg', '1,2 kg | picanha'],
    ['leite - 1.500 ml', '1,5 l | leite'],
    ['carne moída ½ kg', '500 g | carne moída'],
    ['leite 1 ½ l', '1,5 l | leite'],
    ['⅛ colher (chá) de noz-moscada', '⅛ colher de chá | noz-moscada'],
    ['⅜ xícara de óleo', '⅜ xícara | óleo'],
    ['1⅜ xícara de óleo', '1⅜ xícara | óleo'],
    ['2 ⅝ xícaras de leite', '2⅝ xícaras | leite'],
    ['⅞ de xícara de leite', '⅞ xícara | leite'],
    ['1⁄2 kg de carne', '500 g | carne'],
    ['1 1⁄2 xícara de açúcar', '1½ xícara | açúcar'],
    ['¹⁄₂ xícara de açúcar', '½ xícara | açúcar'],
    ['1¹⁄₂ xícara de açúcar', '1½ xícara | açúcar'],
    ['1∕4 xícara de mel', '¼ xícara | mel'],
    ['½ a ¾ xícara de leite', '¾ xícara | leite'],
    ['⅖ kg de queijo', '400 g | queijo'],
    ['um quarto de xícara de óleo', '¼ xícara | óleo'],
    ['três quartos de xícara de óleo', '¾ xícara | óleo'],
    ['2 xícaras e ½ de farinha', '2½ xícaras | farinha'],
    ['1 xícara e 1/4 de leite', '1¼ xícara | leite'],
    ['1 kg e ½ de carne', '1,5 kg | carne'],
    ['Suco de ½ limão', '½ | limão | suco'],
    ['Suco de meio limão', '½ | limão | suco'],
    ['Suco de um limão', '1 | limão | suco'],
    ['Raspas de 1⁄2 laranja', '½ | laranja | raspas'],
    ['Polpa de 2 maracujás', '2 | maracujás | polpa'],
    ['Suco de uva', ' | Suco de uva'],
    ['Suco e raspas de 1 limão', '1 | limão | suco e raspas'],
    ['½ de limão', '½ | limão'],
    ['2 e meia xícaras de leite', '2½ xícaras | leite'],
    ['2 e 1⁄2 xícaras de leite', '2½ xícaras | leite'],
    ['1 colher de sopa cheia de manteiga', '1 colher de sopa | manteiga'],
    ['1 colher (sopa) cheia de manteiga', '1 colher de sopa | manteiga'],
    ['2 colheres cheias de sopa de manteiga', '2 colheres de sopa | manteiga'],
    ['2 colheres de sopa bem cheias de farinha', '2 colheres de sopa | farinha'],
    ['1 colher de chá rasa de fermento', '1 colher de chá | fermento'],
    ['1 colher de sopa (cheia) de manteiga', '1 colher de sopa | manteiga'],
    ['2 colheres das de sopa de azeite', '2 colheres de sopa | azeite'],
    ['1 xícara de chá cheia de açúcar', '1 xícara | açúcar'],
    ['1 copo cheio de leite', '1 copo | leite'],
    ['1 copo americano de leite', '1 copo | leite | americano'],
    ['1 lata pequena de milho', '1 lata | milho | pequena'],
  ])('parses %s', (typed, expected) => expect(parsed(typed)).toBe(expected));

  test('returns null for a line without an item, and limits long input', () => {
    for (const nothing of ['', '  ', '---', '()', 'R$ 12,90 o quilo']) expect(parseLine(nothing)).toBeNull();
    expect(parseLine('2 kg')).toEqual({ name: '2 kg', amounts: [] });
    expect(parseLine(`1 ${'a'.repeat(5000)}`)?.name.length).toBe(80);
    expect(parseLine('99999999999 x')?.amounts).toEqual([]);
    for (const typed of ['İ 2 kg', '２ kg', '🍅 2 kg', '1/0 kg de sal', '\u0000 sal']) parseLine(typed);
  });

  test('separates items by commas, semicolons and lines, but not within a number', () => {
    expect(parseLines('arroz, 1,5 kg de feijão; leite\n2 pães,').map(({ name }) => name)).toEqual([
      'arroz',
      'feijão',
      'leite',
      'pães',
    ]);
  });

  test('parses the formatted ingredients of every recipe back to the same items', () => {
    for (const { ingredients } of recipes)
      for (const ingredient of ingredients) {
        const line = parseLine(ingredient);
        expect(line, ingredient).not.toBeNull();
        if (!line) continue;
        const [text = ''] = lineTexts(line);
        const again = parseLine(text);
        expect([again?.name, again?.amounts], `${ingredient} → ${text}`).toEqual([line.name, line.amounts]);
      }
  });
});

describe('amounts', () => {
  const sum = (...texts: string[]) =>
    amountsText(
      texts
        .flatMap((text) => parseLine(`${text} de x`)?.amounts.map((one) => [one]) ?? [])
        .reduce(addAmounts),
    );

  test.each([
    [['500 g', '1 kg'], '1,5 kg'],
    [['300 g', '200 g'], '500 g'],
    [['400 ml', '600 ml'], '1 l'],
    [['6 un', '1 dz'], '18'],
    [['1 dz', '1 dz'], '2 dúzias'],
    [['0,1 kg', '0,2 kg'], '300 g'],
    [['2 colheres de sopa', '3 colheres de sopa'], '5 colheres de sopa'],
    [['1 xícara', '200 g'], '1 xícara + 200 g'],
    [['1/3 xícara', '1/3 xícara', '1/3 xícara'], '1 xícara'],
  ])('adds up %j to %s', (texts, expected) => expect(sum(...texts)).toBe(expected));
});

test('identifies plural and accented spellings, but not other words', () => {
  for (const [one, other] of [
    ['Tomates', 'tomate'],
    ['limões', 'Limão'],
    ['pães', 'pao'],
    ['Ovos', 'ovo'],
    ['cheiro-verde', 'Cheiro verde'],
    ['colheres', 'colher'],
  ] as const)
    expect(itemKey(one)).toBe(itemKey(other));
  for (const [one, other] of [
    ['tomate', 'tomate-cereja'],
    ['leite', 'leite de coco'],
    ['macaxeira', 'mandioca'],
    ['pimenta', 'pimentão'],
  ] as const)
    expect(itemKey(one)).not.toBe(itemKey(other));
});
