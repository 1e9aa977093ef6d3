import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { address, socialLinks } from '../addresses/address.contract.ts';

export const companyInformation = z
  .object({
    corporate_name: z.string(),
    cnpj: z.string(),
    responsible: z.string(),
    email: z.string(),
  })
  .extend(address.shape)
  .extend(socialLinks.shape);
export type CompanyInformation = z.output<typeof companyInformation>;

export const siteInformation = endpoint({
  method: 'GET',
  path: '/site/information',
  summary: 'Dados da empresa',
  answers: { 200: data(companyInformation), 204: null },
  cached: true,
});
