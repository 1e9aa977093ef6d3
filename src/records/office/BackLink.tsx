import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useReturnLink } from './listState.ts';

/** Links back from a screen: to its list as the user left it, or to another address. */
export function BackLink({ to, label }: { to: string; label?: string | undefined }) {
  return (
    <Link className="back-link" {...useReturnLink(to)}>
      <ArrowLeft className="i" aria-hidden="true" />
      {label ?? (to.endsWith('/index') ? 'Registros' : 'Voltar')}
    </Link>
  );
}
