/**
 * Returns what staff read below the title of a change: what shoppers see now. `where` is a place of the site
 * with its preposition, «na página do cinema».
 */
export const effectTexts = (where: string) => ({
  added: `Já aparece ${where}.`,
  changed: `A mudança já aparece ${where}.`,
  removed: `Não aparece mais ${where}.`,
});
