import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

export function BackLink({ to, label = 'Registros' }: { to: string; label?: string }) {
  return (
    <Link className="back-link" to={to}>
      <ArrowLeft className="i" aria-hidden="true" />
      {label}
    </Link>
  );
}
