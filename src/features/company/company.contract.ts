import { z } from 'zod';
import { data, endpoint } from '../../contract/endpoint.ts';
import { socialLinks } from '../branches/branch.contract.ts';

export const companyInformation = z
  .object({
    corporate_name: z.string(),
    cnpj: z.string(),
    responsible: z.string(),
    email: z.string(),
    number: z.string(),
    road: z.string(),
    district: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    complement: z.string().nullable(),
    reference: z.string().nullable(),
    localization: z.string().nullable(),
  })
  .extend(socialLinks.shape);
export type CompanyInformation = z.output<typeof companyInformation>;

export const siteInformation = endpoint({
  method: 'GET',
  path: '/site/information',
  summary: 'Dados da empresa',
  answers: { 200: data(companyInformation), 204: null },
  cached: true,
});
