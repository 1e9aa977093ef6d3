import { BACK_OFFICE, PERSONAL_DATA } from '../../shared/addresses.ts';
import { officeScreens } from '../../shared/resource.ts';

export const personalDataScreen = {
  ...officeScreens({
    address: PERSONAL_DATA.slice(BACK_OFFICE.length + 1),
    alert: 'os dados',
    screens: { single: 'accounts/personalData/office/PersonalData' },
    menu: { group: 'Equipe', label: 'Dados pessoais', icon: 'UserSearch' },
  }),
  area: 'personalData',
  personal: true,
} as const;
