import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { addressName, type Office, type Resource } from '../../src/contract/resource.ts';
import { resources } from '../../src/features/resources.ts';
import type { Lane } from './lane.ts';

/** A form of the back office, as the drill goes through it. */
export interface DrilledForm {
  name: string;
  /** Where it is, once there is something to fill it in for. */
  open(lane: Lane): Promise<string>;
  /** Of a record that is there, which somebody else may save meanwhile. */
  hasRecord: boolean;
  /** The form on its screen, and what saves it. */
  form: string;
  save: string;
  /** Where what was saved shows in a form; `uuid` is what the save answered. */
  stored(uuid: string, opened: string): string;
  /** The call that answers what is stored, for what a form does not show again. */
  source: Endpoint | undefined;
}

/** One after another on one lane: they change the same records. */
export interface Group {
  name: string;
  forms: DrilledForm[];
}

/** Looks for a person, and erases; there is nothing to save. */
const NO_FORM = new Set(['personal-data']);

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
  return resources
    .map((known: Resource) => ({
      name: addressName(known.office),
      forms: [known, ...(known.also ?? [])].flatMap((office) => formsOf(known, office, endpoints)),
    }))
    .filter(({ forms }) => forms.length > 0);
}

function formsOf(known: Resource, { office, at }: Office, endpoints: Endpoint[]): DrilledForm[] {
  const name = addressName(office);
  if (NO_FORM.has(name)) return [];
  const own = endpoints.filter(({ table }) => table === known.table);
  const list = own.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/admin/') && !path.includes(':'),
  );
  const source = list.find(({ path }) => path.endsWith('/all')) ?? list[0];
  const destroy = own.find(({ method, path }) => method === 'DELETE' && path.endsWith('/destroy/:uuid'));
  const edit = at.edit as ((record: { uuid: string }) => string) | undefined;
  const common = { form: 'form:has(.save-bar)', save: '.save-bar button[type=submit]', source };
  const forms: DrilledForm[] = [];
  if (at.create)
    forms.push({
      ...common,
      name: `${name}/create`,
      hasRecord: false,
      open: async (lane) => {
        // Each can be there once only: one has to go first.
        if (known.unique && source && destroy) await lane.makeRoom(source, destroy);
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
