import { ListChecks } from 'lucide';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import type { RowSelection } from './useRowSelection.ts';

type ChoiceProps = { choice: RowSelection<{ uuid: string }> };

/** Button that starts the selection of rows. */
export const SelectRowsButton = ({ choice, isFeminine }: ChoiceProps & { isFeminine?: boolean }) => (
  <Button variant="line" small icon={<Icon of={ListChecks} />} onClick={choice.start}>
    <span>
      Escolher<span className="list-acts-rest"> {isFeminine ? 'várias' : 'vários'}</span>
    </span>
  </Button>
);

export const RowCheckbox = ({ choice, uuid, name }: ChoiceProps & { uuid: string; name: string }) => (
  <label className="check">
    <input
      type="checkbox"
      checked={choice.isChosen(uuid)}
      onChange={() => undefined}
      onClick={choice.pressed(uuid)}
    />
    <span className="sr-only">Escolher {name}</span>
  </label>
);
