const PREFIX = 'vitrine.ingredients.';

/** The ingredients of a recipe that this device has marked. A device that keeps nothing has none. */
export function readTicks(recipe: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + recipe) ?? '[]');
    return Array.isArray(kept) ? kept.filter((tick) => typeof tick === 'string') : [];
  } catch {
    return [];
  }
}

export function keepTicks(recipe: string, ticks: readonly string[]): void {
  try {
    if (ticks.length > 0) localStorage.setItem(PREFIX + recipe, JSON.stringify(ticks));
    else localStorage.removeItem(PREFIX + recipe);
  } catch {
    // Full or forbidden: the ticks last as long as the page.
  }
}

export function missingText(missing: number, total: number): string {
  if (missing === 0) return 'Não falta nada.';
  return `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} de ${total}.`;
}
