import { Popover } from '@base-ui/react/popover';
import { ChevronLeft, ChevronRight } from 'lucide';
import type { RefObject } from 'react';
import { DayPicker, type Formatters } from 'react-day-picker';
import { ptBR } from 'react-day-picker/locale/pt-BR';
import { todayOnDevice } from '../../../shared/dates.ts';
import { Icon } from '../Icon.tsx';
import { isDay, isDayWithin } from './dayText.ts';

/** Returns noon of a day in local time, so that no time zone shifts it to another day. */
const dateOf = (day: string) => new Date(`${day}T12:00`);
const dayOf = (date: Date) =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'];
const MONTH = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' });
// The library's texts are «sab» and «dezembro 2026».
const formatters: Partial<Formatters> = {
  formatCaption: (month) => MONTH.format(month),
  formatWeekdayName: (day) => WEEKDAYS[day.getDay()] ?? '',
};

/** Calendar of one month in Portuguese; the keyboard focus starts on the selected day, or on today. */
export default function DayPopup({
  anchor,
  label,
  value,
  min,
  max,
  onChoose,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  value: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const today = dateOf(todayOnDevice());
  const chosen = isDay(value) ? dateOf(value) : undefined;
  const firstDay = min && isDay(min) ? dateOf(min) : undefined;
  const input = () => anchor.current?.querySelector('input') ?? null;
  return (
    <Popover.Root
      open
      onOpenChange={(_, { event, reason }) => {
        // The field's own button toggles the popup; closing it here too would reopen it.
        const isOwn = event.target instanceof Node && anchor.current?.contains(event.target);
        if (reason !== 'outside-press' || !isOwn) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="day-positioner"
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={4}
        >
          <Popover.Popup className="day-popup" aria-label={`Calendário: ${label}`} finalFocus={input}>
            <DayPicker
              mode="single"
              locale={ptBR}
              formatters={formatters}
              autoFocus
              showOutsideDays
              fixedWeeks
              today={today}
              selected={chosen}
              defaultMonth={chosen ?? (firstDay && firstDay > today ? firstDay : today)}
              disabled={(date) => !isDayWithin(dayOf(date), min, max)}
              onSelect={(_, date) => onChoose(dayOf(date))}
              components={{
                Chevron: ({ orientation }) =>
                  orientation === 'left' ? <Icon of={ChevronLeft} /> : <Icon of={ChevronRight} />,
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
