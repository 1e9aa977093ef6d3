import { CalendarClock, GlobeOff } from 'lucide';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router';
import { formatInstant } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { Icon } from '../Icon.tsx';
import type { EditForm } from './useEditForm.ts';

/** States the publication state of the record, unless it is published without pending changes. */
export function PublicationNotice<V extends FieldValues>({ edit: { when, history } }: { edit: EditForm<V> }) {
  const { publication, replaces } = when;
  if (!publication) return null;
  const { standing, waiting, leaves } = publication;
  const lines: string[] = [];
  if (replaces) lines.push('Você continua uma mudança que espera. O site segue como está.');
  else if (standing === 'draft') lines.push('Rascunho: só a equipe vê.');
  else if (standing === 'ended') lines.push('Fora do site: só a equipe vê.');
  else if (waiting > 0)
    lines.push(
      `${plural(waiting, 'mudança espera', 'mudanças esperam')} para entrar no site. O que você salvar aqui entra já.`,
    );
  if (!replaces && publication.next && !publication.next.goes)
    lines.push(
      `${standing === null ? 'A próxima entra' : 'Entra'} no site em ${formatInstant(publication.next.at)}.`,
    );
  if (leaves) lines.push(`Sai do site em ${formatInstant(leaves)}.`);
  if (lines.length === 0) return null;
  const icon = standing === null ? CalendarClock : GlobeOff;
  return (
    <p className="publication-notice">
      <Icon of={icon} />
      <span>
        {lines.join(' ')}{' '}
        {history && waiting > 0 && (
          <Link className="link" to={history}>
            Ver no histórico
          </Link>
        )}
      </span>
    </p>
  );
}
