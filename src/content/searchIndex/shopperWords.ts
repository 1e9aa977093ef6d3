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
combustível, gasolina, etanol, abastecer
recarga, recarregar, carregar, carregador
pet, bicho, cachorro, gato
vaga, emprego, trabalho, trabalhar, trabalhe
deficiência, pcd
fatura, boleto
entrega, delivery, entregar, entregam, frete
retirar, retirada, buscar
trocar, troca, devolver, devolução
perdi, perdido, esqueci, esquecido
wifi, internet
whatsapp, whats, zap
perto, próximo, próxima
conserto, consertar, reparo
café, cafezinho
atendimento, atendente
lotérica, loteria
currículo, curriculum, cv
`;

const STORE = 'filial loja unidade mercado supermercado hipermercado';

/** Names of the kinds of results, as shoppers say them. Results of the kind need not contain the word. */
export const KIND_WORDS: Readonly<Record<SearchResultKind, string>> = {
  offer: 'oferta promoção desconto barato barata produto',
  leaflet: 'encarte folheto tabloide',
  recipe: 'receita dica',
  branch: STORE,
  shop: 'loja shopping shop',
  movie: 'filme cinema',
  vacancy: 'vaga',
  question: 'pergunta dúvida',
  // Shoppers ask a store for what the page says of the chain: «telefone do mercado», «trabalhar na loja».
  page: STORE,
};

/** Words that say little about what is searched. They count least, and alone they are words like others. */
export const FILLERS =
  'como onde qual quando quanto quem mais tem ter posso pode quero queria preciso vou fazer comprar vende aceita entrar levar usar você meu minha mim';
