import { SearchX } from 'lucide';
import { LinkButton } from '../records/office/Button.tsx';
import { Icon } from '../records/office/Icon.tsx';
import { screenMeta } from '../records/office/screenMeta.ts';
import { DASHBOARD } from '../shared/addresses.ts';

export const meta = screenMeta('Página não encontrada');

export default function AdminNotFound() {
  return (
    <div className="shell-message">
      <Icon of={SearchX} className="shell-message-icon" />
      <h1>Esta tela não existe</h1>
      <p>O endereço pode ter mudado, ou faltou um pedaço dele.</p>
      <LinkButton to={DASHBOARD}>Ir para o Dashboard</LinkButton>
    </div>
  );
}
