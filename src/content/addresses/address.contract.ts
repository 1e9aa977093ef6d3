import { z } from 'zod';
import {
  checkedTextField,
  nameField,
  optionalLinkField,
  optionalTextField,
  type StoredValues,
  textField,
} from '../../records/define/fields.ts';
import { cleanText } from '../../shared/fields.ts';

/** Reads a CEP with or without its dash and normalizes it to `60150-160`. */
function zipCode() {
  const missing = 'Informe o CEP.';
  return z.preprocess(
    (value) => {
      const text = cleanText(value);
      return typeof text === 'string' ? text.replace(/^(\d{2})\.?(\d{3})[\s-]*(\d{3})$/, '$1$2-$3') : text;
    },
    z
      .string({ error: missing })
      .min(1, { error: missing, abort: true })
      .regex(/^\d{5}-\d{3}$/, 'O CEP tem 8 números, como 60150-160.'),
  );
}

export const addressFields = {
  number: textField({ label: 'Número', what: 'o número', max: 20, public: true }),
  road: textField({ label: 'Rua', what: 'a rua', max: 160, public: true }),
  district: textField({ label: 'Bairro', what: 'o bairro', max: 100, public: true }),
  city: nameField({ label: 'Cidade', what: 'a cidade', max: 100, public: true }),
  state: nameField({ label: 'Estado', what: 'o estado', max: 60, public: true }),
  zip_code: checkedTextField({ label: 'CEP', public: true }, zipCode()),
  complement: optionalTextField({ label: 'Complemento', max: 160, public: true }),
  reference: optionalTextField({ label: 'Ponto de referência', max: 160, public: true }),
  localization: optionalLinkField({ label: 'Link do mapa', public: true }),
};

/** Fields of an address in the order of screens. */
export const ADDRESS_ORDER = [
  'zip_code',
  'road',
  'number',
  'complement',
  'district',
  'city',
  'state',
  'reference',
  'localization',
] as const;

export type Address = StoredValues<typeof addressFields>;

export const socialFields = {
  facebook: optionalLinkField({ label: 'Facebook', public: true }),
  instagram: optionalLinkField({ label: 'Instagram', public: true }),
  twitter: optionalLinkField({ label: 'X (Twitter)', public: true }),
  tiktok: optionalLinkField({ label: 'TikTok', public: true }),
  pinterest: optionalLinkField({ label: 'Pinterest', public: true }),
  youtube: optionalLinkField({ label: 'YouTube', public: true }),
  linkedin: optionalLinkField({ label: 'LinkedIn', public: true }),
};

export const SOCIAL_NETWORKS = Object.keys(socialFields) as (keyof typeof socialFields)[];

export type SocialLinks = StoredValues<typeof socialFields>;
