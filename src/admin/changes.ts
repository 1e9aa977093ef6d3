import { opened } from '../contract/resource.ts';
import type { Change } from '../features/dashboard/dashboard.contract.ts';
import { resourceOf } from '../features/resources.ts';

const VERBS: Record<string, string> = {
  create: 'adicionou',
  update: 'alterou',
  delete: 'excluiu',
  order: 'mudou a ordem d',
  publish: 'pôs no site',
  withdraw: 'tirou do site',
  restore: 'trouxe de volta',
  schedule: 'marcou uma hora para',
  // «n» takes the article: «na receita».
  draft: 'guardou uma mudança para depois n',
};

/** «Lúcia alterou a receita» and what it is called, with the way there while it exists; null for the rest. */
export function changeInWords({ action, entity, uuid, name, exists, user_name }: Change) {
  const known = resourceOf(entity);
  const verb = VERBS[action];
  if (!known || !verb) return null;
  const who = user_name?.trim().split(/\s+/)[0] ?? 'Alguém';
  const joined = verb.endsWith(' n') || verb.endsWith(' d');
  const isOfMany = action === 'order' || (action === 'update' && uuid === null);
  const what = `${verb}${joined ? '' : ' '}${isOfMany ? known.many : known.one}`;
  return {
    text: `${who} ${what}`,
    name,
    to: exists && uuid ? opened(known, { uuid }) : null,
  };
}
