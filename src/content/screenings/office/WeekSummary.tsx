import { ArrowDown } from 'lucide';
import { useDeferredValue, useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { plural } from '../../../shared/text/plural.ts';
import { changesText, countWeek, sessionsText } from '../weekCount.ts';
import type { WeekValues } from '../weekRows.ts';

/** Counts the sessions of the week and what a save will change, with the way to the next error. */
export function WeekSummary({
  control,
  stored,
  wrong,
  onNext,
}: {
  control: Control<WeekValues>;
  stored: WeekValues;
  /** Number of wrong fields that the user sees. */
  wrong: number;
  /** Focuses the next wrong field. */
  onNext: () => void;
}) {
  const [rows, day_prices] = useWatch({ control, name: ['rows', 'day_prices'] });
  // Counting must not delay the next key.
  const typed = useDeferredValue(useMemo(() => ({ rows, day_prices }), [rows, day_prices]));
  const count = useMemo(() => countWeek(stored, typed), [stored, typed]);
  const changes = changesText(count);
  return (
    <div className="week-count">
      <p>
        <strong>{sessionsText(count.sessions, count.days)}</strong>{' '}
        {changes && <span>Ao salvar: {changes}</span>}
      </p>
      {wrong > 0 && (
        <Button
          variant="line"
          small
          icon={<Icon of={ArrowDown} />}
          aria-label={`Ir para o próximo erro: ${plural(wrong, 'campo precisa', 'campos precisam')} de você`}
          onClick={onNext}
        >
          Próximo erro ({wrong})
        </Button>
      )}
    </div>
  );
}
