import { applyMask, masks } from '../../shared/text/masks.ts';
import type { Address, SocialLinks } from './address.contract.ts';

/** Address fields of a form. */
export type AddressValues = { [K in keyof Address]: string };

/** Social network fields of a form. */
export type SocialValues = { [K in keyof SocialLinks]: string };

/** Returns the initial values of the address fields. */
export function addressValues(stored?: Address): AddressValues {
  return {
    zip_code: applyMask(masks.zipCode, stored?.zip_code ?? ''),
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

/** Returns the initial values of the social network fields. */
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
