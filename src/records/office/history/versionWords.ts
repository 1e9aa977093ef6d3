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
  scheduled: 'Agendou a publicação',
  draft: 'Guardou para publicar depois',
};

/** Verbs of versions with changes, if it is not «Mudou». */
const VERBS: Partial<Record<RecordVersion['state'], string>> = {
  scheduled: 'Agendou uma mudança em',
  draft: 'Guardou uma mudança em',
};

/**
 * Describes the changes of a version: «Mudou nome e imagem». The first version has nothing to compare with.
 */
export function versionChangesText(
  { changed, goes, state, planned }: RecordVersion,
  isFirst: boolean,
): string {
  if (goes) return 'Agendou a saída do site';
  if (isFirst) return 'Primeira versão';
  const labels = inSentence(changed.map((label) => label.toLocaleLowerCase('pt-BR')));
  if (planned) {
    const done = state === 'withheld' ? 'Tirou do site (agendado)' : 'Publicou (agendado)';
    return labels ? `${done}: mudou ${labels}` : done;
  }
  if (!labels) return WITHOUT_CHANGES[state] ?? 'Sem mudança nos campos';
  return `${VERBS[state] ?? 'Mudou'} ${labels}`;
}
