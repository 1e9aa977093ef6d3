import { ArrowLeft } from 'lucide';
import { Link } from 'react-router';
import { Icon } from './Icon.tsx';
import { useReturnLink } from './listState.ts';

/** Links back from a screen: to its list as the user left it, or to another address. */
export function BackLink({ to, label }: { to: string; label?: string | undefined }) {
  return (
    <Link className="back-link" {...useReturnLink(to)}>
      <Icon of={ArrowLeft} />
      {label ?? (to.endsWith('/index') ? 'Registros' : 'Voltar')}
    </Link>
  );
}
