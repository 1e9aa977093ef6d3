import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { formatDayMonth } from '../../../shared/text/format.ts';
import { wallClock } from '../../../shared/text/wallClock.ts';

export interface Tag {
  text: string;
  look: 'waits' | 'off';
}

/** Formats `2026-12-24T11:00:00Z` as `24/12 às 8h`. */
export function shortInstant(instant: string): string {
  const [date = '', time = ''] = wallClock(Date.parse(instant)).split('T');
  const [hour, minute] = time.split(':');
  return `${formatDayMonth(date)} às ${Number(hour)}h${minute === '00' ? '' : minute}`;
}

/** Returns the tags for a publication state; none for a published record without pending changes. */
export function tagsOf({ standing, waiting, next }: PublicationState): Tag[] {
  const tags: Tag[] = [];
  if (standing === 'draft') tags.push({ text: 'Rascunho', look: 'off' });
  if (standing === 'ended') tags.push({ text: 'Fora do site', look: 'off' });
  // The next scheduled change has a tag of its own, so it is not counted.
  if (waiting > (next && !next.goes ? 1 : 0)) tags.push({ text: 'Mudança espera', look: 'waits' });
  if (next) tags.push({ text: `${next.goes ? 'Sai' : 'Entra'} ${shortInstant(next.at)}`, look: 'waits' });
  return tags;
}

/** Shows the publication state beside a record. */
export function PublicationTag({ publication }: { publication: PublicationState | undefined }) {
  if (!publication) return null;
  return tagsOf(publication).map(({ text, look }) => (
    <span key={text} className="tag" data-look={look}>
      {text}
    </span>
  ));
}
