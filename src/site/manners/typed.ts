import { fieldsOf, isChecked, TYPED } from '../../ui/newVersion.ts';

/** Puts back what was typed before the page was loaded anew for a new version. */
export default function restoreTyped(): void {
  const kept = JSON.parse(sessionStorage.getItem(TYPED) ?? 'null') as {
    page: string;
    values: (string | boolean)[];
  } | null;
  sessionStorage.removeItem(TYPED);
  const fields = fieldsOf(document);
  // Another page, or one with other fields by now: nothing is put into a field that was not asked.
  if (kept?.page !== location.pathname || kept.values.length !== fields.length) return;
  for (const [at, field] of fields.entries()) {
    const value = kept.values[at];
    if (isChecked(field) && typeof value === 'boolean') field.checked = value;
    else if (typeof value === 'string') field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
