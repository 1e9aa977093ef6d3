import { z } from 'zod';
import { data, endpoint, json } from '../../contract/endpoint.ts';
import { cleanText, expectedVersion, requiredEmail, requiredName } from '../../contract/fields.ts';
import { singleEndpoints } from '../../contract/records.ts';
import { address, addressFields, socialFields, socialLinks } from '../addresses/address.contract.ts';
import { formatCnpj, hasCnpjCheckDigits } from './cnpj.ts';

/**
 * Limits of the specification: 14 for the name, none for the CNPJ. A CNPJ has 14 places, so both limits may
 * be swapped there.
 */
export const MAX_CORPORATE_NAME_LENGTH = 14;

/** Reads a CNPJ with or without punctuation, in either case, and normalizes it to `12.ABC.345/01DE-35`. */
function requiredCnpj() {
  const missing = 'Informe o CNPJ.';
  return z.preprocess(
    (value) => {
      const text = cleanText(value);
      return typeof text === 'string' ? formatCnpj(text) : text;
    },
    z
      .string({ error: missing })
      .min(1, { error: missing, abort: true })
      .regex(/^[\dA-Z]{2}(\.[\dA-Z]{3}){2}\/[\dA-Z]{4}-\d{2}$/, {
        error: 'O CNPJ tem 14 letras e números, como 12.ABC.345/01DE-35, e termina em dois números.',
        abort: true,
      })
      .refine(hasCnpjCheckDigits, 'Confira o CNPJ: os dois últimos números não combinam com os outros.'),
  );
}

export const companyFields = z
  .object({
    corporate_name: requiredName('a razão social', MAX_CORPORATE_NAME_LENGTH),
    cnpj: requiredCnpj(),
    responsible: requiredName('o responsável', 120),
    email: requiredEmail(),
  })
  .extend(addressFields.shape)
  .extend(socialFields.shape);

export const companyInput = companyFields.extend({ version: expectedVersion });
export type CompanyInput = z.output<typeof companyInput>;

/** Company information as shoppers see it. */
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

/** Company information as staff see it. */
export const companyRecord = companyInformation.extend({
  id: z.number(),
  uuid: z.string(),
  version: z.number(),
  updated_at: z.string(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

export const { read: getInformation, save: storeInformation } = singleEndpoints({
  table: 'company_information',
  path: 'information',
  area: 'company',
  one: 'os dados da empresa',
  record: companyRecord,
  body: json(companyInput),
});

export const siteInformation = endpoint({
  method: 'GET',
  path: '/site/information',
  summary: 'Dados da empresa',
  answers: { 200: data(companyInformation), 204: null },
  cached: true,
});
