// Addresses of the pages of single records, and of the application form. Those of recipes have more parts and
// are in recipe.address.ts.

export const branchPage = (uuid: string) => `/branches/${uuid}`;
export const moviePage = (uuid: string) => `/cinema/${uuid}`;
export const offerPage = (uuid: string) => `/offers/details/${uuid}`;
export const shopPage = (uuid: string) => `/shops/${uuid}`;
export const applicationPage = '/work-with-us';
export const vacancyPage = (uuid: string) => `/vacancies/${uuid}`;
