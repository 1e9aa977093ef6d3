import { fieldsOf, isChecked, SAVED_FIELDS_KEY } from '../../ui/newVersion.ts';

/** Restores typed values after the page was reloaded for a new version. */
export default function restoreTyped(): void {
  const saved = JSON.parse(sessionStorage.getItem(SAVED_FIELDS_KEY) ?? 'null') as {
    page: string;
    values: (string | boolean)[];
  } | null;
  sessionStorage.removeItem(SAVED_FIELDS_KEY);
  const fields = fieldsOf(document);
  // Skip if the page or its fields differ: values could land in wrong fields.
  if (saved?.page !== location.pathname || saved.values.length !== fields.length) return;
  for (const [at, field] of fields.entries()) {
    const value = saved.values[at];
    if (isChecked(field) && typeof value === 'boolean') field.checked = value;
    else if (typeof value === 'string') field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
