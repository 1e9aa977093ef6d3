import { isInstant, toInstant, toLocalTime } from '../../../shared/text/zonedTime.ts';
import { DayInput, TimeInput } from './DayInput.tsx';
import { formatDay, isDay, isTime, parseDay } from './dayText.ts';

/** Splits a value: an instant, or the day and time typed so far, separated by a space. */
function splitValue(value: string): [day: string, time: string] {
  const [day = '', time = ''] = isInstant(value) ? toLocalTime(value).split('T') : value.split(' ');
  return [parseDay(day), time];
}

function joinValue(day: string, time: string): string {
  if (isDay(day) && isTime(time)) return toInstant(`${day}T${time}`);
  return day || time ? `${formatDay(day)} ${time}` : '';
}

/**
 * Input of a day and a time in São Paulo's time. The value is an instant (ISO 8601 with offset), empty, or
 * the incomplete text, which every schema refuses.
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
  const [day, time] = splitValue(value);
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
        onChange={(next) => onChange(joinValue(next, time))}
      />
      <TimeInput
        {...aria}
        aria-label={`${label}: hora`}
        value={time}
        {...(onBlur && { onBlur })}
        onChange={(next) => onChange(joinValue(day, next))}
      />
    </div>
  );
}
