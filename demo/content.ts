/**
 * The fictional chain of the demo content. No data belongs to a real person: addresses end in `.example`,
 * phone numbers cannot be dialled (0000-00xx) and the CNPJ is the one of the tax office's documentation.
 */
import { brand } from '../src/brand/brand.ts';
import type { DemoPicture } from './recipes.ts';

const week = (weekday: [string, string], sunday: [string, string]) =>
  Array.from({ length: 7 }, (_, index) => {
    const [opens, closes] = index === 6 ? sunday : weekday;
    return { weekday: index + 1, opens, closes };
  });

export const company = {
  corporate_name: brand.name,
  cnpj: '12.ABC.345/01DE-35',
  responsible: 'Rosângela Melo',
  email: `contato@${brand.domain}`,
  number: '1200',
  road: 'Avenida do Sol Nascente',
  district: 'Aldeota',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60150-160',
  complement: 'Piso térreo',
  reference: 'Em frente à praça da feira',
  localization: `https://mapas.example/${brand.handle}`,
  facebook: `https://facebook.example/${brand.handle}`,
  instagram: `https://instagram.example/${brand.handle}`,
  twitter: null,
  tiktok: null,
  pinterest: null,
  youtube: `https://youtube.example/${brand.handle}`,
  linkedin: `https://linkedin.example/${brand.handle}`,
};

/** Types: 1 Fixo, 2 Celular, 3 WhatsApp, 4 Comercial. */
export const phones: { contact: string; ddi: string; ddd: string; number: string; type: 1 | 2 | 3 | 4 }[] = [
  { contact: `Cartão ${brand.shortName}`, ddi: '55', ddd: '85', number: '900000001', type: 3 },
  { contact: 'Central de atendimento', ddi: '55', ddd: '85', number: '00000002', type: 1 },
  { contact: 'Encomendas da padaria', ddi: '55', ddd: '85', number: '900000003', type: 2 },
  { contact: 'Compras e fornecedores', ddi: '55', ddd: '85', number: '00000004', type: 4 },
  { contact: 'Ouvidoria', ddi: '55', ddd: '85', number: '00000005', type: 1 },
  { contact: 'Recrutamento', ddi: '55', ddd: '85', number: '00000006', type: 4 },
  { contact: 'Televendas', ddi: '55', ddd: '85', number: '900000007', type: 3 },
  { contact: 'Administração do shopping', ddi: '55', ddd: '85', number: '00000008', type: 4 },
  { contact: 'Bilheteria do cinema', ddi: '55', ddd: '85', number: '00000009', type: 1 },
  { contact: 'Achados e perdidos', ddi: '55', ddd: '85', number: '900000010', type: 2 },
];

export const banners: (DemoPicture & { title: string; link: string | null })[] = [
  {
    file: 'banner-churrasco.webp',
    title: 'Churrasco de sábado começa aqui.',
    alt: 'Carnes, tomate, pimentão, pimenta, cebola e alho em volta da brasa. Picanha a R$ 59,90 o quilo.',
    link: '/booklets-day',
  },
  {
    file: 'banner-feira.webp',
    title: 'Quarta verde: fruta da estação',
    alt: 'Abacaxi, melancia, manga, uva, banana e outras frutas, com selo de quarta verde.',
    link: '/booklets-day',
  },
  {
    file: 'banner-limpeza.webp',
    title: 'Casa limpinha: leve 3, pague 2',
    alt: 'Sabonete, sabão, papel, balde, cesto e esponja, com selo leve 3, pague 2.',
    link: '/booklets-day',
  },
  {
    file: 'banner-cinema.webp',
    title: 'Segunda é meia no cinema',
    alt: 'Pipoca, refrigerante, claquete e ingresso no facho de luz do projetor. Meia toda segunda.',
    link: '/cinema',
  },
  {
    file: 'banner-cartao.webp',
    title: `Cartão ${brand.shortName}: anuidade zero`,
    alt: `Cartão ${brand.shortName} ao lado de sacolas e um presente.`,
    link: '/debit-cards',
  },
];

/** Types: 1 hypermarket, 2 shopping centre, 3 cinema, 4 card. */
export const aboutPages: {
  type: 1 | 2 | 3 | 4;
  title: string;
  description: string;
  items: [string, string][];
}[] = [
  {
    type: 1,
    title: 'Tudo da casa, numa volta só.',
    description:
      'Do pão quente das sete à lâmpada que queimou agora há pouco. São 24 mil itens e gente que conhece você pelo nome.',
    items: [
      ['Açougue', 'Corte na hora, do jeito que a receita pede.'],
      ['Hortifrúti', 'Chega de madrugada, direto de quem planta.'],
      ['Padaria', 'Fornadas às 7h, às 11h e às 17h.'],
      ['Peixaria', 'Peixe do litoral, limpo sem custo.'],
      ['Adega', 'Vinho para domingo e cerveja para sexta.'],
      ['Casa e bazar', 'Panela, pilha, toalha e presente.'],
    ],
  },
  {
    type: 2,
    title: 'Um passeio inteiro debaixo do mesmo teto.',
    description: 'Doze lojas, praça de alimentação com vista para o jardim e wi-fi que funciona de verdade.',
    items: [
      ['Estacionamento', 'Grátis nas duas primeiras horas, todos os dias.'],
      ['Espaço da família', 'Fraldário, sala de amamentação e cadeiras para crianças.'],
      ['Praça de alimentação', 'Do almoço rápido ao sorvete sem pressa.'],
    ],
  },
  {
    type: 3,
    title: 'O escurinho mais perto de casa.',
    description: 'Cinco salas, som que treme a cadeira e pipoca feita na hora.',
    items: [
      ['Sala do bebê', 'Luz baixa e som baixinho, toda terça de manhã.'],
      ['Sessão azul', 'Para pessoas autistas e suas famílias, no primeiro sábado do mês.'],
    ],
  },
  {
    type: 4,
    title: 'O cartão que faz a compra caber no mês.',
    description: 'Peça pelo WhatsApp e retire na loja, sem fila e sem anuidade.',
    items: [
      ['Até 40 dias para pagar', 'Você escolhe o melhor dia de vencimento.'],
      ['Preço de cartão na gôndola', 'Procure a etiqueta amarela.'],
      ['Meia-entrada no cinema', 'De segunda a quarta, para você e mais um.'],
    ],
  },
];

interface DemoBranch {
  name: string;
  description: string;
  slug: string;
  phone: string;
  road: string;
  number: string;
  district: string;
  city: string;
  state: string;
  zip_code: string;
  complement: string | null;
  reference: string | null;
  latitude: number;
  longitude: number;
  hours: { weekday: number; opens: string; closes: string }[];
  picture: DemoPicture;
  gallery: DemoPicture[];
}

const gallery = {
  produce: { file: 'galeria-hortifruti.webp', alt: 'Bancas de frutas e verduras' },
  bakery: { file: 'galeria-padaria.webp', alt: 'Balcão da padaria com pães e bolos' },
  butcher: { file: 'galeria-acougue.webp', alt: 'Balcão do açougue' },
  fish: { file: 'galeria-peixaria.webp', alt: 'Balcão da peixaria com peixes no gelo' },
  checkout: { file: 'galeria-caixas.webp', alt: 'Três caixas com sacolas e carrinhos' },
  toys: { file: 'galeria-brinquedos.webp', alt: 'Prateleiras de brinquedos, com ursos, robô, bola e trem' },
};

export const branches: DemoBranch[] = [
  {
    name: `Shopping ${brand.shortName}`,
    slug: 'shopping',
    description:
      'Hipermercado, cinema e doze lojas no mesmo teto. Estacionamento grátis nas duas primeiras horas.',
    phone: '(85) 0000-0011',
    road: 'Avenida do Sol Nascente',
    number: '1200',
    district: 'Aldeota',
    city: 'Fortaleza',
    state: 'CE',
    zip_code: '60150-160',
    complement: 'Piso térreo',
    reference: 'Em frente à praça da feira',
    latitude: -3.7436,
    longitude: -38.5042,
    hours: week(['07:00', '22:00'], ['08:00', '21:00']),
    picture: {
      file: 'loja-shopping.webp',
      alt: `Fachada do Shopping ${brand.shortName}, com balão e sacolas`,
    },
    gallery: [gallery.produce, gallery.bakery, gallery.toys, gallery.checkout],
  },
  {
    name: `${brand.shortName} Centro`,
    slug: 'centro',
    description: 'A primeira loja da rede, aberta desde cedo para o café de quem trabalha no Centro.',
    phone: '(85) 0000-0012',
    road: 'Rua das Flores',
    number: '48',
    district: 'Centro',
    city: 'Fortaleza',
    state: 'CE',
    zip_code: '60025-100',
    complement: null,
    reference: 'Ao lado do mercado velho',
    latitude: -3.7275,
    longitude: -38.5275,
    hours: week(['06:30', '21:00'], ['07:00', '14:00']),
    picture: { file: 'loja-centro.webp', alt: `Fachada da ${brand.shortName} Centro entre casarões antigos` },
    gallery: [gallery.bakery, gallery.butcher],
  },
  {
    name: `${brand.shortName} Norte`,
    slug: 'norte',
    description: 'Grande por dentro, com hortifrúti de produtores da serra e posto de combustível na saída.',
    phone: '(88) 0000-0013',
    road: 'Avenida Mirante',
    number: '905',
    district: 'Derby',
    city: 'Sobral',
    state: 'CE',
    zip_code: '62042-000',
    complement: null,
    reference: null,
    latitude: -3.6861,
    longitude: -40.3482,
    hours: week(['07:00', '22:00'], ['07:00', '20:00']),
    picture: {
      file: 'loja-norte.webp',
      alt: `Fachada da ${brand.shortName} Norte, com girassóis e bomba de combustível`,
    },
    gallery: [gallery.produce, gallery.checkout],
  },
  {
    name: `${brand.shortName} Praia`,
    slug: 'praia',
    description: 'Peixaria com o que chegou de manhã e tudo para o dia de praia, do guarda-sol ao gelo.',
    phone: '(84) 0000-0014',
    road: 'Rua dos Coqueirais',
    number: '310',
    district: 'Ponta Negra',
    city: 'Natal',
    state: 'RN',
    zip_code: '59090-000',
    complement: null,
    reference: 'A duas quadras do calçadão',
    latitude: -5.8822,
    longitude: -35.1756,
    hours: week(['07:00', '22:00'], ['07:00', '22:00']),
    picture: {
      file: 'loja-praia.webp',
      alt: `Fachada da ${brand.shortName} Praia, com telhado de palha, coqueiros e guarda-sol na areia`,
    },
    gallery: [gallery.fish, gallery.produce],
  },
  {
    name: `${brand.shortName} Jardim`,
    slug: 'jardim',
    description: 'Loja de bairro com cara de feira, jardim para as crianças e café na entrada.',
    phone: '(81) 0000-0015',
    road: 'Rua dos Jacarandás',
    number: '77',
    district: 'Casa Forte',
    city: 'Recife',
    state: 'PE',
    zip_code: '52061-000',
    complement: null,
    reference: 'Perto do jardim público',
    latitude: -8.0339,
    longitude: -34.9186,
    hours: week(['07:00', '21:30'], ['08:00', '20:00']),
    picture: {
      file: 'loja-jardim.webp',
      alt: `Fachada da ${brand.shortName} Jardim, rosa e verde, com flores e bicicleta`,
    },
    gallery: [gallery.produce, gallery.bakery, gallery.toys],
  },
  {
    name: `${brand.shortName} Estação`,
    slug: 'estacao',
    description: 'Na saída do trem: entre, pegue o jantar pronto e chegue em casa na hora.',
    phone: '(71) 0000-0016',
    road: 'Largo da Estação',
    number: '12',
    district: 'Calçada',
    city: 'Salvador',
    state: 'BA',
    zip_code: '40410-000',
    complement: 'Loja 2',
    reference: 'Na saída leste da estação',
    latitude: -12.9469,
    longitude: -38.5025,
    hours: week(['06:00', '23:00'], ['07:00', '22:00']),
    picture: {
      file: 'loja-estacao.webp',
      alt: `Fachada da ${brand.shortName} Estação, com relógio e trem na plataforma`,
    },
    gallery: [gallery.bakery, gallery.checkout],
  },
  {
    name: `${brand.shortName} Serra`,
    slug: 'serra',
    description: 'Queijos, vinhos e o pão de queijo que sai do forno de hora em hora.',
    phone: '(31) 0000-0017',
    road: 'Alameda das Hortênsias',
    number: '560',
    district: 'Serra',
    city: 'Belo Horizonte',
    state: 'MG',
    zip_code: '30220-000',
    complement: null,
    reference: null,
    latitude: -19.9395,
    longitude: -43.9203,
    hours: week(['07:00', '22:00'], ['08:00', '20:00']),
    picture: {
      file: 'loja-serra.webp',
      alt: `Fachada da ${brand.shortName} Serra em estilo chalé, com pinheiros e montanhas, queijo e vinho sobre um barril`,
    },
    gallery: [gallery.bakery, gallery.butcher],
  },
  {
    name: `${brand.shortName} Lago`,
    slug: 'lago',
    description: 'Aberta até a meia-noite, com vista para o lago e recarga para carro elétrico.',
    phone: '(61) 0000-0018',
    road: 'Quadra do Lago 5',
    number: '3',
    district: 'Lago Norte',
    city: 'Brasília',
    state: 'DF',
    zip_code: '71505-000',
    complement: 'Bloco B',
    reference: 'Depois da ponte',
    latitude: -15.7386,
    longitude: -47.8456,
    hours: week(['07:00', '00:00'], ['08:00', '22:00']),
    picture: {
      file: 'loja-lago.webp',
      alt: `Fachada da ${brand.shortName} Lago ao anoitecer, com cisne e veleiro no lago e carro na recarga`,
    },
    gallery: [gallery.produce, gallery.fish, gallery.checkout],
  },
];

export const dailyOfferPictures: DemoPicture[] = [
  { file: 'encarte-peixaria.webp', alt: 'Encarte da peixaria com os destaques de hoje' },
  { file: 'encarte-acougue.webp', alt: 'Encarte do açougue com os destaques de hoje' },
  { file: 'encarte-hortifruti.webp', alt: 'Encarte do hortifrúti com os destaques de hoje' },
  { file: 'encarte-limpeza.webp', alt: 'Encarte de limpeza com os destaques de hoje' },
  { file: 'encarte-padaria.webp', alt: 'Encarte da padaria com os destaques de hoje' },
  { file: 'encarte-bebidas.webp', alt: 'Encarte de bebidas com os destaques de hoje' },
];

export { leafletTexts, ONLY_TODAY } from './dailyOfferTexts.ts';
export { cardTerms, questions } from './help.ts';
export { offers } from './offers.ts';

export const fortnightlyPdf = 'encarte-quinzenal.pdf';

export { recipeCategories, recipes } from './recipes.ts';

export const phoneServiceHours: {
  work_start_day: string;
  end_of_work_day: string;
  office_start_time: string;
  end_of_work_time: string;
  lunch_start_time: string | null;
  lunch_end_time: string | null;
}[] = [
  {
    work_start_day: 'Segunda-feira',
    end_of_work_day: 'Quinta-feira',
    office_start_time: '08:00',
    end_of_work_time: '18:00',
    lunch_start_time: '12:00',
    lunch_end_time: '13:00',
  },
  {
    work_start_day: 'Sexta-feira',
    end_of_work_day: 'Sexta-feira',
    office_start_time: '08:00',
    end_of_work_time: '17:00',
    lunch_start_time: '12:00',
    lunch_end_time: '13:00',
  },
  {
    work_start_day: 'Sábado',
    end_of_work_day: 'Sábado',
    office_start_time: '08:00',
    end_of_work_time: '14:00',
    lunch_start_time: null,
    lunch_end_time: null,
  },
  {
    work_start_day: 'Domingos e feriados',
    end_of_work_day: 'Domingos e feriados',
    office_start_time: '09:00',
    end_of_work_time: '13:00',
    lunch_start_time: null,
    lunch_end_time: null,
  },
];

/**
 * Decisions on the coming holidays, by name; the others await a decision. Types: 1 Fechado, 2 Outro horário,
 * 3 Abre normalmente.
 */
export const holidays: Record<string, { type: 1 | 2 | 3; hours?: { opens: string; closes: string }[] }> = {
  Natal: { type: 1 },
  'Ano-Novo': { type: 1 },
  'Véspera de Natal': { type: 2, hours: [{ opens: '07:00', closes: '18:00' }] },
  Carnaval: { type: 3 },
  'Sexta-feira Santa': { type: 2, hours: [{ opens: '08:00', closes: '14:00' }] },
};

/** A special day of a single branch, `in_days` days after the seeding. */
export const stocktaking = {
  slug: 'norte',
  in_days: 3,
  reason: 'Balanço anual',
  type: 2 as const,
  hours: [{ opens: '12:00', closes: '20:00' }],
};

/**
 * Types: 1 Efetivo, 2 Temporário, 3 Estágio, 4 Jovem aprendiz. The deadline counts in days after the seeding.
 */
export const vacancies: {
  name: string;
  type: 1 | 2 | 3 | 4;
  description: string;
  city: string;
  open_until_days: number | null;
}[] = [
  {
    name: 'Padeiro ou padeira',
    type: 1,
    description:
      'Fornadas das 7h e das 11h, de terça a domingo. Pedimos um ano de experiência com fermentação longa. Vale-transporte, almoço na loja e plano de saúde.',
    city: 'Fortaleza, CE',
    open_until_days: 30,
  },
  {
    name: 'Açougueiro ou açougueira',
    type: 1,
    description:
      'Desossa, corte na hora e conversa boa no balcão. Experiência em açougue de bairro conta tanto quanto em rede grande.',
    city: 'Sobral, CE',
    open_until_days: 45,
  },
  {
    name: 'Operador ou operadora de caixa',
    type: 2,
    description:
      'Reforço para o fim de ano, em turnos de seis horas. Não precisa de experiência: a primeira semana é de treino. Metade da turma do ano passado ficou.',
    city: 'Natal, RN',
    open_until_days: 21,
  },
  {
    name: 'Estágio em nutrição',
    type: 3,
    description:
      'Acompanhar a cozinha do restaurante e as receitas do site, com supervisão. A partir do quinto período, 30 horas por semana.',
    city: 'Recife, PE',
    open_until_days: 40,
  },
  {
    name: 'Jovem aprendiz de loja',
    type: 4,
    description:
      'De 14 a 24 anos, estudando. Quatro dias na loja e um de curso por semana, com carteira assinada e uma madrinha ou padrinho em cada setor.',
    city: 'Salvador, BA',
    open_until_days: 60,
  },
  {
    name: 'Banco de talentos para pessoas com deficiência',
    type: 1,
    description:
      'Aberto o ano todo, em todas as lojas e setores. Conte o que você faz bem e do que precisa para trabalhar melhor.',
    city: 'Todas as cidades',
    open_until_days: null,
  },
];

export const ticketOffice = {
  title: 'Bilheteria',
  description: `Abre uma hora antes da primeira sessão e fecha quinze minutos depois da última. Aceita Pix, cartão e dinheiro. Meia-entrada para estudantes, pessoas com 60 anos ou mais, pessoas com deficiência e quem acompanha, e jovens com a ID Jovem, com documento. Com o Cartão ${brand.shortName}, de segunda a quarta, para você e mais um.`,
};

export const ticketOfficeItems: string[] = [
  'Segunda da meia, para todo mundo: R$ 12,00',
  'Inteira, de terça a quinta: R$ 24,00',
  'Inteira, de sexta a domingo e feriados: R$ 32,00',
  'Meia, de sexta a domingo e feriados: R$ 16,00',
  'Sala 3D, todos os dias: R$ 36,00',
  'Sala do bebê e sessão azul: R$ 10,00',
];

/** Sessions of each day for two weeks; from Friday to Sunday those of `weekend` come first. */
export const screenings: {
  movie: string;
  room: string;
  audio: 1 | 2 | 3;
  format: 1 | 2;
  times: string;
  weekend?: string;
  ticket_link?: string;
}[] = [
  {
    movie: 'O dragão da serra',
    room: 'Sala 1',
    audio: 1,
    format: 2,
    times: '14:00 16:20 18:40',
    weekend: '11:30',
    ticket_link: `https://ingressos.example/${brand.id}`,
  },
  { movie: 'O dragão da serra', room: 'Sala 1', audio: 2, format: 2, times: '21:00' },
  { movie: 'Lua de pipoca', room: 'Sala 2', audio: 1, format: 1, times: '13:30 15:20', weekend: '10:30' },
  { movie: 'Lata e Flor', room: 'Sala 2', audio: 1, format: 1, times: '17:10 19:00' },
  { movie: 'Estação fantasma', room: 'Sala 2', audio: 2, format: 1, times: '21:10' },
  { movie: 'Lata e Flor', room: 'Sala 3', audio: 1, format: 1, times: '', weekend: '11:00 13:15' },
  { movie: 'Estação fantasma', room: 'Sala 3', audio: 1, format: 1, times: '16:00 18:20' },
  { movie: 'Sertão de sangue', room: 'Sala 3', audio: 3, format: 1, times: '20:40' },
];

/** Index in `ticketOfficeItems` of the price by weekday, 1 being Monday, and that of a 3D session. */
export const screeningPrices: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2 };
export const priceIn3D = 4;

/**
 * Types: 1 Em cartaz, 2 Encerrado. The release counts in days after the seeding; negative numbers are before
 * it.
 */
export const movies: (DemoPicture & {
  name: string;
  type: 1 | 2;
  classification: string;
  description: string;
  release_days: number;
  duration: string;
})[] = [
  {
    file: 'filme-dragao-da-serra.webp',
    alt: 'Cartaz de O dragão da serra: um dragão verde diante do sol vermelho, sobre montanhas',
    name: 'O dragão da serra',
    type: 1,
    classification: '10',
    description:
      'Lia sobe a serra atrás do irmão e encontra quem guarda o nevoeiro. Aventura para ver de mãos dadas.',
    release_days: -3,
    duration: '01:52',
  },
  {
    file: 'filme-lua-de-pipoca.webp',
    alt: 'Cartaz de Lua de pipoca: a lua sorrindo num céu estrelado, com um balde de pipoca',
    name: 'Lua de pipoca',
    type: 1,
    classification: 'L',
    description:
      'A lua tem medo do escuro. Três vaga-lumes resolvem levá-la ao cinema. Animação para ver no colo.',
    release_days: -10,
    duration: '01:28',
  },
  {
    file: 'filme-lata-e-flor.webp',
    alt: 'Cartaz de Lata e Flor: um robô, um girassol e uma borboleta',
    name: 'Lata e Flor',
    type: 1,
    classification: '6',
    description:
      'Um robô de feira ganha uma semente de troco e precisa descobrir o que é esperar. Animação em família.',
    release_days: -17,
    duration: '01:35',
  },
  {
    file: 'filme-estacao-fantasma.webp',
    alt: 'Cartaz de Estação fantasma: um fantasma sobre o trem que sai do túnel, com o relógio em 23h47',
    name: 'Estação fantasma',
    type: 1,
    classification: '14',
    description:
      'Toda noite, às 23h47, passa um trem que não está na tabela. A bilheteira nova decide embarcar. Suspense.',
    release_days: -6,
    duration: '01:58',
  },
  {
    file: 'filme-sertao-de-sangue.webp',
    alt: 'Cartaz de Sertão de sangue: três vultos de chapéu diante do sol que se põe, com cactos e uma faca',
    name: 'Sertão de sangue',
    type: 1,
    classification: '18',
    description:
      'Três irmãos, uma cisterna e uma dívida que ninguém assinou. Um faroeste com cheiro de chuva que não vem.',
    release_days: -13,
    duration: '02:11',
  },
  {
    file: 'filme-mare-alta.webp',
    alt: 'Cartaz de Maré alta: um tubarão diante da lua vermelha e um farol sobre ondas escuras',
    name: 'Maré alta',
    type: 1,
    classification: '16',
    description:
      'Na ilha, a água sobe um palmo por noite. Na quarta noite, alguém bate à porta do farol. Terror de fim de verão.',
    release_days: 12,
    duration: '02:04',
  },
  {
    file: 'filme-forro-em-marte.webp',
    alt: 'Cartaz de Forró em Marte: um extraterrestre de chapéu de couro toca sanfona sob bandeirinhas',
    name: 'Forró em Marte',
    type: 1,
    classification: 'A12',
    description:
      'A primeira colônia brasileira em Marte só tem um problema: ninguém levou triângulo. Comédia para sair dançando.',
    release_days: 26,
    duration: '01:44',
  },
  {
    file: 'filme-operacao-guarana.webp',
    alt: 'Cartaz de Operação Guaraná: um detetive com lupa no meio de um alvo e um copo de refrigerante',
    name: 'Operação Guaraná',
    type: 2,
    classification: '12',
    description:
      'Sumiu a fórmula do refrigerante da cidade. O detetive tem alergia a açúcar e dois dias. Comédia policial.',
    release_days: -61,
    duration: '01:47',
  },
  {
    file: 'filme-galinha-do-vizinho.webp',
    alt: 'Cartaz de A galinha do vizinho: uma galinha sobre a cerca, diante do sol, e ovos azuis',
    name: 'A galinha do vizinho',
    type: 2,
    classification: 'L',
    description: 'Ela bota ovo azul, canta fora de hora e agora é assunto de assembleia. Comédia de quintal.',
    release_days: -96,
    duration: '01:31',
  },
];

interface DemoShop extends DemoPicture {
  name: string;
  description: string;
  email: string;
  phone: string;
  phone_secondary: string | null;
  instagram: string | null;
  gallery: DemoPicture[];
}

/** Shops of the shopping centre. */
export const shops: DemoShop[] = [
  {
    file: 'shopping-livraria.webp',
    alt: 'Fachada da Livraria Pé de Página, verde-escura, com livros na vitrine',
    name: 'Livraria Pé de Página',
    description:
      'Livro novo, sebo no fundo e uma poltrona que ninguém quer largar. Contação de histórias aos sábados, às 16h.',
    email: 'oi@pedepagina.example',
    phone: '(85) 0000-0021',
    phone_secondary: '(85) 90000-0022',
    instagram: 'https://instagram.example/livrariapedepagina',
    gallery: [
      { file: 'shopping-livraria-estantes.webp', alt: 'Estantes coloridas de livros e uma escada' },
      { file: 'shopping-livraria-leitura.webp', alt: 'Canto de leitura com poltrona, luminária e gato' },
    ],
  },
  {
    file: 'shopping-gelateria.webp',
    alt: 'Fachada da Gelateria Serenata, rosa, com sorvetes na vitrine',
    name: 'Gelateria Serenata',
    description:
      'Vinte e dois sabores feitos na casa, de cajá a queijo com goiabada. Prove três antes de escolher.',
    email: 'sabores@gelateriaserenata.example',
    phone: '(85) 0000-0023',
    phone_secondary: null,
    instagram: 'https://instagram.example/gelateriaserenata',
    gallery: [
      { file: 'shopping-gelateria-balcao.webp', alt: 'Balcão de vidro com doze cubas de sorvete' },
      { file: 'shopping-gelateria-tacas.webp', alt: 'Taças, casquinhas e picolés sobre fundo rosa' },
    ],
  },
  {
    file: 'shopping-sapataria.webp',
    alt: 'Fachada da Sapataria Passo Largo, laranja, com calçados nas prateleiras',
    name: 'Sapataria Passo Largo',
    description:
      'Do primeiro tênis ao sapato da formatura, do 16 ao 46. Conserto de sola e de zíper em uma hora.',
    email: 'balcao@passolargo.example',
    phone: '(85) 0000-0024',
    phone_secondary: null,
    instagram: 'https://instagram.example/sapatariapassolargo',
    gallery: [],
  },
  {
    file: 'shopping-brinquedos.webp',
    alt: 'Fachada da Pião Brinquedos, amarela e azul, com urso, pipa e robô',
    name: 'Pião Brinquedos',
    description: 'Brinquedo de montar, de jogar e de abraçar. Embrulho feito por quem entende de surpresa.',
    email: 'recreio@piaobrinquedos.example',
    phone: '(85) 0000-0025',
    phone_secondary: '(85) 90000-0026',
    instagram: 'https://instagram.example/piaobrinquedos',
    gallery: [
      gallery.toys,
      { file: 'shopping-brinquedos-mesa.webp', alt: 'Mesa com urso, robô, trem e blocos de letras' },
    ],
  },
  {
    file: 'shopping-cafe.webp',
    alt: 'Fachada do Café Meia-Xícara, marrom e creme, com mesinha e bolos na vitrine',
    name: 'Café Meia-Xícara',
    description:
      'Café coado na mesa, bolo do dia e tomada em todo canto. Para reunião curta e conversa comprida.',
    email: 'mesa@meiaxicara.example',
    phone: '(85) 0000-0027',
    phone_secondary: null,
    instagram: 'https://instagram.example/cafemeiaxicara',
    gallery: [
      { file: 'shopping-cafe-balcao.webp', alt: 'Balcão do café com bolos sob a redoma e xícaras' },
      { file: 'galeria-padaria.webp', alt: 'Prateleira de pães, croissants e bolos' },
    ],
  },
  {
    file: 'shopping-floricultura.webp',
    alt: 'Fachada da floricultura Jardim de Bolso, com vasos e buquês na calçada',
    name: 'Jardim de Bolso',
    description:
      'Buquê para pedir desculpa e vasinho para quem esquece de regar. Entrega na praça do shopping em vinte minutos.',
    email: 'flores@jardimdebolso.example',
    phone: '(85) 0000-0028',
    phone_secondary: '(85) 90000-0029',
    instagram: 'https://instagram.example/jardimdebolso',
    gallery: [
      { file: 'shopping-floricultura-bancada.webp', alt: 'Bancada com girassóis, tulipas, buquê e regador' },
      { file: 'shopping-floricultura-prateleira.webp', alt: 'Prateleiras com cactos e vasos de plantas' },
    ],
  },
  {
    file: 'shopping-restaurante.webp',
    alt: 'Fachada do restaurante Tacho de Barro, terracota, com panelas sobre o balcão de azulejos',
    name: 'Tacho de Barro',
    description:
      'Comida de fogão a lenha na praça de alimentação: baião, galinhada e peixe na telha, por quilo ou no prato.',
    email: 'cozinha@tachodebarro.example',
    phone: '(85) 0000-0030',
    phone_secondary: null,
    instagram: null,
    gallery: [
      { file: 'receita-baiao-de-dois.webp', alt: 'Baião de dois na panela, sobre toalha de chita' },
      { file: 'receita-moqueca.webp', alt: 'Moqueca na panela de barro' },
    ],
  },
  {
    file: 'shopping-moda.webp',
    alt: 'Fachada da Varanda Moda, azul-piscina, com roupas na vitrine',
    name: 'Varanda Moda',
    description:
      'Linho, algodão e estampa de quem mora perto do mar. Do P ao G4, com ajuste de barra na hora.',
    email: 'provador@varandamoda.example',
    phone: '(85) 0000-0031',
    phone_secondary: null,
    instagram: 'https://instagram.example/varandamoda',
    gallery: [],
  },
  {
    file: 'shopping-otica.webp',
    alt: 'Fachada da Ótica Claridade, branca e azul, com óculos na vitrine',
    name: 'Ótica Claridade',
    description:
      'Armações leves, lentes em dois dias e paciência para o seu espelho. Ajuste e limpeza são sempre grátis.',
    email: 'vista@oticaclaridade.example',
    phone: '(85) 0000-0032',
    phone_secondary: null,
    instagram: null,
    gallery: [],
  },
  {
    file: 'shopping-pet.webp',
    alt: 'Fachada da Patinha Amarela, com cachorro, gato e papagaio na vitrine',
    name: 'Patinha Amarela',
    description:
      'Ração a granel, banho sem susto e brinquedo que aguenta dente de filhote. Bicho entra pela porta da frente.',
    email: 'focinho@patinhaamarela.example',
    phone: '(85) 0000-0033',
    phone_secondary: '(85) 90000-0034',
    instagram: 'https://instagram.example/patinhaamarela',
    gallery: [],
  },
  {
    file: 'shopping-eletronicos.webp',
    alt: 'Fachada da Tomada Certa, vinho, com televisores, fones e relógio na vitrine',
    name: 'Tomada Certa',
    description:
      'Celular, fone e televisor, com quem explica sem termo difícil. Troca de tela e de bateria no mesmo dia.',
    email: 'ajuda@tomadacerta.example',
    phone: '(85) 0000-0035',
    phone_secondary: null,
    instagram: 'https://instagram.example/tomadacerta',
    gallery: [],
  },
  {
    file: 'shopping-musica.webp',
    alt: 'Fachada da Compasso Instrumentos, vermelha, com guitarras, sanfona e tambor',
    name: 'Compasso Instrumentos',
    description:
      'Sanfona, violão, zabumba e aula experimental toda quinta. Pode tocar antes de levar, e até se não levar.',
    email: 'palco@compassoinstrumentos.example',
    phone: '(85) 0000-0036',
    phone_secondary: null,
    instagram: 'https://instagram.example/compassoinstrumentos',
    gallery: [],
  },
];

export const video = { file: 'sala-de-cinema.mp4' };
