import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { BranchesChoice, type BranchSelection } from './BranchesChoice.tsx';
import { deletedChoices } from './deletedChoices.ts';

const LEAVES = 'Ao salvar, a filial excluída sai desta lista.';
const IS_REFUSED = 'Desmarque a filial excluída antes de salvar.';

describe('deletedChoices', () => {
  test.each([
    ['finds nothing where all are known', ['a', 'b'], ['a'], [], LEAVES],
    ['finds a deleted branch that the record names', ['a', 'x'], ['a', 'x'], ['x'], LEAVES],
    ['keeps the box of one that was just unticked', ['a'], ['a', 'x'], ['x'], LEAVES],
    ['asks to untick one that the record does not name', ['a', 'x'], ['a'], ['x'], IS_REFUSED],
    ['asks to untick one of two', ['x', 'y'], ['x'], ['x', 'y'], IS_REFUSED],
  ])('%s', (_, chosen, stored, uuids, hint) => {
    expect(deletedChoices({ chosen, stored, known: ['a', 'b'] })).toEqual({ uuids, hint });
  });
});

describe('BranchesChoice', () => {
  const markup = (value: BranchSelection, deleted: string[]) =>
    renderToStaticMarkup(
      <BranchesChoice
        id="onde"
        words={{ legend: 'Onde vale', all: 'Todas', some: 'Algumas', none: 'Ainda não há filiais.' }}
        choices={[{ uuid: 'a', name: 'Centro' }]}
        deleted={{ uuids: deleted, hint: LEAVES }}
        value={value}
        onChange={() => undefined}
      />,
    );
  const boxes = (html: string) =>
    [...html.matchAll(/<input type="checkbox"([^>]*)\/>([^<]*)/g)].map(([, attributes, label]) => ({
      label,
      checked: attributes?.includes('checked'),
    }));

  test('shows a ticked box for a deleted branch, and says what happens to it', () => {
    const html = markup(['a', 'x'], ['x']);
    expect(boxes(html)).toEqual([
      { label: 'Centro', checked: true },
      { label: 'Filial excluída', checked: true },
    ]);
    expect(html).toContain(LEAVES);
  });

  test('tells two deleted branches apart', () => {
    expect(boxes(markup(['x'], ['x', 'y']))).toEqual([
      { label: 'Centro', checked: false },
      { label: 'Filial excluída 1', checked: true },
      { label: 'Filial excluída 2', checked: false },
    ]);
  });

  test('shows no notice if no branch is deleted', () => {
    expect(markup(['a'], [])).not.toContain('excluída');
  });

  test('names the branches out of sight while all are chosen, so that a notice of a conflict can read them', () => {
    const html = markup('all', []);
    expect(boxes(html)).toEqual([{ label: 'Centro', checked: false }]);
    expect(html).toContain('<ul hidden="">');
    expect(markup(['a'], [])).not.toContain('hidden');
  });
});
