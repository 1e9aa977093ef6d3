import { officeScreens } from '../../contract/resource.ts';

// Neither has a history: what was done is in the audit log.

const ofPeople = officeScreens({
  address: 'users',
  alert: 'a pessoa',
  screens: { list: 'users/PersonList', create: 'users/PersonForm', edit: 'users/PersonForm' },
  menu: { group: 'Equipe', label: 'Pessoas', icon: 'UserRoundCog' },
});

export const people = {
  ...ofPeople,
  alerts: { ...ofPeople.alerts, created: 'Convite enviado', deleted: 'Pessoa fora da equipe' },
  area: 'users',
  personal: true,
} as const;

export const roles = {
  ...officeScreens({
    address: 'roles',
    alert: 'o papel',
    screens: { list: 'users/RoleList', create: 'users/RoleForm', edit: 'users/RoleForm' },
    menu: { group: 'Equipe', label: 'Papéis', icon: 'ShieldCheck' },
  }),
  area: 'users',
  personal: true,
} as const;
