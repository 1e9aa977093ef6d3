/** Deleted branches in a form, and what happens to them. */
export interface DeletedChoices {
  uuids: readonly string[];
  hint: string;
}

/**
 * Returns the deleted branches that a form names or named. Each needs a box, or staff could not remove it. `known`
 * are the branches that are not deleted.
 */
export function deletedChoices({
  chosen,
  stored,
  known,
}: {
  chosen: readonly string[];
  stored: readonly string[];
  known: readonly string[];
}): DeletedChoices {
  const uuids = [...new Set([...stored, ...chosen])].filter((uuid) => !known.includes(uuid));
  const isStored = uuids.every((uuid) => stored.includes(uuid) || !chosen.includes(uuid));
  return {
    uuids,
    hint: isStored
      ? 'Ao salvar, a filial excluída sai desta lista.'
      : 'Desmarque a filial excluída antes de salvar.',
  };
}
