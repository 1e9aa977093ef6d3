import '../../content/resources.ts';
import { allResources } from '../../records/define/resources.ts';
import { type Area, type Permission, VERBS, type Verb, verbsOf } from '../../shared/permissions.ts';

// Names all permissions in Portuguese and defines the built-in roles. The checkboxes of a role, the table in
// docs/permissions.md and the tests derive from this file.

export const VERB_LABELS: Readonly<Record<Verb, string>> = {
  read: 'Ver',
  write: 'Preparar',
  publish: 'Publicar',
  delete: 'Excluir',
};

/** Explanations of the verbs, shown above the checkboxes of a role. */
export const VERB_DESCRIPTIONS: Readonly<Record<Verb, string>> = {
  read: 'abrir listas, registros e o histórico deles',
  write: 'guardar rascunhos e mudanças que esperam; o que o site não mostra, mudar já',
  publish: 'mudar o que o site mostra: salvar já, agendar, pôr em ordem, voltar atrás',
  delete: 'mandar para a lixeira e trazer de volta; dados de pessoas, apagar de vez',
};

export interface AreaFacts {
  area: Area;
  label: string;
  /** Group of the menu under which the area is listed. */
  group: string;
  verbs: readonly Verb[];
  /** Whether the area holds personal data. */
  personal?: true;
}

const resourceAreas: AreaFacts[] = [];
for (const known of allResources()) {
  const { area } = known;
  const { label, group } = known.office.menu;
  const existing = resourceAreas.find((facts) => facts.area === area);
  if (existing) existing.label += `, ${label}`;
  else
    resourceAreas.push({
      area,
      label,
      group,
      verbs: verbsOf(area),
      ...(known.personal && { personal: true }),
    });
}

export const areas: readonly AreaFacts[] = [
  { area: 'pictures', label: 'Imagens', group: 'Geral', verbs: verbsOf('pictures') },
  ...resourceAreas,
  { area: 'history', label: 'Quem fez o quê', group: 'Equipe', verbs: verbsOf('history'), personal: true },
  { area: 'users', label: 'Pessoas e papéis', group: 'Equipe', verbs: verbsOf('users'), personal: true },
  {
    area: 'personalData',
    label: 'Dados pessoais',
    group: 'Equipe',
    verbs: verbsOf('personalData'),
    personal: true,
  },
  { area: 'tokens', label: 'Tokens', group: 'Equipe', verbs: verbsOf('tokens'), personal: true },
  { area: 'webhooks', label: 'Webhooks', group: 'Equipe', verbs: verbsOf('webhooks') },
];

const permissionsOf = (facts: readonly AreaFacts[], only: readonly Verb[] = VERBS): Permission[] =>
  facts.flatMap(({ area, verbs }) =>
    verbs.filter((verb) => only.includes(verb)).map((verb) => `${area}.${verb}` as const),
  );

export const permissions: readonly Permission[] = permissionsOf(areas);

/** Areas that API tokens never get, because they hold personal data or open access for others. */
const STAFF_ONLY_AREAS = new Set<string>(['users', 'personalData', 'tokens', 'webhooks', 'history']);

/** Areas whose permissions an API token can have. */
export const tokenAreas = areas.filter(({ area, personal }) => !personal && !STAFF_ONLY_AREAS.has(area));

export const tokenPermissions: readonly Permission[] = permissionsOf(tokenAreas);

export interface RoleFacts {
  key: string;
  name: string;
  description: string;
  permissions: readonly Permission[];
  /** Whether the role is limited to the branches that its person is given. */
  ownBranches: boolean;
}

const content = areas.filter(({ personal, group }) => !personal && group !== 'Equipe');
const areasNamed = (...names: Area[]) => areas.filter(({ area }) => names.includes(area));

export const ADMIN_ROLE = 'admin';

/** Roles that staff cannot edit, so that a release can add permissions to them. Staff can edit a copy. */
export const BUILT_IN_ROLES: readonly RoleFacts[] = [
  {
    key: ADMIN_ROLE,
    name: 'Administrador',
    description: 'Tudo, também pessoas e papéis.',
    permissions,
    ownBranches: false,
  },
  {
    key: 'editor',
    name: 'Editor',
    description: 'Todo o conteúdo do site.',
    permissions: permissionsOf(content),
    ownBranches: false,
  },
  {
    key: 'store',
    name: 'Loja',
    description: 'Só o que é das filiais que a pessoa recebe.',
    permissions: [
      ...permissionsOf(areasNamed('branches', 'offers', 'exceptions'), ['read', 'write', 'publish']),
      ...permissionsOf(areasNamed('pictures'), ['read']),
    ],
    ownBranches: true,
  },
  {
    key: 'recruitment',
    name: 'Recrutamento',
    description: 'Vagas, candidaturas e pedidos de quem quer ver ou apagar os seus dados.',
    permissions: permissionsOf(areasNamed('vacancies', 'applications', 'personalData')),
    ownBranches: false,
  },
  {
    key: 'reader',
    name: 'Leitura',
    description: 'Vê o conteúdo do site, e não muda nada.',
    permissions: permissionsOf(content, ['read']),
    ownBranches: false,
  },
];

/** Permissions that can open access for others. */
const ADMINISTRATION: readonly Permission[] = ['users.write', 'tokens.write', 'webhooks.write'];

/** Returns whether `given` contains a permission that can open access for others. */
export const canAdminister = (given: readonly Permission[]): boolean =>
  ADMINISTRATION.some((permission) => given.includes(permission));

export const isBuiltIn = (key: string) => BUILT_IN_ROLES.some((role) => role.key === key);

const areaOf = (name: string) => areas.find(({ area }) => area === name);

/** Returns a permission in Portuguese: «publicar em Banners». */
export function permissionText(permission: Permission): string {
  const [area = '', verb = ''] = permission.split('.');
  return `${VERB_LABELS[verb as Verb].toLowerCase()} em ${areaOf(area)?.label ?? area}`;
}

/** Returns `ticked` without `permission` and without those that depend on it. */
export const withoutDependentPermissions = (
  ticked: readonly Permission[],
  permission: Permission,
): Permission[] => ticked.filter((candidate) => !withImpliedPermissions([candidate]).includes(permission));

/** Returns `ticked` with implied permissions: publishing implies writing, and every verb implies reading. */
export function withImpliedPermissions(ticked: readonly Permission[]): Permission[] {
  const taken = new Set(ticked);
  for (const { area, verbs } of areas) {
    const has = (verb: Verb) => taken.has(`${area}.${verb}`);
    if (has('publish') && verbs.includes('write')) taken.add(`${area}.write`);
    if (verbs.some(has)) taken.add(`${area}.read`);
  }
  return permissions.filter((permission) => taken.has(permission));
}
