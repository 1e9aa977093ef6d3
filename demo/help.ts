/**
 * Questions of the fictional chain's shoppers, and the terms of its card. The laws named are Brazil's own.
 */
import { brand } from '../src/brand/brand.ts';

/**
 * Topics: 1 Trocas, 2 Pagamento, 3 Vale-alimentação, 4 Cartão, 5 Ofertas, 6 Entregas, 7 Lojas, 8 Shopping e
 * cinema, 9 Ouvidoria.
 */
export const questions: {
  topic: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  question: string;
  answer: string;
}[] = [
  {
    topic: 1,
    question: 'Comprei na loja e me arrependi. Posso trocar?',
    answer:
      'Pode, em até 30 dias, com a nota e o produto sem uso, na embalagem dele. A lei não obriga a loja a trocar o que não tem defeito; aqui a gente troca mesmo assim.\nFicam de fora, por higiene e segurança:\n- alimentos, bebidas e tudo o que precisa de geladeira\n- roupa íntima, maquiagem e outros produtos de uso pessoal abertos\n- o que foi cortado ou feito para você, como carne, bolo e chave\nÉ só passar no balcão de atendimento de [qualquer filial](/branches), não precisa ser a da compra.',
  },
  {
    topic: 1,
    question: 'O produto veio com defeito. Quanto tempo tenho para reclamar?',
    answer:
      'Pelo Código de Defesa do Consumidor (art. 26), a partir da entrega:\n- 30 dias para o que se consome logo, como alimentos e produtos de limpeza\n- 90 dias para o que dura, como panela, ventilador e televisão\nSe o defeito estava escondido, o prazo começa no dia em que ele aparece. A garantia do fabricante, quando há, soma-se a esses prazos.',
  },
  {
    topic: 1,
    question: 'E se o conserto demorar?',
    answer:
      'O conserto tem até 30 dias. Passou disso, quem escolhe é você (art. 18 do Código de Defesa do Consumidor):\n- outro produto igual, em perfeitas condições\n- o dinheiro de volta, corrigido\n- ficar com ele e receber um desconto\nQuando o produto é essencial em casa, como a geladeira, você escolhe na hora, sem esperar os 30 dias.',
  },
  {
    topic: 1,
    question: 'Comprei pelo WhatsApp ou pelo telefone e desisti. E agora?',
    answer:
      'Na compra feita fora da loja, você tem 7 dias, contados de quando recebeu, para desistir sem dizer por quê (art. 49 do Código de Defesa do Consumidor). Devolvemos tudo o que você pagou, com a entrega, e buscamos o produto sem custo.',
  },
  {
    topic: 1,
    question: 'Levei para casa um produto vencido ou estragado.',
    answer:
      'Desculpe por essa. Traga o produto, ou só a embalagem, com a nota: trocamos ou devolvemos o dinheiro na hora. Se ainda estiver na prateleira, avise quem estiver por perto, que a gente tira.',
  },
  {
    topic: 1,
    question: 'Perdi a nota. Ainda consigo trocar?',
    answer:
      'Se você pôs o CPF na nota, achamos a compra por ele. Se pagou com cartão ou Pix, o dia, a hora e o comprovante costumam bastar. Para defeito, qualquer prova da compra serve.',
  },
  {
    topic: 2,
    question: 'Como posso pagar?',
    answer: `Em todos os caixas:\n- dinheiro\n- Pix, pelo código na tela do caixa\n- cartão de débito e de crédito, também por aproximação\n- [Cartão ${brand.shortName}](/debit-cards), com preço só dele na etiqueta amarela\n- vale-alimentação\nNão recebemos cheque.`,
  },
  {
    topic: 2,
    question: 'Dá para parcelar?',
    answer: `A compra do mês, em até 3 vezes no Cartão ${brand.shortName}, a partir de R$ 150. Eletro, móveis e pneus, em até 10 vezes sem juros em qualquer cartão de crédito, com parcela mínima de R$ 30.`,
  },
  {
    topic: 2,
    question: 'Posso dividir a conta em duas formas de pagamento?',
    answer:
      'Pode. Diga antes quanto vai em cada uma: o vale-alimentação primeiro, o resto em dinheiro, Pix ou cartão. O caixa aceita até três formas na mesma compra.',
  },
  {
    topic: 2,
    question: 'O preço no caixa é diferente do da prateleira. Qual vale?',
    answer:
      'O menor dos dois (art. 5º da Lei 10.962/2004). Mostre a etiqueta ou uma foto dela ao caixa, que a diferença sai na hora. Se já pagou, o balcão de atendimento devolve.',
  },
  {
    topic: 3,
    question: 'Vocês aceitam vale-alimentação?',
    answer:
      'Sim, em todos os caixas de todas as filiais, também nos de autoatendimento. As bandeiras estão no adesivo da entrada e de cada caixa. O vale-refeição é aceito na lanchonete e no balcão de comida pronta.',
  },
  {
    topic: 3,
    question: 'O que posso comprar com ele?',
    answer:
      'Alimentos: da cesta básica ao pão, da carne à fruta. É o que diz a lei do auxílio-alimentação (art. 2º da Lei 14.442/2022), dentro do PAT ou fora dele.\nNão entram:\n- bebidas alcoólicas e cigarros\n- limpeza, higiene e perfumaria\n- bazar, eletro, roupa e ração\nO caixa separa na hora: o que não entra, você paga de outro jeito na mesma compra.',
  },
  {
    topic: 3,
    question: 'Posso sacar, ou receber troco do vale?',
    answer:
      'Não. O vale é só para comida e não vira dinheiro. O saldo que sobra continua no seu cartão, e cobramos exatamente o valor da compra.',
  },
  {
    topic: 4,
    question: `Quem pode pedir o Cartão ${brand.shortName}?`,
    answer:
      'Quem tem 18 anos ou mais e CPF em dia. Trabalhador com carteira, autônomo, aposentado ou pensionista: a renda pode ser comprovada de vários jeitos, e a análise sai na hora, no balcão ou pelo WhatsApp.',
  },
  {
    topic: 4,
    question: 'Em quanto tempo fica pronto?',
    answer:
      'Aprovado, o cartão provisório sai na hora, para usar no mesmo dia nas nossas lojas. O definitivo fica pronto em até 10 dias úteis, na filial que você escolher.',
  },
  {
    topic: 4,
    question: 'Onde vejo e pago a fatura?',
    answer:
      'Ela chega por e-mail ou WhatsApp, como você preferir, dez dias antes do vencimento. Pague por Pix, em qualquer banco ou nos nossos caixas. A segunda via é grátis, no balcão do cartão.',
  },
  {
    topic: 4,
    question: 'Atrasei a fatura. O que acontece?',
    answer:
      'Cobramos multa de 2%, juros de mora de 1% ao mês e os juros do rotativo que estão na tabela. O que se cobra de juros e encargos nunca passa do valor da própria dívida (Lei 14.690/2023).\nNão espere crescer: ligue antes, que parcelamos a fatura com juros menores.',
  },
  {
    topic: 4,
    question: 'Não reconheço uma compra na fatura.',
    answer:
      'Ligue para a central do cartão ou passe no balcão. Enquanto olhamos, o valor fica suspenso da fatura; em até 10 dias você tem a resposta, com o comprovante da compra se ela for sua.',
  },
  {
    topic: 4,
    question: 'Como cancelo o cartão?',
    answer:
      'Quando quiser e sem custo, pela central ou no balcão, com um documento. O que já foi comprado continua vindo na fatura até acabar.',
  },
  {
    topic: 5,
    question: 'Até quando vale uma oferta?',
    answer:
      'O último dia de cada [oferta](/offers) está ao lado do preço dela. Nas páginas [do dia](/booklets-day), as que acabam hoje dizem “só hoje”; o rodapé diz até quando vão as outras. As do encarte valem a quinzena dele. Em todas, enquanto houver estoque, e por pessoa até a quantidade que a oferta diz.',
  },
  {
    topic: 5,
    question: 'Acabou o produto da oferta. Tenho direito a ele?',
    answer:
      'Se o encarte dizia a quantidade e ela foi vendida, a oferta acabou. Se não dizia e o dia ainda vale, peça no balcão um vale-oferta: guardamos o preço para você por 7 dias, ou oferecemos um parecido pelo mesmo valor.',
  },
  {
    topic: 5,
    question: 'As ofertas são iguais em todas as filiais?',
    answer:
      'Quase todas. Quando uma vale só em algumas, a [página dela](/offers) diz em quais. Na dúvida, ligue para a [sua filial](/branches).',
  },
  {
    topic: 6,
    question: 'Vocês entregam em casa?',
    answer: `Sim, de cinco filiais: Shopping ${brand.shortName}, ${brand.shortName} Centro, ${brand.shortName} Praia, ${brand.shortName} Jardim e ${brand.shortName} Serra. A [página de cada uma](/branches?servico=entrega-em-casa) diz até onde vai. A entrega custa R$ 9,90 e é grátis a partir de R$ 250. Peça pelo WhatsApp da Televendas até as 16h e receba no mesmo dia. O número está em [Contato](/contacts).`,
  },
  {
    topic: 6,
    question: 'Posso pedir e só buscar na loja?',
    answer: `Pode, e não custa nada, em cinco filiais: Shopping ${brand.shortName}, ${brand.shortName} Norte, ${brand.shortName} Estação, ${brand.shortName} Serra e ${brand.shortName} Lago. Mande a lista pela Televendas, espere a mensagem de que está pronta (em até 2 horas) e retire com o número do pedido, no balcão de atendimento ou, na Estação, nos armários ao lado da catraca. Guardamos por 24 horas.`,
  },
  {
    topic: 7,
    question: 'Vocês abrem em feriado?',
    answer:
      'Na maioria, sim, e às vezes em outro horário. Uma semana antes, a página de [filiais](/branches) avisa quem abre e até que horas.',
  },
  {
    topic: 7,
    question: 'Tem estacionamento, cadeira de rodas e caixa preferencial?',
    answer: `Em todas as filiais, cadeira de rodas e caixas preferenciais: é só pedir na entrada.\nEstacionamento, em cinco: Shopping ${brand.shortName}, ${brand.shortName} Norte, ${brand.shortName} Praia, ${brand.shortName} Serra e ${brand.shortName} Lago, com vagas para idosos, pessoas com deficiência e autistas. Quanto tempo é grátis, a [página de cada uma](/branches?servico=estacionamento) diz.`,
  },
  {
    topic: 7,
    question: 'Esqueci uma coisa na loja.',
    answer:
      'Guardamos por 60 dias no balcão de atendimento. Ligue para Achados e perdidos, na página de [Contato](/contacts), e diga o dia e como é.',
  },
  {
    topic: 8,
    question: 'Quem paga meia-entrada no cinema?',
    answer: `Estudantes, pessoas com 60 anos ou mais, pessoas com deficiência (e quem acompanha, quando precisa) e jovens de 15 a 29 anos de baixa renda com a ID Jovem, cada um com seu documento. De segunda a quarta, também quem tem o Cartão ${brand.shortName}, e mais um.`,
  },
  {
    topic: 8,
    question: 'Criança pode entrar em qualquer sessão?',
    answer:
      'A classificação está em cada filme da [programação](/cinema). Abaixo dela, só com o pai, a mãe ou um responsável; para 18 anos, só a partir de 16 e com autorização por escrito.',
  },
  {
    topic: 9,
    question: 'Quando procuro a Ouvidoria?',
    answer:
      'Quando a loja ou a central já respondeu e você não ficou satisfeito, ou quando prefere não falar com quem atendeu. Para o resto, o balcão e o telefone resolvem mais depressa.',
  },
  {
    topic: 9,
    question: 'Em quanto tempo recebo a resposta?',
    answer:
      'Você recebe um número de protocolo na hora e a resposta em até 5 dias úteis. Guarde o número: com ele qualquer filial vê como está.',
  },
  {
    topic: 9,
    question: 'E se a gente não se entender?',
    answer:
      'É seu direito procurar o Procon da sua cidade ou o [consumidor.gov.br](https://www.consumidor.gov.br), que é público e grátis. Respondemos em todos.',
  },
];

/** Types: 1 Tarifas e juros, 2 Limites e prazos, 3 Documentos, 4 Como pedir, 5 Perda, roubo e atendimento. */
export const cardTerms: { type: 1 | 2 | 3 | 4 | 5; title: string; value?: string; note?: string }[] = [
  { type: 1, title: 'Anuidade', value: 'R$ 0', note: 'Todo ano, sem gasto mínimo. O adicional também.' },
  {
    type: 1,
    title: 'Juros do rotativo',
    value: '12,9% ao mês',
    note: 'Só se a fatura não for paga inteira.',
  },
  { type: 1, title: 'Parcelamento da fatura', value: '7,9% ao mês', note: 'De 2 a 12 vezes, mais IOF.' },
  { type: 1, title: 'Multa por atraso', value: '2%', note: 'Uma vez, sobre o que venceu.' },
  { type: 1, title: 'Juros de mora', value: '1% ao mês', note: 'Por dia de atraso, na proporção.' },
  {
    type: 1,
    title: 'Segunda via do cartão',
    value: 'R$ 12',
    note: 'Em caso de roubo, com o boletim, é grátis.',
  },
  { type: 1, title: 'Segunda via da fatura', value: 'R$ 0' },
  { type: 2, title: 'para pagar', value: 'até 40 dias', note: 'Vencimento dia 5, 10, 15, 20 ou 25.' },
  { type: 2, title: 'de limite para começar', value: 'desde R$ 300', note: 'Revisto a cada seis meses.' },
  { type: 2, title: 'na compra do mês', value: '3 vezes', note: 'Sem juros, a partir de R$ 150.' },
  { type: 2, title: 'cartões adicionais', value: 'até 4', note: 'Para quem tem 16 anos ou mais.' },
  { type: 3, title: 'Documento com foto', note: 'RG, CNH ou carteira de trabalho.' },
  { type: 3, title: 'CPF', note: 'Se o número não estiver no documento.' },
  {
    type: 3,
    title: 'Comprovante de endereço',
    note: 'De até 90 dias, no seu nome ou no de quem mora com você.',
  },
  {
    type: 3,
    title: 'Comprovante de renda',
    note: 'Holerite, extrato do INSS ou três meses de extrato do banco.',
  },
  { type: 4, title: 'Mande um oi', note: 'Pelo WhatsApp ou no balcão do cartão, em qualquer filial.' },
  { type: 4, title: 'Mostre os documentos', note: 'Foto serve. A análise leva uns 15 minutos.' },
  { type: 4, title: 'Escolha o vencimento', note: 'O dia que combina com o seu salário.' },
  {
    type: 4,
    title: 'Saia comprando',
    note: 'O provisório vale na hora; o definitivo chega em 10 dias úteis.',
  },
  {
    type: 5,
    title: 'Perda e roubo',
    value: '0800 000 0011',
    note: 'Todo dia, a qualquer hora. A ligação é grátis.',
  },
  { type: 5, title: 'Central do cartão', value: '(85) 0000-0012', note: 'Segunda a sábado, das 8h às 20h.' },
];
