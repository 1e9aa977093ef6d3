import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { wayBack } from './listPlace.ts';

/** The way out of a screen: to its list, as that was left, or to where it belongs. */
export function BackLink({ to, label }: { to: string; label?: string | undefined }) {
  return (
    <Link className="back-link" {...wayBack(to)}>
      <ArrowLeft className="i" aria-hidden="true" />
      {label ?? (to.endsWith('/index') ? 'Registros' : 'Voltar')}
    </Link>
  );
}
