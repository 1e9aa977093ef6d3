import { fold } from '../../../shared/text/fold.ts';

// The branches of an offer as one cell of a table: names, «Todas», or the code of a branch without a clear name.

interface NamedBranch {
  uuid: string;
  name: string;
}

const ALL = 'Todas';
const SEPARATOR = ',';

/** Branches that an offer of the table names. */
export type BranchesRead = { branches: string[] | null } | { problem: string };

/** Returns the branches by folded name. Names that are shared or contain the separator are left out. */
function byClearName(known: readonly NamedBranch[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(known, ({ name }) => fold(name));
  return new Map(
    [...groups].flatMap(([name, [first, ...others]]) =>
      first && others.length === 0 && !name.includes(SEPARATOR) && name !== fold(ALL)
        ? [[name, first.uuid] as const]
        : [],
    ),
  );
}

/** Returns a function that writes branches as a cell that `branchesReader` reads. */
export function branchesWriter(known: readonly NamedBranch[]) {
  const clear = byClearName(known);
  const names = new Map(known.map(({ uuid, name }) => [uuid, name]));
  return (branches: readonly string[] | null): string =>
    branches === null
      ? ALL
      : branches
          .map((uuid) => {
            const name = names.get(uuid);
            return name !== undefined && clear.get(fold(name)) === uuid ? name : uuid;
          })
          .join(`${SEPARATOR} `);
}

/**
 * Returns a function that reads a cell with branches. `known` are the branches that the caller may choose;
 * `mayChooseAll` is false for staff who are limited to them.
 */
export function branchesReader(known: readonly NamedBranch[], mayChooseAll: boolean) {
  const clear = byClearName(known);
  const codes = new Set(known.map(({ uuid }) => uuid));
  return (text: string): BranchesRead => {
    if (fold(text) === fold(ALL))
      return mayChooseAll ? { branches: null } : { problem: 'Escreva só as suas filiais.' };
    const found = new Set<string>();
    for (const part of text.split(SEPARATOR)) {
      const name = part.trim();
      if (name === '') continue;
      const uuid = clear.get(fold(name)) ?? (codes.has(name) ? name : undefined);
      if (!uuid) return { problem: `Não há filial com o nome «${name}».` };
      found.add(uuid);
    }
    return { branches: [...found].sort() };
  };
}
