import { officeScreens } from '../../shared/resource.ts';

// People and roles have no version history; the audit log records their changes.

const peopleScreens = officeScreens({
  address: 'users',
  alert: 'a pessoa',
  screens: {
    list: 'accounts/users/office/PersonList',
    create: 'accounts/users/office/PersonForm',
    edit: 'accounts/users/office/PersonForm',
  },
  menu: { group: 'Equipe', label: 'Pessoas', icon: 'UserRoundCog' },
});

export const people = {
  ...peopleScreens,
  alerts: { ...peopleScreens.alerts, created: 'Convite enviado', deleted: 'Pessoa fora da equipe' },
  area: 'users',
  personal: true,
} as const;

export const roles = {
  ...officeScreens({
    address: 'roles',
    alert: 'o papel',
    screens: {
      list: 'accounts/users/office/RoleList',
      create: 'accounts/users/office/RoleForm',
      edit: 'accounts/users/office/RoleForm',
    },
    menu: { group: 'Equipe', label: 'Papéis', icon: 'ShieldCheck' },
  }),
  area: 'users',
  personal: true,
} as const;
