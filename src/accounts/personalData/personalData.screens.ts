import { officeScreens } from '../../shared/resource.ts';

export const personalDataScreen = {
  ...officeScreens({
    address: 'personal-data',
    alert: 'os dados',
    screens: { single: 'accounts/personalData/office/PersonalData' },
    menu: { group: 'Equipe', label: 'Dados pessoais', icon: 'UserSearch' },
  }),
  area: 'personalData',
  personal: true,
} as const;
