/**
 * The fictional chain of the demonstration. Nothing here can be anybody's: addresses end in `.example`, phone
 * numbers cannot be dialled (0000-00xx) and the CNPJ is the one of the tax office's documentation.
 */

export interface DemoPicture {
  file: string;
  alt: string;
}

const week = (weekday: [string, string], sunday: [string, string]) =>
  Array.from({ length: 7 }, (_, index) => {
    const [opens, closes] = index === 6 ? sunday : weekday;
    return { weekday: index + 1, opens, closes };
  });

export const company = {
  corporate_name: 'Hiper Aurora',
  cnpj: '12.ABC.345/01DE-35',
  responsible: 'Rosângela Melo',
  email: 'contato@hiperaurora.example',
  number: '1200',
  road: 'Avenida do Sol Nascente',
  district: 'Aldeota',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60150-160',
  complement: 'Piso térreo',
  reference: 'Em frente à praça da feira',
  localization: 'https://mapas.example/hiper-aurora',
  facebook: 'https://facebook.example/hiperaurora',
  instagram: 'https://instagram.example/hiperaurora',
  twitter: null,
  tiktok: null,
  pinterest: null,
  youtube: 'https://youtube.example/hiperaurora',
  linkedin: 'https://linkedin.example/hiperaurora',
};

/** Types: 1 Fixo, 2 Celular, 3 WhatsApp, 4 Comercial. */
export const phones = [
  { contact: 'Cartão Aurora', ddi: '55', ddd: '85', number: '900000001', type: 3 },
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
    title: 'Cartão Aurora: anuidade zero',
    alt: 'Cartão Aurora ao lado de sacolas e um presente.',
    link: '/debit-cards',
  },
];

/** By type: 1 hypermarket, 2 shopping centre, 3 cinema, 4 card. */
export const abouts: { type: number; title: string; description: string; items: [string, string][] }[] = [
  {
    type: 1,
    title: 'Tudo da casa, numa volta só.',
    description:
      'Do pão quente das sete à lâmpada que queimou agora há pouco. São 24 mil itens, estacionamento grátis e gente que conhece você pelo nome.',
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
    description:
      'Oitenta e quatro lojas, praça de alimentação com vista para o jardim e wi-fi que funciona de verdade.',
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
    name: 'Shopping Aurora',
    slug: 'shopping',
    description:
      'Hipermercado, cinema e 84 lojas no mesmo teto. Estacionamento grátis nas duas primeiras horas.',
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
      alt: 'Fachada do Shopping Aurora, com telhado vinho, balão e sacolas',
    },
    gallery: [gallery.produce, gallery.bakery, gallery.toys, gallery.checkout],
  },
  {
    name: 'Aurora Centro',
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
    picture: { file: 'loja-centro.webp', alt: 'Fachada da Aurora Centro entre casarões antigos' },
    gallery: [gallery.bakery, gallery.butcher],
  },
  {
    name: 'Aurora Norte',
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
      alt: 'Fachada da Aurora Norte, com girassóis e bomba de combustível',
    },
    gallery: [gallery.produce, gallery.checkout],
  },
  {
    name: 'Aurora Praia',
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
      alt: 'Fachada da Aurora Praia, com telhado de palha, coqueiros e guarda-sol na areia',
    },
    gallery: [gallery.fish, gallery.produce],
  },
  {
    name: 'Aurora Jardim',
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
      alt: 'Fachada da Aurora Jardim, rosa e verde, com flores e bicicleta',
    },
    gallery: [gallery.produce, gallery.bakery, gallery.toys],
  },
  {
    name: 'Aurora Estação',
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
      alt: 'Fachada da Aurora Estação, com relógio e trem na plataforma',
    },
    gallery: [gallery.bakery, gallery.checkout],
  },
  {
    name: 'Aurora Serra',
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
      alt: 'Fachada da Aurora Serra em estilo chalé, com pinheiros e montanhas, queijo e vinho sobre um barril',
    },
    gallery: [gallery.bakery, gallery.butcher],
  },
  {
    name: 'Aurora Lago',
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
      alt: 'Fachada da Aurora Lago ao anoitecer, com cisne e veleiro no lago e carro na recarga',
    },
    gallery: [gallery.produce, gallery.fish, gallery.checkout],
  },
];

export const leaflets: DemoPicture[] = [
  { file: 'encarte-peixaria.webp', alt: 'Encarte da peixaria com as ofertas de hoje' },
  { file: 'encarte-acougue.webp', alt: 'Encarte do açougue com as ofertas de hoje' },
  { file: 'encarte-hortifruti.webp', alt: 'Encarte do hortifrúti com as ofertas de hoje' },
  { file: 'encarte-limpeza.webp', alt: 'Encarte de limpeza com as ofertas de hoje' },
  { file: 'encarte-padaria.webp', alt: 'Encarte da padaria com as ofertas de hoje' },
  { file: 'encarte-bebidas.webp', alt: 'Encarte de bebidas com as ofertas de hoje' },
];

export const fortnightlyPdf = 'encarte-quinzenal.pdf';
