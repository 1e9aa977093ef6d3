import type { Deps } from '../../platform/deps.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { dayAt } from '../../shared/dates.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { callLink, formatPhone, whatsappLink } from '../../shared/text/phone.ts';
import { comingSpecialDays } from '../specialDays/placeSpecialDays.ts';
import { publicSpecialDays } from '../specialDays/specialDay.service.ts';
import type { BranchSummary } from './branchSummary.contract.ts';
import { branchZone } from './branchZones.ts';

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
      .where(isPublished('branches'))
      .orderBy('position')
      .orderBy('id')
      .execute(),
    publicSpecialDays(deps),
  ]);
  const now = deps.clock.now();
  return rows.map(({ hours, phone, phone_secondary, ...row }) => ({
    ...row,
    phone: formatPhone(phone),
    phone_link: callLink(phone),
    whatsapp_link: whatsappLink(phone_secondary, phone),
    hours: parseStored(hours, []),
    time_zone: branchZone(row),
    special_days: comingSpecialDays(exceptions, row.uuid, dayAt(now, branchZone(row))).map(
      ({ date, reason, spans }) => ({
        date,
        reason,
        spans: spans.map(({ opens, closes }) => ({ opens, closes })),
      }),
    ),
  }));
}
