import { resourceOf } from '../../records/define/resources.ts';
import { planVerb } from '../../shared/planEvents.ts';
import { recordPath } from '../../shared/resource.ts';
import type { RecentChange } from './dashboard.contract.ts';

const VERBS: Record<string, string> = {
  create: 'adicionou',
  update: 'alterou',
  delete: 'excluiu',
  order: 'mudou a ordem d',
  publish: 'pôs no site',
  withdraw: 'tirou do site',
  restore: 'trouxe de volta',
  schedule: 'agendou algo n',
  // «n» takes the article: «na receita».
  draft: 'guardou uma mudança para depois n',
};

/**
 * Returns «Lúcia alterou a receita» with the record's name, and a link while the record exists; null for
 * other changes.
 */
export function changeInWords({ action, entity, uuid, name, exists, user_name, plan }: RecentChange) {
  const known = resourceOf(entity);
  const verb = plan ? planVerb(plan) : VERBS[action];
  if (!known || !verb) return null;
  const author = user_name?.trim().split(/\s+/)[0] ?? 'Alguém';
  const joined = verb.endsWith(' n') || verb.endsWith(' d');
  const isOfMany = action === 'order' || (action === 'update' && uuid === null);
  const text = `${verb}${joined ? '' : ' '}${isOfMany ? known.many : known.one}`;
  return {
    text: `${author} ${text}`,
    name,
    to: exists && uuid ? recordPath(known, { uuid }) : null,
  };
}
