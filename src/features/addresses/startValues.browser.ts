import { masked, masks } from '../../ui/masks.ts';
import type { Address, SocialLinks } from './address.contract.ts';

/** What a form holds of an address. */
export type AddressValues = { [K in keyof Address]: string };

/** What a form holds of the social networks. */
export type SocialValues = { [K in keyof SocialLinks]: string };

/** What the fields of an address start with. */
export function addressValues(stored?: Address): AddressValues {
  return {
    zip_code: masked(masks.zipCode, stored?.zip_code ?? ''),
    road: stored?.road ?? '',
    number: stored?.number ?? '',
    complement: stored?.complement ?? '',
    district: stored?.district ?? '',
    city: stored?.city ?? '',
    state: stored?.state ?? '',
    reference: stored?.reference ?? '',
    localization: stored?.localization ?? '',
  };
}

/** What the fields of the social networks start with. */
export function socialValues(stored?: SocialLinks): SocialValues {
  return {
    facebook: stored?.facebook ?? '',
    instagram: stored?.instagram ?? '',
    twitter: stored?.twitter ?? '',
    tiktok: stored?.tiktok ?? '',
    pinterest: stored?.pinterest ?? '',
    youtube: stored?.youtube ?? '',
    linkedin: stored?.linkedin ?? '',
  };
}
