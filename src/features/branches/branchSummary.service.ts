import { parseStored } from '../../contract/stored.ts';
import { dayAt } from '../../platform/clock.ts';
import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { callLink, formatPhone, whatsappLink } from '../../ui/phone.ts';
import { publicExceptions } from '../exceptions/exception.service.ts';
import { comingDays } from '../exceptions/specialDays.ts';
import type { BranchSummary } from './branchSummary.contract.ts';
import { zoneOf } from './branchZones.ts';

/** Returns summaries of the published branches in the site's order. */
export async function branchSummaries(deps: Pick<Deps, 'db' | 'clock'>): Promise<BranchSummary[]> {
  const [rows, exceptions] = await Promise.all([
    deps.db
      .selectFrom('branches')
      .select([
        'uuid',
        'name',
        'city',
        'state',
        'phone',
        'phone_secondary',
        'latitude',
        'longitude',
        'hours',
        'time_zone',
      ])
      .where(live('branches'))
      .orderBy('position')
      .orderBy('id')
      .execute(),
    publicExceptions(deps),
  ]);
  const now = deps.clock.now();
  return rows.map(({ hours, phone, phone_secondary, ...row }) => ({
    ...row,
    phone: formatPhone(phone),
    phone_link: callLink(phone),
    whatsapp_link: whatsappLink(phone_secondary, phone),
    hours: parseStored(hours, []),
    time_zone: zoneOf(row),
    special_days: comingDays(exceptions, row.uuid, dayAt(now, zoneOf(row))).map(
      ({ date, reason, spans }) => ({
        date,
        reason,
        spans: spans.map(({ opens, closes }) => ({ opens, closes })),
      }),
    ),
  }));
}
