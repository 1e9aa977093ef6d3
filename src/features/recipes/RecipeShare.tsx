import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';

interface Props {
  name: string;
  /** In full, where the server knows the site. */
  address: string;
}

type Outcome = 'copied' | 'failed' | null;

const WORDS = {
  copied: 'Link copiado',
  failed: 'Copie o link da barra',
} as const;

/** The system's own sheet where there is one, else the link is copied. */
export function RecipeShare({ name, address }: Props) {
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<Outcome>(null);
  const share = async () => {
    const url = addressHere(address);
    try {
      if (navigator.share) return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch (error) {
      // Closing the system's sheet comes here too: there is nothing to tell.
      if ((error as Error).name !== 'AbortError') setOutcome('failed');
    }
  };
  const message = `${name}\n${hydrated ? addressHere(address) : address}`;
  return (
    <>
      <button
        type="button"
        className={`btn btn-red rshare needs-script ${hydrated ? '' : 'waits'}`}
        onClick={share}
      >
        <Icon name="share-2" />
        <span aria-live="polite">{outcome ? WORDS[outcome] : 'Compartilhar'}</span>
      </button>
      <a
        className="btn btn-line"
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noopener"
      >
        <Icon name="whatsapp" />
        Mandar no WhatsApp
      </a>
    </>
  );
}

/** The address on the host by which the visitor really came. */
function addressHere(address: string): string {
  return new URL(new URL(address).pathname, window.location.origin).href;
}
