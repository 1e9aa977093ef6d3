import { Dialog } from '@base-ui/react/dialog';
import { Fragment } from 'react';
import { Button } from '../../records/office/Button.tsx';
import { useShortcutsOn } from './shortcuts.ts';

const ANYWHERE = [
  [['Ctrl', 'K'], 'Buscar em tudo'],
  [['Ctrl', 'S'], 'Salvar o que está na tela'],
] as const;

const SINGLE = [
  [['/'], 'Ir para a busca da lista'],
  [['n'], 'Adicionar um registro'],
  [['j'], 'Descer na lista'],
  [['k'], 'Subir na lista'],
  [['Enter'], 'Abrir o registro em foco'],
  [['?'], 'Mostrar esta ajuda'],
] as const;

/** Lists the shortcuts of the back office, with a switch that turns them off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className="dialog">
            <Dialog.Title className="dialog-title">Atalhos do teclado</Dialog.Title>
            <Keys of={ANYWHERE} />
            <h3 className="keys-title">Fora dos campos{!on && ', desligados agora'}</h3>
            <Keys of={SINGLE} />
            <Dialog.Description className="dialog-text">
              Os atalhos de uma tecla se ligam e desligam no menu com o seu nome.
            </Dialog.Description>
            <div className="dialog-actions">
              <Dialog.Close render={<Button variant="line" />}>Fechar</Dialog.Close>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Keys({ of }: { of: readonly (readonly [readonly string[], string])[] }) {
  return (
    <dl className="keys">
      {of.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key, at) => (
              <Fragment key={key}>
                {at > 0 && ' + '}
                <kbd>{key}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
