import { z } from 'zod';
import { cleanText, optionalLink, optionalText, requiredName, requiredText } from '../../contract/fields.ts';

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

/** Address in requests. */
export const addressFields = z.object({
  number: requiredText('o número', 20),
  road: requiredText('a rua', 160),
  district: requiredText('o bairro', 100),
  city: requiredName('a cidade', 100),
  state: requiredName('o estado', 60),
  zip_code: zipCode(),
  complement: optionalText(160),
  reference: optionalText(160),
  /** Link to a map. */
  localization: optionalLink(),
});

/** Address in responses. */
export const address = z.object({
  number: z.string(),
  road: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  complement: z.string().nullable(),
  reference: z.string().nullable(),
  localization: z.string().nullable(),
});
export type Address = z.output<typeof address>;

/** Links to social networks in requests. */
export const socialFields = z.object({
  facebook: optionalLink(),
  instagram: optionalLink(),
  twitter: optionalLink(),
  tiktok: optionalLink(),
  pinterest: optionalLink(),
  youtube: optionalLink(),
  linkedin: optionalLink(),
});

export const SOCIAL_NETWORKS = Object.keys(socialFields.shape) as (keyof typeof socialFields.shape)[];

/** Links to social networks in responses. */
export const socialLinks = z.object({
  facebook: z.string().nullable(),
  instagram: z.string().nullable(),
  twitter: z.string().nullable(),
  tiktok: z.string().nullable(),
  pinterest: z.string().nullable(),
  youtube: z.string().nullable(),
  linkedin: z.string().nullable(),
});
export type SocialLinks = z.output<typeof socialLinks>;
