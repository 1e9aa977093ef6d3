import { Check, Copy, KeyRound } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';

/** Shows the secret until the screen is closed, and moves the focus to it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [status, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each secret
  useEffect(() => {
    setSaid('');
    box.current?.focus();
  }, [secret]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid('Copiado.');
    } catch {
      // The clipboard is denied: select the text, so that the user can copy it.
      field.current?.select();
      setSaid('Selecionado: copie com o teclado.');
    }
  };
  return (
    <section className="secret-once" ref={box} tabIndex={-1} aria-labelledby="secret-once">
      <Icon of={KeyRound} />
      <div>
        <h2 id="secret-once">Guarde o segredo agora</h2>
        <p>Ele não aparece de novo. Passe a quem cuida do outro sistema, por um caminho seguro.</p>
        <div className="secret-copy">
          <input
            ref={field}
            className="input"
            aria-label="Segredo"
            readOnly
            value={secret}
            onFocus={({ target }) => target.select()}
          />
          <Button
            small
            variant="ink"
            icon={status === 'Copiado.' ? <Icon of={Check} /> : <Icon of={Copy} />}
            onClick={copy}
          >
            Copiar
          </Button>
          <Button small variant="line" onClick={onClose}>
            Já guardei
          </Button>
        </div>
        <p role="status">{status}</p>
      </div>
    </section>
  );
}
