import { opened } from '../contract/resource.ts';
import type { Change } from '../features/dashboard/dashboard.contract.ts';
import { resourceOf } from '../features/resources.ts';

const VERBS: Record<string, string> = {
  create: 'adicionou',
  update: 'alterou',
  delete: 'excluiu',
  order: 'mudou a ordem d',
};

/** «Lúcia alterou a receita» and what it is called, with the way there while it exists; null for the rest. */
export function changeInWords({ action, entity, uuid, name, exists, user_name }: Change) {
  const known = resourceOf(entity);
  const verb = VERBS[action];
  if (!known || !verb) return null;
  const who = user_name?.trim().split(/\s+/)[0] ?? 'Alguém';
  const what = action === 'order' ? `${verb}${known.many}` : `${verb} ${known.one}`;
  return {
    text: `${who} ${what}`,
    // A day is called by its date; a single record by what it is.
    name: name && /^\d{4}-\d{2}-\d{2}$/.test(name) ? name.split('-').reverse().join('/') : name,
    to: exists && uuid ? opened(known, { uuid }) : null,
  };
}
