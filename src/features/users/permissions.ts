import { type Area, FEWER_VERBS, type Permission, VERBS, type Verb } from '../../contract/needs.ts';
import type { Resource } from '../../contract/resource.ts';
import { resources } from '../resources.ts';

// What there is to be allowed, in words, and what each role that is built in lets people do. The tick boxes of a role,
// the table in docs/permissions.md and the tests are made of it.

export const VERB_WORDS: Readonly<Record<Verb, string>> = {
  read: 'Ver',
  write: 'Preparar',
  publish: 'Publicar',
  delete: 'Excluir',
};

/** What a verb allows, for whoever ticks it. */
export const VERB_MEANINGS: Readonly<Record<Verb, string>> = {
  read: 'abrir listas, registros e o histórico deles',
  write: 'guardar rascunhos e mudanças que esperam; o que o site não mostra, mudar já',
  publish: 'mudar o que o site mostra: salvar já, agendar, pôr em ordem, voltar atrás',
  delete: 'mandar para a lixeira e trazer de volta; dados de pessoas, apagar de vez',
};

export interface AreaFacts {
  area: Area;
  label: string;
  /** What is shown together, as in the menu. */
  group: string;
  verbs: readonly Verb[];
  /** Whether it holds data of people, which only those see who work with them. */
  personal?: true;
}

const ofResources: AreaFacts[] = [];
for (const known of resources as readonly Resource[]) {
  const area = known.area as Area;
  const { label, group } = known.office.menu;
  const same = ofResources.find((facts) => facts.area === area);
  if (same) same.label += `, ${label}`;
  else
    ofResources.push({
      area,
      label,
      group,
      verbs: known.personal ? VERBS.filter((verb) => verb !== 'publish') : VERBS,
      ...(known.personal && { personal: true }),
    });
}

export const areas: readonly AreaFacts[] = [
  { area: 'pictures', label: 'Imagens', group: 'Geral', verbs: ['read', 'write', 'delete'] },
  ...ofResources,
  { area: 'history', label: 'Quem fez o quê', group: 'Equipe', verbs: ['read'], personal: true },
  { area: 'users', label: 'Pessoas e papéis', group: 'Equipe', verbs: ['read', 'write'], personal: true },
  {
    area: 'personalData',
    label: 'Dados pessoais',
    group: 'Equipe',
    verbs: FEWER_VERBS.personalData,
    personal: true,
  },
  { area: 'tokens', label: 'Tokens', group: 'Equipe', verbs: FEWER_VERBS.tokens, personal: true },
  { area: 'webhooks', label: 'Webhooks', group: 'Equipe', verbs: ['read', 'write'] },
];

const all = (facts: readonly AreaFacts[], only: readonly Verb[] = VERBS): Permission[] =>
  facts.flatMap(({ area, verbs }) =>
    verbs.filter((verb) => only.includes(verb)).map((verb) => `${area}.${verb}` as const),
  );

export const permissions: readonly Permission[] = all(areas);

/** What is of people, or gives others a way in, is never done by a machine. */
const OF_PEOPLE = new Set<string>(['users', 'personalData', 'tokens', 'webhooks', 'history']);

/** The areas of which a token may be given something. */
export const areasForMachines = areas.filter(({ area, personal }) => !personal && !OF_PEOPLE.has(area));

export const permissionsForMachines: readonly Permission[] = all(areasForMachines);

export interface RoleFacts {
  key: string;
  name: string;
  /** What it is for, as one says it to a colleague. */
  description: string;
  permissions: readonly Permission[];
  /** Whether it lets people change only what is of the branches that they are given. */
  ownBranches: boolean;
}

const content = areas.filter(({ personal, group }) => !personal && group !== 'Equipe');
const of = (...names: Area[]) => areas.filter(({ area }) => names.includes(area));

export const ADMIN = 'admin';

/** They are never changed, so that a release that brings something new gives it to whom it is for; a copy can be. */
export const builtIn: readonly RoleFacts[] = [
  {
    key: ADMIN,
    name: 'Administrador',
    description: 'Tudo, também pessoas e papéis.',
    permissions,
    ownBranches: false,
  },
  {
    key: 'editor',
    name: 'Editor',
    description: 'Todo o conteúdo do site.',
    permissions: all(content),
    ownBranches: false,
  },
  {
    key: 'store',
    name: 'Loja',
    description: 'Só o que é das filiais que a pessoa recebe.',
    permissions: [
      ...all(of('branches', 'offers', 'exceptions'), ['read', 'write', 'publish']),
      ...all(of('pictures'), ['read']),
    ],
    ownBranches: true,
  },
  {
    key: 'recruitment',
    name: 'Recrutamento',
    description: 'Vagas, candidaturas e pedidos de quem quer ver ou apagar os seus dados.',
    permissions: all(of('vacancies', 'applications', 'personalData')),
    ownBranches: false,
  },
  {
    key: 'reader',
    name: 'Leitura',
    description: 'Vê o conteúdo do site, e não muda nada.',
    permissions: all(content, ['read']),
    ownBranches: false,
  },
];

/** Permissions by which one gives others a way in. */
const ADMINISTRATION: readonly Permission[] = ['users.write', 'tokens.write', 'webhooks.write'];

/** Tells whether people with `given` administrate the site. */
export const administers = (given: readonly Permission[]): boolean =>
  ADMINISTRATION.some((permission) => given.includes(permission));

export const isBuiltIn = (key: string) => builtIn.some((role) => role.key === key);

const areaOf = (name: string) => areas.find(({ area }) => area === name);

/** «publicar em Banners» */
export function inWords(permission: Permission): string {
  const [area = '', verb = ''] = permission.split('.');
  return `${VERB_WORDS[verb as Verb].toLowerCase()} em ${areaOf(area)?.label ?? area}`;
}

/** What is left of `ticked` without `permission` and whatever takes it. */
export const withoutWhatNeeds = (ticked: readonly Permission[], permission: Permission): Permission[] =>
  ticked.filter((one) => !withWhatTheyTake([one]).includes(permission));

/** Whoever changes something sees it, and whoever publishes it can prepare it: what cannot be without the other. */
export function withWhatTheyTake(ticked: readonly Permission[]): Permission[] {
  const taken = new Set(ticked);
  for (const { area, verbs } of areas) {
    const has = (verb: Verb) => taken.has(`${area}.${verb}`);
    if (has('publish') && verbs.includes('write')) taken.add(`${area}.write`);
    if (verbs.some(has)) taken.add(`${area}.read`);
  }
  return permissions.filter((permission) => taken.has(permission));
}
