import { resource } from '../../shared/resource.ts';

export const applications = resource({
  table: 'job_applications',
  one: 'uma candidatura',
  many: 'as candidaturas',
  meaning: 'a job application with its private résumé; `vacancie_id` on the wire is the vacancy applied for',
  area: 'applications',
  personal: true,
  files: ['file_id'],
  office: {
    address: 'work-with-us',
    screens: {
      list: 'content/applications/office/ApplicationList',
      show: 'content/applications/office/ApplicationDetails',
    },
    menu: { group: 'Trabalho', label: 'Candidaturas', icon: 'Users' },
  },
});
