import type { RecordVersion } from '../../../shared/history.ts';
import { formatInstant, inSentence } from '../../../shared/text/format.ts';

/** Describes the state of a version. */
export function versionStateText({ state, from, goes }: RecordVersion): string {
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

/** Describes what a version without changes is about. */
const WITHOUT_CHANGES: Partial<Record<RecordVersion['state'], string>> = {
  withheld: 'Tirou do site',
  published: 'Publicou',
};

/**
 * Describes the changes of a version: «Mudou nome e imagem». The first version has nothing to compare with.
 */
export function versionChangesText({ changed, goes, state }: RecordVersion, isFirst: boolean): string {
  if (goes) return 'Sai do site automaticamente';
  if (isFirst) return 'Primeira versão';
  if (changed.length === 0) return WITHOUT_CHANGES[state] ?? 'Sem mudança nos campos';
  return `Mudou ${inSentence(changed.map((label) => label.toLocaleLowerCase('pt-BR')))}`;
}
