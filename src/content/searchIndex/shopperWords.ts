import type { SearchResultKind } from '../../shared/resource.ts';

// Words as shoppers use them, for the site's search. Add to these lists what people type: the index is renewed by
// itself. Accents, upper case and plurals make no difference.

/** Words that mean the same in each line, by region and habit. */
export const SYNONYMS = `
refrigerante, refri
cerveja, cerva, breja, cervejinha
biscoito, bolacha
pão, pãozinho, cacetinho
mandioca, macaxeira, aipim
tangerina, mexerica, bergamota, ponkan
abóbora, jerimum
carne, mistura
suíno, suína, porco
macarrão, macarronada, espaguete, massa
caldo, sopa
espumante, champanhe, champagne, prosecco
rosquinha, donut, rosca
esponja, bucha
sorvete, sorveteria, gelato, gelateria
sapato, sapataria, calçado
celular, smartphone
televisão, tv, televisor
geladeira, refrigerador
estacionamento, garagem
combustível, gasolina, etanol
recarga, recarregar, carregar, carregador
pet, bicho, cachorro, gato
vaga, emprego, trabalho, trabalhar
deficiência, pcd
fatura, boleto
entrega, delivery, entregar, entregam
retirar, retirada, buscar
trocar, troca, devolver, devolução
perdi, perdido, esqueci, esquecido
wifi, internet
`;

/** Names of the kinds of results, as shoppers say them. Results of the kind need not contain the word. */
export const KIND_WORDS: Readonly<Record<SearchResultKind, string>> = {
  offer: 'oferta promoção desconto barato barata produto',
  leaflet: 'encarte folheto tabloide',
  recipe: 'receita dica',
  branch: 'filial loja unidade mercado supermercado hipermercado',
  shop: 'loja shopping shop',
  movie: 'filme cinema',
  vacancy: 'vaga',
  question: 'pergunta dúvida',
  page: '',
};

/** Words that say little about what is searched. They count least, and alone they are words like others. */
export const FILLERS =
  'como onde qual quando quanto quem tem ter posso pode quero queria preciso vou fazer comprar vende aceita você meu minha mim';
