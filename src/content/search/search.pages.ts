import type { NamedPage } from '../../shared/sitePages.ts';
import { allowedMistakes, editDistance, type QuestionWord, textWords } from '../searchIndex/search.tokens.ts';

interface StaticPage {
  href: NamedPage;
  title: string;
  text: string;
  /** Other names of the page, and topics that it covers. */
  keywords: string;
}

/** Pages of the site that are no records, with the texts by which they are found. */
export const SEARCHABLE_PAGES: readonly StaticPage[] = [
  {
    href: '/offers',
    title: 'Ofertas',
    text: 'Tudo o que está em oferta, por departamento, preço e filial.',
    keywords:
      'promoção desconto barato preço departamento hortifrúti açougue peixaria padaria frios laticínios congelados mercearia bebidas limpeza higiene beleza bebês pet casa eletro',
  },
  {
    href: '/booklets-day',
    title: 'Ofertas do dia',
    text: 'O encarte de hoje.',
    keywords: 'encarte folheto tabloide promoção hoje jornal',
  },
  {
    href: '/booklet',
    title: 'Encarte da quinzena',
    text: 'Folheie o encarte inteiro, página por página.',
    keywords: 'encarte folheto tabloide quinzenal revista pdf jornal',
  },
  {
    href: '/branches',
    title: 'Filiais',
    text: 'Endereço, horários e como chegar a cada uma.',
    keywords:
      'loja endereço horário aberto fecha abre mapa perto unidade mercado estacionamento telefone feriado domingo',
  },
  {
    href: '/debit-cards',
    title: 'Cartão',
    text: 'Peça o seu e faça a compra caber no mês.',
    keywords: 'crédito débito parcelar anuidade fatura limite juros pedir solicitar',
  },
  {
    href: '/tips-and-recipes',
    title: 'Dicas e receitas',
    text: 'Receitas passo a passo, com lista de compras.',
    keywords: 'cozinha culinária cardápio jantar almoço',
  },
  {
    href: '/shopping',
    title: 'Shopping',
    text: 'Lojas, praça de alimentação e um passeio inteiro.',
    keywords: 'galeria praça alimentação passeio horário',
  },
  {
    href: '/shops',
    title: 'Lojas do shopping',
    text: 'Todas as lojas do shopping.',
    keywords: 'lojista inquilino',
  },
  {
    href: '/cinema',
    title: 'Cinema',
    text: 'O que está em cartaz, as sessões e quanto custa o ingresso.',
    keywords: 'filme sessão ingresso bilheteria meia entrada preço horário sala dublado legendado',
  },
  {
    href: '/vacancies',
    title: 'Vagas abertas',
    text: 'As vagas de emprego e como se candidatar.',
    keywords: 'emprego trabalho carreira recrutamento estágio aprendiz',
  },
  {
    href: '/work-with-us',
    title: 'Trabalhe conosco',
    text: 'Mande o seu currículo.',
    keywords: 'emprego vaga currículo candidatura recrutamento cadastro',
  },
  {
    href: '/contacts',
    title: 'Contato',
    text: 'Endereço, telefones, e-mail, redes sociais e horário de atendimento.',
    keywords:
      'fale conosco telefone whatsapp email sac ouvidoria reclamação atendimento instagram facebook ajuda',
  },
  {
    href: '/about',
    title: 'Sobre nós',
    text: 'Quem somos e o que temos.',
    keywords: 'história empresa quem somos institucional',
  },
  {
    href: '/privacy',
    title: 'Privacidade',
    text: 'O que guardamos de quem visita e de quem se candidata, e os seus direitos.',
    keywords: 'lgpd dados pessoais cookies direitos encarregado exclusão',
  },
  {
    href: '/accessibility',
    title: 'Acessibilidade',
    text: 'O que fazemos para que o site sirva a todo mundo.',
    keywords: 'leitor tela teclado contraste deficiência libras',
  },
];

const indexedPages = SEARCHABLE_PAGES.map((page) => ({
  page,
  title: textWords(page.title).map(({ root }) => root),
  others: textWords(`${page.text} ${page.keywords}`).map(({ root }) => root),
}));

const TITLE = 84;
const OTHER = 20;

/** Returns how well a word matches a page; 0 if it does not. The last word (`isLast`) may be a prefix. */
function scoreOf(
  { word, root }: QuestionWord,
  { title, others }: (typeof indexedPages)[number],
  isLast: boolean,
): number {
  if (title.includes(root)) return TITLE;
  if (others.includes(root)) return OTHER;
  if (isLast && word.length >= 2) {
    if (title.some((one) => one.startsWith(word))) return TITLE / 2;
    if (word.length > 2 && others.some((one) => one.startsWith(word))) return OTHER / 2;
  }
  const most = allowedMistakes(root);
  const isSimilar = (one: string) => most > 0 && editDistance(root, one, most) <= most;
  if (title.some(isSimilar)) return TITLE / 3;
  return others.some(isSimilar) ? OTHER / 3 : 0;
}

export interface FoundPage {
  page: StaticPage;
  score: number;
}

/** Returns the pages that contain all words. */
export function findPages(asked: readonly QuestionWord[]): FoundPage[] {
  return indexedPages
    .map((one) => {
      const scores = asked.map((word, at) => scoreOf(word, one, at === asked.length - 1));
      return {
        page: one.page,
        score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0),
      };
    })
    .filter(({ score }) => score > 0);
}
