const PREFIX = 'vitrine.ingredients.';

/** Returns the ticked ingredients of a recipe on this device; none if storage is unavailable. */
export function readTicks(recipe: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + recipe) ?? '[]');
    return Array.isArray(stored) ? stored.filter((tick) => typeof tick === 'string') : [];
  } catch {
    return [];
  }
}

export function saveTicks(recipe: string, ticks: readonly string[]): void {
  try {
    if (ticks.length > 0) localStorage.setItem(PREFIX + recipe, JSON.stringify(ticks));
    else localStorage.removeItem(PREFIX + recipe);
  } catch {
    // Storage is full or forbidden: the ticks last until the page is left.
  }
}

export function missingText(missing: number, total: number): string {
  if (missing === 0) return 'Não falta nada.';
  return `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} de ${total}.`;
}
