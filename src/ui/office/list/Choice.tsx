import { ListChecks } from 'lucide-react';
import { Button } from '../Button.tsx';
import type { Choice } from './useChoice.ts';

type Of = { choice: Choice<{ uuid: string }> };

/** From here on, each row can be chosen. */
export const ChooseButton = ({ choice }: Of) => (
  <Button variant="line" small icon={<ListChecks className="i" aria-hidden="true" />} onClick={choice.start}>
    Escolher vários
  </Button>
);

export const ChoiceBox = ({ choice, uuid, name }: Of & { uuid: string; name: string }) => (
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
