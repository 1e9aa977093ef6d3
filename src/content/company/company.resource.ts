import { resource } from '../../shared/resource.ts';

export const company = resource({
  table: 'company_information',
  one: 'os dados da empresa',
  many: 'os dados da empresa',
  meaning: 'the single record with name, CNPJ and address',
  area: 'company',
  title: 'corporate_name',
  kept: 'single',
  office: {
    address: 'information',
    screens: { single: 'content/company/CompanyForm' },
    menu: { group: 'Informações', label: 'Empresa', icon: 'Building2' },
    alert: 'as informações',
  },
});
