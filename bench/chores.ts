import type { Browser, Page } from '@playwright/test';
import { pdf } from '../test/sampleFiles.ts';
import { launchChromium } from './browser.ts';
import type { Figure } from './figures.ts';
import { Hand } from './hand.ts';
import { PAYLOAD_CHORES } from './payloadChores.ts';
import { ensurePayloadBuilt, servePayload } from './payloadProduct.ts';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from './product.ts';
import { samplePicture } from './samplePicture.ts';

// Ten chores of a week in the back office, done in a browser from the dashboard to the message that they are
// done. Counted are clicks and keys: a choice in a list takes two clicks, a file two more in the system's
// dialog, a paste two keys, and each letter that is typed one.

interface Chore {
  what: string;
  /** Clicks and keys of the same chore before the office was made quicker, counted by the same rules. */
  before: [clicks: number, keys: number];
  /** Says why it takes more than half of the clicks. */
  reason: string;
  run(hand: Hand): Promise<void>;
  /** Name of the same chore in Payload, if it can do it. */
  payload?: keyof typeof PAYLOAD_CHORES;
}

const MENU = { exact: true } as const;
/** Opens a list from the menu. */
const openList = ({ page }: Hand, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, ...MENU });

/** Returns the day in São Paulo, `days` from now. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000);
const typedDay = (days: number) => dayIn(days).split('-').toReversed().join('/');

/** Forty offers as a spreadsheet's clipboard holds them. */
const fortyOffers = () =>
  [
    'Produto\tTamanho\tUnidade\tPreço\tDepartamento\tVale de\tVale até',
    ...Array.from(
      { length: 40 },
      (_, at) =>
        `Suco da medida ${at + 1}\t1\tl\t${9 + (at % 7)},90\tBebidas\t${typedDay(0)}\t${typedDay(6)}`,
    ),
  ].join('\n');

const CHORES: readonly Chore[] = [
  {
    what: 'a new banner, published',
    payload: 'banner',
    before: [7, 15],
    reason: 'each click is a field, the file or the button',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Banners'));
      await hand.click(page.getByRole('link', { name: 'Adicionar banner' }));
      await hand.type(page.getByLabel('Título'), 'Feira de quarta');
      await hand.attach(page.getByLabel('Imagem'), [await samplePicture('feira.jpg', 1440, 600)]);
      await hand.click(page.getByRole('button', { name: 'Publicar', exact: true }));
      await page.getByText('Banner adicionado').first().waitFor();
    },
  },
  {
    what: '40 offers from a spreadsheet',
    before: [5, 2],
    reason: 'the way to the list and to the table, one paste, one save',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Ofertas'));
      await hand.click(page.getByRole('link', { name: 'Digitar ou importar várias' }));
      await hand.paste(page.getByRole('textbox', { name: 'Produto' }).first(), fortyOffers());
      await hand.click(page.getByRole('button', { name: 'Salvar ofertas' }));
      await page.getByText('40 ofertas importadas.').waitFor();
    },
  },
  {
    what: '10 offers 10 % cheaper',
    before: [8, 3],
    reason: 'a preview before the change costs a click and finds wrong prices',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Ofertas'));
      await hand.click(page.getByRole('button', { name: 'Escolher várias' }));
      await hand.tickRange(10);
      await hand.click(page.getByRole('button', { name: 'Mudar valores' }));
      await hand.type(page.getByRole('alertdialog').getByRole('textbox', { name: /valor/i }).first(), '10');
      await hand.click(page.getByRole('button', { name: 'Conferir' }));
      await hand.click(page.getByRole('button', { name: 'Mudar agora' }));
      await page.getByText('10 ofertas mudaram.').waitFor();
    },
  },
  {
    what: 'six pictures as offers of tomorrow',
    before: [12, 25],
    reason: 'six texts for people who do not see the pictures',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Ofertas do dia'));
      await hand.click(page.getByRole('link', { name: 'Montar o dia', exact: true }));
      const names = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis'];
      const pictures = await Promise.all(
        names.map((name, at) => samplePicture(`${name}.jpg`, 600 + at, 800)),
      );
      await hand.attach(page.locator('.leaflet-drop input[type=file]'), pictures);
      for (const [at, name] of names.entries())
        await hand.type(page.getByLabel(`Texto alternativo da foto ${at + 1}`, { exact: true }), name);
      await hand.click(page.getByRole('button', { name: 'Salvar o dia' }));
      await page.getByText('Ofertas salvas').first().waitFor();
    },
  },
  {
    what: 'a poster of the highlighted offers',
    before: [6, 1],
    reason: 'the way to the list, the form and its button',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Cartazes'));
      await hand.click(page.getByRole('link', { name: 'Fazer cartaz' }));
      await page.getByRole('heading', { name: /^\d+ ofertas$/ }).waitFor();
      await hand.click(page.getByRole('button', { name: 'Fazer cartaz' }));
      await page.getByText('Cartaz em preparo').first().waitFor();
    },
  },
  {
    what: 'a recipe, kept as a draft and published later',
    payload: 'recipe',
    before: [19, 72],
    reason: 'ten clicks are fields and the file; publishing takes one instead of four',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Dicas e receitas'));
      await hand.click(page.getByRole('link', { name: 'Adicionar receita' }));
      await hand.type(page.getByLabel('Nome', { exact: true }), 'Cuscuz da medida');
      await hand.choose(page.getByLabel('Categoria'), 'Almoço de família');
      await hand.type(page.getByLabel('Descrição'), 'Rende bem.');
      await hand.type(page.getByLabel('Ingredientes'), '2 xícaras de flocão');
      await hand.type(page.getByLabel('Modo de preparo'), 'Hidrate e cozinhe no vapor.');
      await hand.attach(page.getByLabel('Imagem', { exact: true }), [
        await samplePicture('cuscuz.jpg', 1200, 900),
      ]);
      await hand.click(page.getByRole('button', { name: 'Mais jeitos de salvar' }));
      await hand.click(page.getByRole('menuitem', { name: 'Guardar rascunho' }));
      await page.getByText('Rascunho guardado').first().waitFor();
      await hand.click(page.getByRole('link', { name: /Editar.*Cuscuz da medida/ }));
      await hand.click(page.getByRole('button', { name: 'Publicar', exact: true }));
      await page.waitForURL('**/admin/revenues/index*');
    },
  },
  {
    what: 'decisions on three holidays',
    payload: 'holidays',
    before: [4, 0],
    reason:
      'one more: holidays unfold, so that the rows of the list begin higher; the dashboard opens them unfolded',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Feriados e horários especiais'));
      await hand.click(page.getByRole('button', { name: /^Esperando decisão/ }));
      const rows = page.getByRole('region', { name: 'Esperando decisão' }).getByRole('listitem');
      for (const at of [0, 1, 2]) {
        await hand.click(rows.nth(at).getByRole('button', { name: /^Fechado/ }));
        await rows.nth(at).getByText('Fechado. ').waitFor();
      }
    },
  },
  {
    what: "the cinema's week after next, like the last one",
    before: [6, 0],
    reason: 'a week is copied, checked and saved; three clicks lead to it',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Sessões'));
      await hand.click(page.getByRole('link', { name: 'Montar a semana', exact: true }));
      await hand.click(page.getByRole('link', { name: 'Semana vazia' }));
      await hand.click(page.getByRole('button', { name: 'Copiar da semana passada' }));
      await hand.click(page.getByRole('button', { name: 'Salvar a semana' }));
      await page.getByText('Semana salva').first().waitFor();
    },
  },
  {
    what: 'an applicant invited to an interview',
    before: [6, 0],
    reason: 'the stage and the mail are two decisions',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Candidaturas'));
      await hand.click(page.getByRole('link', { name: /Detalhes.*Iracema Lima/ }));
      await hand.choose(page.getByLabel('Etapa', { exact: true }).and(page.locator('select')), 'Entrevista');
      await hand.click(page.getByRole('button', { name: 'Escrever mensagem' }));
      await hand.click(page.getByRole('button', { name: 'Enviar e-mail' }));
      await page.getByText('Convite para entrevista').waitFor();
    },
  },
  {
    what: 'an invited colleague',
    payload: 'colleague',
    before: [7, 32],
    reason: 'each click is a field or the button',
    async run(hand) {
      const { page } = hand;
      await hand.click(openList(hand, 'Pessoas'));
      await hand.click(page.getByRole('link', { name: 'Convidar pessoa' }));
      await hand.type(page.getByLabel('Nome'), 'Bia Reis');
      await hand.type(page.getByLabel('E-mail'), 'bia.reis@correio.example');
      await hand.choose(page.getByLabel('Papel'), 'Leitura');
      await hand.click(page.getByRole('button', { name: 'Enviar convite' }));
      await page.getByText('Convite enviado').first().waitFor();
    },
  },
];

/** Counts clicks and keys of each chore on demo content, and of the same chore in Payload if it has it. */
export async function chores(): Promise<Figure[]> {
  const inPayload = await countInPayload();
  const dataDir = await newDataDir();
  const product = await startProduct(dataDir);
  const browser = await launchChromium();
  try {
    await apply(product);
    const page = await signedIn(browser, product);
    const figures: Figure[] = [];
    for (const { what, before, reason, run, payload } of CHORES) {
      await page.goto(`${product.url}/admin/dashboard`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const hand = new Hand(page);
      await run(hand);
      const { clicks, keys } = hand;
      const isHalf = clicks <= before[0] / 2;
      figures.push({
        what,
        goal: `≤ ${Math.ceil(before[0] / 2)} clicks`,
        reference: `before version 1.0: ${before[0]} clicks, ${before[1]} keys; Payload: ${inPayload(payload)}`,
        measured: `${clicks} clicks, ${keys} keys${isHalf ? '' : `; ${reason}`}`,
        reached: isHalf,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await removeDataDir(dataDir);
  }
}

/** Returns what each chore takes in Payload, in words. */
async function countInPayload(): Promise<(chore: keyof typeof PAYLOAD_CHORES | undefined) => string> {
  const counts = new Map<string, string>();
  try {
    await ensurePayloadBuilt();
  } catch (error) {
    console.log(`Payload is left out: ${(error as Error).message}`);
    return () => 'not counted';
  }
  const payload = await servePayload();
  const browser = await launchChromium();
  try {
    const { start, storageState } = await payload.list(browser);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState });
    const page = await context.newPage();
    for (const [chore, run] of Object.entries(PAYLOAD_CHORES)) {
      await page.goto(start);
      await page.getByText('Collections').first().waitFor();
      const hand = new Hand(page);
      await run(hand);
      counts.set(chore, `${hand.clicks} clicks, ${hand.keys} keys`);
    }
  } finally {
    await browser.close();
    await payload.stop();
  }
  return (chore) => (chore && counts.get(chore)) ?? 'not without code';
}

/** Sends a job application, which the demo content lacks. */
async function apply({ url }: RunningProduct): Promise<void> {
  const form = new FormData();
  const fields = {
    name: 'Iracema Lima',
    email: 'iracema@exemplo.example',
    phone: '85900000012',
    vacancy: 'Caixa',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('doc', new File([new Uint8Array(pdf())], 'currículo.pdf', { type: 'application/pdf' }));
  const answer = await fetch(`${url}/api/site/work-with-us`, { method: 'POST', body: form });
  if (answer.status !== 201) throw new Error(`the application was answered with ${answer.status}`);
}

async function signedIn(browser: Browser, { url, admin }: RunningProduct): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  await page.goto(`${url}/auth/login`);
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Senha', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  return page;
}
