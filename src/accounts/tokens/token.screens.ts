import { officeScreens } from '../../shared/resource.ts';

const screens = officeScreens({
  address: 'tokens',
  alert: 'o token',
  screens: {
    list: 'accounts/tokens/office/TokenList',
    create: 'accounts/tokens/office/TokenForm',
    edit: 'accounts/tokens/office/TokenForm',
  },
  menu: { group: 'Equipe', label: 'Tokens', icon: 'KeyRound' },
});

export const tokens = {
  ...screens,
  area: 'tokens',
  personal: true,
  alerts: { ...screens.alerts, created: 'Token criado', deleted: 'Token revogado' },
} as const;
