import { resource } from '../../shared/resource.ts';

export const vacancies = resource({
  table: 'vacancies',
  one: 'a vaga',
  many: 'as vagas',
  meaning: 'an open job',
  area: 'vacancies',
  title: 'name',
  turns: [['open_until', 'last day']],
  found: {
    kind: 'vacancy',
    page: '/vacancies/:uuid',
    words: { name: 'title', city: 'label', search: 'label', description: 'text' },
    excerpt: 'description',
    until: 'open_until',
  },
  office: {
    address: 'vacancies',
    screens: {
      list: 'content/vacancies/VacancyList',
      create: 'content/vacancies/VacancyForm',
      show: 'content/vacancies/VacancyDetails',
      edit: 'content/vacancies/VacancyForm',
    },
    menu: { group: 'Trabalho', label: 'Vagas', icon: 'Briefcase' },
  },
});
