import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { teamScreens } from '../../src/accounts/teamScreens.ts';
import { applications } from '../../src/content/applications/application.resource.ts';
import { offers } from '../../src/content/offers/offer.resource.ts';
import { posterFormAddress, posterScreens } from '../../src/content/offers/poster.screens.ts';
import { resources } from '../../src/content/resources.ts';
import type { Endpoint } from '../../src/shared/endpoint.ts';
import { addressName, type Office, type Resource } from '../../src/shared/resource.ts';
import { pdf } from '../../test/sampleFiles.ts';
import type { BrowserLane } from './browserLane.ts';
import { dayIn } from './formFields.ts';

/** A back-office form, as the drill uses it. */
export interface DrilledForm {
  name: string;
  /** Creates what the form needs, and returns its address. */
  open(lane: BrowserLane): Promise<string>;
  /** Whether the form edits an existing record, which a rival may save first. */
  hasRecord: boolean;
  /** Whether the form has personal data, whose drafts end with the session. */
  hasPersonalData?: boolean;
  /** Selectors of the form and of its save button. */
  form: string;
  save: string;
  /**
   * Returns the address that shows the stored values in a form; `uuid` comes from the response of the save.
   */
  stored(uuid: string, opened: string): string;
  /** Returns everything stored as text, for values that no form shows again. */
  answer(lane: BrowserLane): Promise<string>;
  /** Fields that the drill does not fill in, by their full names. */
  skippedFields?: readonly (string | RegExp)[];
  /** Choices that control the request and are not stored themselves. */
  unstoredChoices?: readonly string[];
  /** Opens the form, if its screen does not show it. */
  showForm?(lane: BrowserLane): Promise<void>;
}

/** Forms that run one after another on one lane, because they change the same records. */
export interface FormGroup {
  name: string;
  forms: DrilledForm[];
}

const root = resolve(import.meta.dirname, '../..');
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

async function everyEndpoint(): Promise<Endpoint[]> {
  const files = globSync('src/content/*/*.contract.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(resolve(root, file))));
  return modules.flatMap((module: object) => Object.values(module).filter(isEndpoint));
}

/**
 * Returns every form of every resource, derived from their descriptions, so that new resources are included.
 */
export async function drilledGroups(): Promise<FormGroup[]> {
  const endpoints = await everyEndpoint();
  // Resources of one area depend on each other.
  const areas = new Set(resources.map(({ area }) => area));
  const resourceGroups = Array.from(areas, (area): FormGroup => {
    const own = resources.filter((known: Resource) => known.area === area);
    return {
      name: area,
      forms: own.flatMap((known: Resource) =>
        [known, ...(known.also ?? [])].flatMap((office) => formsOf(known, office, endpoints)),
      ),
    };
  }).filter(({ forms }) => forms.length > 0);
  const teamForms = teamScreens.filter(({ at }) => 'create' in at && at.create);
  return [...resourceGroups, ...teamForms.map(teamGroup), ...others];
}

const APPLICATIONS = { path: '/admin/work-with-us' } as const;

async function apply(lane: BrowserLane, email: string): Promise<void> {
  const body = new FormData();
  const typed = { name: 'Joana Prado', email, phone: '85900000012', vacancy: 'Padeira' };
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  body.set('doc', new Blob([new Uint8Array(pdf('Joana'))], { type: 'application/pdf' }), 'joana.pdf');
  const answer = await fetch(`${lane.product.api}/site/work-with-us`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`the application was refused: ${await answer.text()}`);
}

/** Returns the uuid of the latest application; sends one if there is none. */
async function candidate(lane: BrowserLane): Promise<string> {
  if ((await lane.records(APPLICATIONS)).length === 0) await apply(lane, 'joana@exemplo.example');
  return lane.firstOf(APPLICATIONS);
}
const applicationAddress = async (lane: BrowserLane) => applications.at.show({ uuid: await candidate(lane) });

/** An applicant may get a few messages a day only, so each third message goes to a new applicant. */
let messages = 0;
async function messageAddress(lane: BrowserLane): Promise<string> {
  if (messages % 3 === 0) await apply(lane, `joana${messages}@exemplo.example`);
  messages += 1;
  return applicationAddress(lane);
}

/** Request bodies for records that the demo content lacks. */
const bodies: Record<string, (n: number) => object> = {
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
let bodyCount = 0;

/** Returns the forms of a team screen, which has no content of the site. */
function teamGroup({ office, at }: Office): FormGroup {
  const name = addressName(office);
  const edit = at.edit as (record: { uuid: string }) => string;
  const list = `/admin/${name}` as const;
  const common = {
    answer: async (lane: BrowserLane) => JSON.stringify((await lane.call('GET', list)).answer),
    form: 'form:has(.save-bar)',
    save: '.save-bar button[type=submit]',
    hasPersonalData: true,
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
        // A conflict is reported but not compared, because these records have no version history.
        async open(lane) {
          bodyCount += 1;
          // The number of records is limited, so the last one is deleted. `records` signs in first.
          await lane.records({ path: list });
          if (last) await lane.call('DELETE', `${list}/destroy/${last}`);
          const confirmation = { current_password: lane.product.admin.password };
          const body = { ...bodies[name]?.(bodyCount), ...confirmation };
          const { status, answer } = await lane.call('POST', `${list}/store`, body);
          if (status !== 201) throw new Error(`${name}: ${JSON.stringify(answer)}`);
          last = (answer as { data: { uuid: string } }).data.uuid;
          return edit({ uuid: last });
        },
        stored: (_uuid, opened) => opened,
      },
    ],
  };
}

/** Forms that belong to no resource. */
const others: FormGroup[] = [
  {
    name: 'profile',
    forms: [
      {
        name: 'profile',
        hasRecord: false,
        hasPersonalData: true,
        open: async () => '/admin/users/profile',
        form: 'form:has([name=name])',
        save: 'form:has([name=name]) button[type=submit]',
        stored: () => '/admin/users/profile',
        answer: async (lane) => JSON.stringify((await lane.call('GET', '/admin/profile')).answer),
        // A new e-mail address requires the password and ends the other lane's session.
        skippedFields: ['email'],
      },
    ],
  },
  {
    name: 'applications',
    forms: [
      {
        name: 'applications/note',
        hasRecord: false,
        hasPersonalData: true,
        open: applicationAddress,
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
        hasPersonalData: true,
        open: messageAddress,
        form: '.application-part:has(> h2:text-is("Mensagens"))',
        save: 'button:text-is("Enviar e-mail")',
        stored: (_uuid, opened) => opened,
        answer: async ({ product }) => JSON.stringify(product.mails),
        unstoredChoices: ['Modelo', 'A resposta vai para'],
        showForm: async ({ page }) => {
          const button = page.getByRole('button', { name: 'Escrever mensagem' });
          // A recovered draft opens the form by itself.
          if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => {});
        },
      },
    ],
  },
];

/** Returns the endpoints that list and delete the records of a resource. */
function callsOf({ table }: Resource, endpoints: Endpoint[]) {
  const own = endpoints.filter((endpoint) => endpoint.table === table);
  const list = own.find(
    ({ method, path }) => method === 'GET' && path.startsWith('/admin/') && !path.includes(':'),
  );
  // A screen that shows the several records of a single call has an `/all` endpoint.
  const source = endpoints.find(({ path }) => path === `${list?.path}/all`) ?? list;
  const destroy = own.find(({ method, path }) => method === 'DELETE' && path.endsWith('/destroy/:uuid'));
  return { source, destroy };
}

/** The poster form uses existing offers, and no form shows a poster again. */
const leafletForm: DrilledForm = {
  name: 'leaflets/create',
  hasRecord: false,
  open: async (lane) => posterFormAddress([await lane.firstOf({ path: '/admin/offers' })]),
  form: 'form:has(.save-bar)',
  save: '.save-bar button[type=submit]',
  stored: (_uuid, opened) => opened,
  answer: async (lane) => {
    const uuid = await lane.firstOf({ path: '/admin/leaflets' });
    return JSON.stringify((await lane.call('GET', `/admin/leaflets/details/${uuid}`)).answer);
  },
  // View options and the search field.
  skippedFields: ['shape', 'find'],
  unstoredChoices: ['theme', 'layout', 'formats'].flatMap((name) => [
    name,
    ...[2, 3, 4, 5].map((place) => `${name} (${place})`),
  ]),
};

/** The offer table. Typing in its last row adds another, so the drill stops after the second. */
const offersForm: DrilledForm = {
  name: 'offers/compose',
  hasRecord: false,
  open: async () => offers.at.compose,
  form: 'form:has(.save-bar)',
  save: '.save-bar button[type=submit]',
  stored: (_uuid, opened) => opened,
  answer: async (lane) => JSON.stringify((await lane.call('GET', '/admin/offers')).answer),
  // The view option is not a field.
  skippedFields: [/.*-view/, /offers\.([2-9]|\d\d+)\.\w+/],
  unstoredChoices: [
    'Digitar na tabela',
    'Colar texto ou CSV',
    'Em todas as filiais, também nas que vierem',
    'Só nas que eu escolher',
  ],
};

function formsOf(known: Resource, { office, at }: Office, endpoints: Endpoint[]): DrilledForm[] {
  if (office === posterScreens.office) return [leafletForm];
  const name = addressName(office);
  const { source } = callsOf(known, endpoints);
  const edit = at.edit as ((record: { uuid: string }) => string) | undefined;
  const answer = async (lane: BrowserLane) =>
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
        // Some records may exist once only, so one and its dependants are deleted first.
        if (known.unique)
          await lane.deleteFirst(
            resources
              .filter(({ area }) => area === known.area)
              .map((resource) => callsOf(resource, endpoints)),
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
