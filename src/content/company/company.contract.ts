import { z } from 'zod';
import { defineSingleRecord } from '../../records/define/defineSingleRecord.ts';
import { checkedTextField, emailField, nameField } from '../../records/define/fields.ts';
import { data, endpoint } from '../../shared/endpoint.ts';
import { cleanText } from '../../shared/fields.ts';
import { formatCnpj } from '../../shared/text/format.ts';
import {
  ADDRESS_ORDER,
  addressFields,
  SOCIAL_NETWORKS,
  socialFields,
} from '../addresses/address.contract.ts';
import { hasCnpjCheckDigits } from './cnpj.ts';

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

export const companyRecord = defineSingleRecord({
  table: 'company_information',
  path: 'information',
  area: 'company',
  one: 'os dados da empresa',
  screenOrder: ['corporate_name', 'cnpj', 'responsible', 'email', ...ADDRESS_ORDER, ...SOCIAL_NETWORKS],
  fields: {
    corporate_name: nameField({
      ...{ label: 'Razão social', what: 'a razão social', max: MAX_CORPORATE_NAME_LENGTH },
      ...{ public: true, personal: true },
    }),
    cnpj: checkedTextField({ label: 'CNPJ', public: true }, requiredCnpj()),
    responsible: nameField({
      ...{ label: 'Responsável', what: 'o responsável', max: 120 },
      ...{ public: true, personal: true },
    }),
    email: emailField({ label: 'E-mail', public: true, personal: true }),
    ...addressFields,
    ...socialFields,
  },
});

export type Company = z.output<typeof companyRecord.output>;
/** Company information as shoppers see it. */
export type CompanyInformation = z.output<typeof companyRecord.publicOutput>;

export const { read: getInformation, save: storeInformation } = companyRecord.endpoints;

export const siteInformation = endpoint({
  method: 'GET',
  path: '/site/information',
  summary: 'Dados da empresa',
  answers: { 200: data(companyRecord.publicOutput), 204: null },
  cached: true,
});
