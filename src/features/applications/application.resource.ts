import { officeScreens, resource } from '../../contract/resource.ts';

/** What is kept of one person, by e-mail address. */
export const personalData = officeScreens({
  address: 'personal-data',
  alert: 'os dados',
  screens: { single: 'applications/PersonalData' },
  menu: { group: 'Trabalho', label: 'Dados de uma pessoa', icon: 'UserSearch' },
});

export const applications = resource({
  table: 'job_applications',
  one: 'uma candidatura',
  many: 'as candidaturas',
  meaning: 'a job application with its private résumé; `vacancie_id` on the wire is the vacancy applied for',
  area: 'applications',
  personal: true,
  files: ['file_id'],
  shownOn: [],
  routes: 'applications/application.routes',
  office: {
    address: 'work-with-us',
    screens: { list: 'applications/ApplicationList', show: 'applications/ApplicationDetails' },
    menu: { group: 'Trabalho', label: 'Candidaturas', icon: 'Users' },
  },
  also: [personalData],
});
