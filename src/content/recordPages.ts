// Addresses of the pages of single records, and of the application form. Those of recipes have more parts and
// are in recipe.address.ts.

import type { NamedPage, RecordAddress } from '../shared/sitePages.ts';

export const branchPage = (uuid: string): RecordAddress => `/branches/${uuid}`;
/** Leads to the page of the shopper's own store (`site/head/placeMyStore.ts`), or to the branches without one. */
export const MY_STORE_ADDRESS = '/branches?minha-loja';
export const moviePage = (uuid: string): RecordAddress => `/cinema/${uuid}`;
export const offerPage = (uuid: string): RecordAddress => `/offers/details/${uuid}`;
export const shopPage = (uuid: string): RecordAddress => `/shops/${uuid}`;
export const applicationPage = '/work-with-us' satisfies NamedPage;
export const vacancyPage = (uuid: string): RecordAddress => `/vacancies/${uuid}`;
