import { z } from 'zod';
import { nextTimeOfDay } from '../../platform/clock.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import type { Row } from '../../records/server/store/records.ts';
import { addDays, dayAt, MINUTE_MS } from '../../shared/dates.ts';
import { peopleWithRoles } from '../users/peopleWithRoles.ts';
import { accessOf } from '../users/userAccess.ts';
import { MAX_TOKENS, REMINDER_DAYS } from './token.contract.ts';
import { expiryMail } from './token.mail.ts';
import { tokens } from './token.screens.ts';
import './token.tables.ts';

const REMIND: JobKind<object> = {
  name: 'remind of tokens',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: 10 * MINUTE_MS,
  recurrence: { next: (now) => nextTimeOfDay(now, '08:00') },
};

export function tokenJobs(deps: Deps): void {
  deps.jobs.define(REMIND, { run: (_, { signal }) => sendExpiryReminders(deps, signal) });
}

/** Mails the creators of tokens that end within `REMINDER_DAYS` days, once for each end. */
export async function sendExpiryReminders(deps: Deps, signal?: AbortSignal): Promise<void> {
  const today = dayAt(deps.clock.now());
  const due = await deps.db
    .selectFrom('tokens')
    .selectAll()
    .where('expires_on', '>=', today)
    .where('expires_on', '<=', addDays(today, REMINDER_DAYS))
    .where((eb) => eb.or([eb('reminded_for', 'is', null), eb('reminded_for', '<>', eb.ref('expires_on'))]))
    .where(isNotDeleted('tokens'))
    .limit(MAX_TOKENS)
    .execute();
  for (const token of due) {
    signal?.throwIfAborted();
    await deps.write(null, (work) => remindOf(deps, work, token, today), { content: false });
  }
}

async function remindOf(
  { mailer, config, siteUrl }: Deps,
  work: Work,
  { id, uuid, name, expires_on, reminded_for, created_by }: Row<'tokens'>,
  today: string,
): Promise<void> {
  const { numUpdatedRows } = await work.trx
    .updateTable('tokens')
    .set({ reminded_for: expires_on })
    .where('id', '=', id)
    .where('expires_on', '=', expires_on)
    .where('reminded_for', reminded_for === null ? 'is' : '=', reminded_for)
    .where(isNotDeleted('tokens'))
    .executeTakeFirst();
  // The token was changed or revoked, or another process sent the reminder.
  if (numUpdatedRows === 0n) return;
  for (const person of await recipientsOf(work, created_by)) {
    const link = `${siteUrl()}${tokens.at.edit({ uuid })}`;
    const about = { token: name, expires_on, today, isOwn: person.id === created_by };
    await mailer.queue(
      work,
      expiryMail({ to: person.email, person: person.name, siteName: config.SITE_NAME, link, ...about }),
    );
  }
  await work.audit({ action: 'remind', entity: 'tokens', uuid, after: { name, expires_on } });
}

/** Limit of recipients if the creator's account is disabled or deleted. */
const MAX_RECIPIENTS = 20;

/** Returns the creator of a token or, if that account is disabled or deleted, users who may change tokens. */
async function recipientsOf({ trx }: Work, created_by: number) {
  const maker = await peopleWithRoles(trx).where('users.id', '=', created_by).executeTakeFirst();
  if (maker) return [maker];
  const people = await peopleWithRoles(trx).orderBy('users.id').execute();
  return people.filter((person) => accessOf(person).permissions.has('tokens.write')).slice(0, MAX_RECIPIENTS);
}
