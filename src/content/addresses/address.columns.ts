import type { Address, SocialLinks } from './address.contract.ts';

/** Returns the address columns of a row. */
export const addressOf = (row: Address): Address => ({
  number: row.number,
  road: row.road,
  district: row.district,
  city: row.city,
  state: row.state,
  zip_code: row.zip_code,
  complement: row.complement,
  reference: row.reference,
  localization: row.localization,
});

export const socialLinksOf = (row: SocialLinks): SocialLinks => ({
  facebook: row.facebook,
  instagram: row.instagram,
  twitter: row.twitter,
  tiktok: row.tiktok,
  pinterest: row.pinterest,
  youtube: row.youtube,
  linkedin: row.linkedin,
});
