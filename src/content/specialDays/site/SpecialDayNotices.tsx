import { Icon } from '../../../ui/Icon.tsx';
import type { SpecialDayNotice } from '../placeSpecialDays.ts';

/** Renders notices of special days in the coming week; nothing if there are none. */
export const SpecialDayNotices = ({ notices }: { notices: readonly SpecialDayNotice[] }) =>
  notices.length > 0 && (
    <aside className="wrap notices" aria-label="Horários especiais">
      <ul>
        {notices.map(({ key, day, text }) => (
          <li key={key}>
            <Icon name="clock" />
            <p>
              <b>{day}:</b> {text}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
