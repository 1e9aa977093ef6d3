/**
 * Focuses the search with the key «/» unless the visitor types elsewhere. The first focus of a field loads
 * its suggestions.
 */
export default function enableSearchShortcut(): void {
  const wake = async ({ target }: Pick<Event, 'target'>) => {
    const input = target as HTMLInputElement;
    if (!input.matches?.('[data-suggest]') || input.dataset.suggest) return;
    input.dataset.suggest = 'on';
    const suggestions = await import('./suggestions.ts');
    suggestions.default(input);
  };
  addEventListener('focusin', wake);
  if (document.activeElement?.matches('[data-suggest]')) void wake({ target: document.activeElement });

  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    const at = target as HTMLElement;
    if (
      at.isContentEditable ||
      at.matches?.('input, textarea, select') ||
      document.querySelector('dialog:modal')
    )
      return;
    const fields = [...document.querySelectorAll<HTMLInputElement>('main [data-suggest], [data-suggest]')];
    const field = fields.find((candidate) => candidate.checkVisibility());
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
