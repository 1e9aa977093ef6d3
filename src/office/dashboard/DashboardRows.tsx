import { useState } from 'react';
import { Link } from 'react-router';
import { alert } from '../../records/office/alerts.tsx';
import { Button, LinkButton } from '../../records/office/Button.tsx';
import { failureFrom } from '../../records/office/loadScreen.ts';
import { formatDayMonth } from '../../shared/text/format.ts';
import { formatTime } from '../../shared/text/formatTime.ts';
import { toLocalTime } from '../../shared/text/zonedTime.ts';
import { changeInWords } from './changes.ts';
import type { RecentChange } from './dashboard.contract.ts';
import type { TaskRow as Row } from './taskRows.ts';

/** Shows a row that needs attention, with a link and, if possible, an action. */
export function TaskItem({
  row: { title, text, urgent, action, quickAction },
  onMended,
}: {
  row: Row;
  onMended: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (!quickAction) return;
    setBusy(true);
    try {
      const { runTaskAction } = await import('./taskAction.ts');
      const done = await runTaskAction(quickAction);
      alert.success(done.title, done.message);
    } catch (error) {
      alert.failure(failureFrom(error));
    }
    await onMended();
    setBusy(false);
  };
  return (
    <li className="dash-row" data-urgent={urgent}>
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      <div className="dash-actions">
        {quickAction && (
          <Button variant="ink" small busy={busy} onClick={run} aria-label={`${quickAction.label}: ${title}`}>
            {quickAction.label}
          </Button>
        )}
        {action && (
          <LinkButton to={action.to} variant="line" small aria-label={`${action.label}: ${title}`}>
            {action.label}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

/** Shows a change with its author and time. */
export function ChangeItem({ change, today }: { change: RecentChange; today: string }) {
  const words = changeInWords(change);
  if (!words) return null;
  return (
    <li className="dash-row dash-row-time">
      <time dateTime={change.at}>{whenOf(change.at, today)}</time>
      <p>
        {words.text}{' '}
        {words.name &&
          (words.to ? (
            <Link to={words.to}>
              <b>{words.name}</b>
            </Link>
          ) : (
            <b>{words.name}</b>
          ))}
      </p>
    </li>
  );
}

/** Returns `9h12` for today, else `20/11`. */
function whenOf(instant: string, today: string): string {
  const day = toLocalTime(instant).slice(0, 10);
  return day === today ? formatTime(toLocalTime(instant).slice(11)) : formatDayMonth(day);
}
