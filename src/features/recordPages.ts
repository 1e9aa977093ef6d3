// The addresses of the pages that show one record; those of recipes, which carry more, are in recipe.address.ts.

export const branchPage = (uuid: string) => `/branches/${uuid}`;
export const moviePage = (uuid: string) => `/cinema/${uuid}`;
export const shopPage = (uuid: string) => `/shops/${uuid}`;
export const vacancyPage = (uuid: string) => `/vacancies/${uuid}`;
