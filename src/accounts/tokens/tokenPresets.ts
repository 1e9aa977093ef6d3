import type { Area, Permission, Verb } from '../../shared/permissions.ts';
import { tokenPermissions } from '../users/rolePermissions.ts';

/** A usual set of permissions, for one kind of system. */
export interface TokenPreset {
  label: string;
  permissions: readonly Permission[];
}

const PREPARES_AND_PUBLISHES: readonly Verb[] = ['read', 'write', 'publish'];

const inAreas = (...areas: Area[]) =>
  tokenPermissions.filter((permission) =>
    areas.some((area) => PREPARES_AND_PUBLISHES.some((verb) => permission === `${area}.${verb}`)),
  );

export const tokenPresets: readonly TokenPreset[] = [
  { label: 'Só ver tudo', permissions: tokenPermissions.filter((one) => one.endsWith('.read')) },
  { label: 'Preços e ofertas', permissions: inAreas('offers') },
  { label: 'Encartes e ofertas do dia', permissions: inAreas('booklets') },
  { label: 'Programação do cinema', permissions: inAreas('movies', 'screenings') },
  { label: 'Vagas', permissions: inAreas('vacancies') },
];
