import { RefreshCw, Trash2, UserPen } from 'lucide';
import { useState } from 'react';
import { TRASH } from '../../../shared/addresses.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { alert } from '../alerts.tsx';
import { Button, LinkButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import type { ConcurrentChange } from './useConcurrentChange.ts';

interface Props {
  elsewhere: ConcurrentChange;
  /** Whether this form has unsaved changes. */
  dirty: boolean;
  takeIn: () => Promise<void>;
}

/** States that another window or user has saved or deleted the record, and offers to show the current state. */
export function ConcurrentChangeNotice({ elsewhere, dirty, takeIn }: Props) {
  const [busy, setBusy] = useState(false);
  const { isOwn, isDeleted, at } = elsewhere;
  const who = isOwn ? 'Você, em outra janela,' : (elsewhere.by ?? 'Alguém');
  if (isDeleted)
    return (
      <section className="draft" role="status" aria-label="Este registro foi excluído">
        <Icon of={Trash2} />
        <div>
          <p className="alert-title">Este registro foi excluído</p>
          <p>
            {who} excluiu em {formatInstant(at)}. O que está nesta tela continua aqui, mas só dá para salvar
            depois que o registro voltar da lixeira.
          </p>
          <LinkButton to={TRASH} variant="line" small>
            Abrir a lixeira
          </LinkButton>
        </div>
      </section>
    );

  const show = async () => {
    setBusy(true);
    await takeIn();
    if (dirty) return;
    // The form is replaced, and the pressed button with it.
    alert.info('Tela atualizada', `${who} salvou, e você já vê como ficou.`);
    document.getElementById('conteudo')?.focus({ preventScroll: true });
  };
  return (
    <section className="draft" role="status" aria-label="Alguém salvou este registro agora">
      <Icon of={UserPen} />
      <div>
        <p className="alert-title">Este registro mudou agora</p>
        <p>
          {who} salvou em {formatInstant(at)}.{' '}
          {dirty
            ? 'O que você escreveu continua aqui. Veja o que mudou antes de salvar.'
            : 'Esta tela ainda mostra como estava antes.'}
        </p>
        <Button variant="line" small busy={busy} icon={<Icon of={RefreshCw} />} onClick={show}>
          {dirty ? 'Ver o que mudou' : 'Mostrar como ficou'}
        </Button>
      </div>
    </section>
  );
}
