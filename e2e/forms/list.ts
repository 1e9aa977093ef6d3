import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { addressName, type Office, type Resource } from '../../src/contract/resource.ts';
import { applications } from '../../src/features/applications/application.resource.ts';
import { leafletScreens, makerWith } from '../../src/features/leaflets/leaflet.screens.ts';
import { offers } from '../../src/features/offers/offer.resource.ts';
import { resources } from '../../src/features/resources.ts';
import { team } from '../../src/features/team.ts';
import { pdf } from '../../test/documents.ts';
import { dayIn } from './fields.ts';
import type { Lane } from './lane.ts';

/** A form of the back office, as the drill goes through it. */
export interface DrilledForm {
  name: string;
  /** Where it is, once there is something to fill it in for. */
  open(lane: Lane): Promise<string>;
  /** Of a record that is there, which somebody else may save meanwhile. */
  hasRecord: boolean;
  /** It is about people: what is typed ends with the session. */
  personal?: boolean;
  /** The form on its screen, and what saves it. */
  form: string;
  save: string;
  /** Where what was saved shows in a form; `uuid` is what the save answered. */
  stored(uuid: string, opened: string): string;
  /** All that is stored, as text, for what a form does not show again. */
  answer(lane: Lane): Promise<string>;
  /** Fields that are not typed in here, by their whole names. */
  skips?: readonly (string | RegExp)[];
  /** Choices that decide what is sent, and stand in it nowhere. */
  chooses?: readonly string[];
  /** Shows the form, where its screen does not. */
  shows?(lane: Lane): Promise<void>;
}

/** One after another on one lane: they change the same records. */
export interface Group {
  name: string;
  forms: DrilledForm[];
}

const root = resolve(import.meta.dirname, '../..');
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

async function everyEndpoint(): Promise<Endpoint[]> {
  const files = globSync('src/features/*/*.contract.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(resolve(root, file))));
  return modules.flatMap((module: object) => Object.values(module).filter(isEndpoint));
}

/** Every form of every resource, from their descriptions: one that is added tomorrow is among them. */
export async function groups(): Promise<Group[]> {
  const endpoints = await everyEndpoint();
  // Of one area: they lean on each other.
  const areas = new Set(resources.map(({ area }) => area));
  const ofResources = Array.from(areas, (area): Group => {
    const own = resources.filter((known: Resource) => known.area === area);
    return {
      name: area,
      forms: own.flatMap((known: Resource) =>
        [known, ...(known.also ?? [])].flatMap((office) => formsOf(known, office, endpoints)),
      ),
    };
  }).filter(({ forms }) => forms.length > 0);
  return [...ofResources, ...team.map(ofTeam), ...others];
}

const APPLICATIONS = { path: '/admin/work-with-us' } as const;

async function apply(lane: Lane, email: string): Promise<void> {
  const body = new FormData();
  const typed = { name: 'Joana Prado', email, phone: '85900000012', vacancy: 'Padeira' };
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  body.set('doc', new Blob([new Uint8Array(pdf('Joana'))], { type: 'application/pdf' }), 'joana.pdf');
  const answer = await fetch(`${lane.product.api}/site/work-with-us`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`nobody could apply: ${await answer.text()}`);
}

/** Of the latest application; somebody applies where nobody has. */
async function candidate(lane: Lane): Promise<string> {
  if ((await lane.records(APPLICATIONS)).length === 0) await apply(lane, 'joana@exemplo.example');
  return lane.firstOf(APPLICATIONS);
}
const shown = async (lane: Lane) => applications.at.show({ uuid: await candidate(lane) });

/** Nobody is sent more than a few messages a day: each third goes to somebody else. */
let messages = 0;
async function written(lane: Lane): Promise<string> {
  if (messages % 3 === 0) await apply(lane, `joana${messages}@exemplo.example`);
  messages += 1;
  return shown(lane);
}

/** What makes one of those that no demonstration brings, so that there is one to edit. */
const made: Record<string, (n: number) => object> = {
  users: (n) => ({ name: `Rosa ${n}`, email: `rosa${n}@exemplo.example`, role: 'editor' }),
  roles: (n) => ({ name: `Cinema ${n}`, description: 'Filmes', permissions: ['movies.read'] }),
  tokens: (n) => ({
    name: `Preços ${n}`,
    permissions: ['banners.read'],
    branches: null,
    expires_on: dayIn(30),
  }),
  webhooks: (n) => ({
    name: `Aplicativo ${n}`,
    address: 'https://exemplo.example/aviso',
    resources: ['banners'],
    events: ['published'],
  }),
};
let makings = 0;

/** Screens of what is no content. */
function ofTeam({ office, at }: Office): Group {
  const name = addressName(office);
  const edit = at.edit as (record: { uuid: string }) => string;
  const list = `/admin/${name}` as const;
  const common = {
    answer: async (lane: Lane) => JSON.stringify((await lane.call('GET', list)).answer),
    form: 'form:has(.save-bar)',
    save: '.save-bar button[type=submit]',
    personal: true,
  };
  const create = {
    ...common,
    name: `${name}/create`,
    hasRecord: false,
    open: async () => at.create as string,
    stored: (uuid: string) => edit({ uuid }),
  };
  let last = '';
  return {
    name,
    forms: [
      create,
      {
        ...create,
        name: `${name}/edit`,
        // What somebody else saved meanwhile is told and not compared: there is no history to compare by.
        async open(lane) {
          makings += 1;
          // There may be so many of a kind and no more. Nobody is signed in before the first screen.
          await lane.records({ path: list });
          if (last) await lane.call('DELETE', `${list}/destroy/${last}`);
          const { status, answer } = await lane.call('POST', `${list}/store`, made[name]?.(makings));
          if (status !== 201) throw new Error(`${name}: ${JSON.stringify(answer)}`);
          last = (answer as { data: { uuid: string } }).data.uuid;
          return edit({ uuid: last });
        },
        stored: (_uuid, opened) => opened,
      },
    ],
  };
}

/** Forms of no resource. */
const others: Group[] = [
  {
    name: 'profile',
    forms: [
      {
        name: 'profile',
        hasRecord: false,
        personal: true,
        open: async () => '/admin/users/profile',
        form: 'form:has([name=name])',
        save: 'form:has([name=name]) button[type=submit]',
        stored: () => '/admin/users/profile',
        answer: async (lane) => JSON.stringify((await lane.call('GET', '/admin/profile')).answer),
        // A new one asks for the password, and ends the other lane's session.
        skips: ['email'],
      },
    ],
  },
  {
    name: 'applications',
    forms: [
      {
        name: 'applications/note',
        hasRecord: false,
        personal: true,
        open: shown,
        form: '.application-part:has(> h2:text-is("Anotações"))',
        save: 'button:text-is("Anotar")',
        stored: (_uuid, opened) => opened,
        answer: async (lane) =>
          JSON.stringify(
            (await lane.call('GET', `/admin/work-with-us/details/${await candidate(lane)}`)).answer,
          ),
      },
      {
        name: 'applications/message',
        hasRecord: false,
        personal: true,
        open: written,
        form: '.application-part:has(> h2:text-is("Mensagens"))',
        save: 'button:text-is("Enviar e-mail")',
        stored: (_uuid, opened) => opened,
        answer: async ({ product }) => JSON.stringify(product.mails),
        chooses: ['Modelo', 'A resposta vai para'],
        shows: async ({ page }) => {
          const button = page.getByRole('button', { name: 'Escrever mensagem' });
          // A draft that comes back opens it by itself.
          if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => {});
        },
      },
    ],
  },
];

/** What lists the records of a resource, and what takes one away. */
function callsOf({ table }: Resource, endpoints: Endpoint[]) {
  const own = endpoints.filter((one) => one.table === table);
  const list = own.find(
    ({ method, path }) => method === 'GET' && path.startsWith('/admin/') && !path.includes(':'),
  );
  // Where a screen shows several of what one call saves, another lists them.
  const source = endpoints.find(({ path }) => path === `${list?.path}/all`) ?? list;
  const destroy = own.find(({ method, path }) => method === 'DELETE' && path.endsWith('/destroy/:uuid'));
  return { source, destroy };
}

/** A leaflet is made of offers that are there, and no form shows it again. */
const leafletForm: DrilledForm = {
  name: 'leaflets/create',
  hasRecord: false,
  open: async (lane) => makerWith([await lane.firstOf({ path: '/admin/offers' })]),
  form: 'form:has(.save-bar)',
  save: '.save-bar button[type=submit]',
  stored: (_uuid, opened) => opened,
  answer: async (lane) => JSON.stringify((await lane.call('GET', '/admin/leaflets')).answer),
  // How it is looked at, and what is looked for.
  skips: ['shape', 'find'],
  chooses: ['theme', 'layout', 'formats'].flatMap((name) => [
    name,
    ...[2, 3, 4, 5].map((place) => `${name} (${place})`),
  ]),
};

/** Many at once, cell by cell: a row that is typed in brings another, without an end. */
const offersForm: DrilledForm = {
  name: 'offers/compose',
  hasRecord: false,
  open: async () => offers.at.compose,
  form: 'form:has(.save-bar)',
  save: '.save-bar button[type=submit]',
  stored: (_uuid, opened) => opened,
  answer: async (lane) => JSON.stringify((await lane.call('GET', '/admin/offers')).answer),
  // How it is looked at is no field.
  skips: [/.*-view/, /offers\.([2-9]|\d\d+)\.\w+/],
  chooses: [
    'Digitar na tabela',
    'Colar texto ou CSV',
    'Em todas as filiais, também nas que vierem',
    'Só nas que eu escolher',
  ],
};

function formsOf(known: Resource, { office, at }: Office, endpoints: Endpoint[]): DrilledForm[] {
  if (office === leafletScreens.office) return [leafletForm];
  const name = addressName(office);
  const { source } = callsOf(known, endpoints);
  const edit = at.edit as ((record: { uuid: string }) => string) | undefined;
  const answer = async (lane: Lane) =>
    source ? JSON.stringify((await lane.call('GET', source.path)).answer) : '';
  const common = {
    answer,
    form: 'form:has(.save-bar)',
    save: '.save-bar button[type=submit]',
  };
  const forms: DrilledForm[] = known.table === offers.table ? [offersForm] : [];
  if (at.create)
    forms.push({
      ...common,
      name: `${name}/create`,
      hasRecord: false,
      open: async (lane) => {
        // Each can be there once only: one has to go first, and what stands on it before.
        if (known.unique)
          await lane.makeRoom(
            resources.filter(({ area }) => area === known.area).map((one) => callsOf(one, endpoints)),
          );
        return at.create as string;
      },
      stored: (uuid) => edit?.({ uuid }) ?? (at.create as string),
    });
  if (edit)
    forms.push({
      ...common,
      name: `${name}/edit`,
      hasRecord: true,
      open: async (lane) => edit({ uuid: source ? await lane.firstOf(source) : '' }),
      stored: (_uuid, opened) => opened,
    });
  if (at.single)
    forms.push({
      ...common,
      name,
      hasRecord: true,
      open: async () => at.single as string,
      stored: () => at.single as string,
    });
  return forms;
}
