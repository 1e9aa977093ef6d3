import { Pencil } from 'lucide';
import type { ReactNode } from 'react';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { BackLink } from '../BackLink.tsx';
import { LinkButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { usePermissions } from '../usePermissions.ts';
import { PublicationTag } from './PublicationTag.tsx';

export interface DetailsPageProps {
  title: string;
  back: { to: string; label?: string };
  /** Absent for records that shoppers never see. */
  publication?: PublicationState | undefined;
  /** Shown to users who may edit in this area. */
  edit?: { to: string; label?: string; area?: string };
  /** Shown beside the edit button: a download, a link to the site. */
  actions?: ReactNode;
  picture?: ReactNode;
  rows: readonly { label: string; value: ReactNode }[];
}

/** Frame of every details screen. An empty value is shown as a dash. */
export function DetailsPage({ title, back, publication, edit, actions, picture, rows }: DetailsPageProps) {
  const rights = usePermissions().inArea(edit?.area);
  return (
    <>
      <BackLink {...back} />
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <PublicationTag publication={publication} />
        </div>
        <div className="acts">
          {actions}
          {edit && rights.write && (
            <LinkButton to={edit.to} small icon={<Icon of={Pencil} />}>
              {edit.label ?? 'Editar'}
            </LinkButton>
          )}
        </div>
      </header>
      <div className={picture ? 'details details-pictured' : 'details'}>
        {picture && <div className="details-picture">{picture}</div>}
        <dl>
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === null || value === undefined || value === '' ? '-' : value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

/** Renders a stored address as a link to itself; an empty one stays empty. */
export const addressLink = (href: string | null) =>
  href && (
    <a className="link" href={href} target="_blank" rel="noopener">
      {href}
    </a>
  );
