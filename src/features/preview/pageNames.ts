/** What people call the pages of the site. */
export const PAGE_NAMES: Readonly<Record<string, string>> = {
  '/': 'Início',
  '/about': 'Sobre nós',
  '/accessibility': 'Acessibilidade',
  '/booklet': 'Encarte da quinzena',
  '/booklets-day': 'Ofertas do dia',
  '/branches': 'Filiais',
  '/cinema': 'Cinema',
  '/contacts': 'Contato',
  '/debit-cards': 'Cartão',
  '/offers': 'Ofertas',
  '/privacy': 'Privacidade',
  '/shopping': 'Shopping',
  '/shops': 'Lojas',
  '/tips-and-recipes': 'Dicas e receitas',
  '/vacancies': 'Vagas abertas',
  '/work-with-us': 'Trabalhe conosco',
};
