import type { Version } from '../../contract/history.ts';
import { formatInstant, inSentence } from '../../ui/format.ts';

/** What a version is to the record, in words. */
export function stateOf({ state, from, goes }: Version): string {
  switch (state) {
    case 'published':
      return 'No site';
    case 'withheld':
      return 'Só a equipe vê';
    case 'deleted':
      return 'Na lixeira';
    case 'draft':
      return 'Espera alguém publicar';
    case 'scheduled':
      return `${goes ? 'Sai' : 'Entra'} em ${formatInstant(from ?? '')}`;
    case 'former':
      return from ? 'Já foi assim' : 'Rascunho anterior';
  }
}

/** «Mudou nome e imagem»; of the first there is nothing to compare. */
export function changesOf({ changed, goes, state }: Version, isFirst: boolean): string {
  if (goes) return 'Sai do site sozinho';
  if (isFirst) return 'Primeira versão';
  if (changed.length === 0) return state === 'withheld' ? 'Saiu do site' : 'Sem mudança nos campos';
  return `Mudou ${inSentence(changed.map((label) => label.toLocaleLowerCase('pt-BR')))}`;
}
