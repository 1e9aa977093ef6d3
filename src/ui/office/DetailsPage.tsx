import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackLink } from './BackLink.tsx';
import { LinkButton } from './Button.tsx';
import { useMay } from './may.ts';

export interface DetailsPageProps {
  title: string;
  back: { to: string; label?: string };
  /** Offered to whoever may change what is in this area. */
  edit?: { to: string; label?: string; area?: string };
  /** Beside the edit button: a download, a link to the site. */
  actions?: ReactNode;
  picture?: ReactNode;
  rows: readonly { label: string; value: ReactNode }[];
}

/** The frame of every details screen. An empty value is a dash. */
export function DetailsPage({ title, back, edit, actions, picture, rows }: DetailsPageProps) {
  const rights = useMay().of(edit?.area);
  return (
    <>
      <BackLink {...back} />
      <header className="page-head">
        <h1>{title}</h1>
        <div className="acts">
          {actions}
          {edit && rights.write && (
            <LinkButton to={edit.to} small icon={<Pencil className="i" aria-hidden="true" />}>
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

/** A stored address as its own link; what is empty stays empty. */
export const linkTo = (href: string | null) =>
  href && (
    <a className="link" href={href} target="_blank" rel="noopener">
      {href}
    </a>
  );
