import { isInstant, toInstant, toLocalTime } from '../../zonedTime.ts';
import { DayInput, TimeInput } from './DayInput.tsx';
import { heldDay, isDay, isTime, shownDay } from './typed.ts';

/** The two halves of what is held: an instant, or a day and a time as far as they are typed, with a space between. */
function halvesOf(held: string): [day: string, time: string] {
  const [day = '', time = ''] = isInstant(held) ? toLocalTime(held).split('T') : held.split(' ');
  return [heldDay(day), time];
}

function heldOf(day: string, time: string): string {
  if (isDay(day) && isTime(time)) return toInstant(`${day}T${time}`);
  return day || time ? `${shownDay(day)} ${time}` : '';
}

/**
 * A day and a time on the clocks of São Paulo. Holds an instant (ISO 8601 with offset), empty, or what is typed of
 * the two so far, which no schema takes.
 */
export function InstantInput({
  id,
  name,
  label,
  value,
  onChange,
  onBlur,
  ref,
  ...aria
}: Omit<Parameters<typeof DayInput>[0], 'min' | 'max'>) {
  const [day, time] = halvesOf(value);
  return (
    <div className="instant-input">
      <DayInput
        {...aria}
        {...(id && { id })}
        {...(name && { name })}
        {...(ref && { ref })}
        {...(onBlur && { onBlur })}
        label={label}
        value={day}
        onChange={(next) => onChange(heldOf(next, time))}
      />
      <TimeInput
        {...aria}
        aria-label={`${label}: hora`}
        value={time}
        {...(onBlur && { onBlur })}
        onChange={(next) => onChange(heldOf(day, next))}
      />
    </div>
  );
}
