import { useState } from 'react';
import { Icon } from '../../Icon.tsx';
import { useHydrated } from '../../useHydrated.ts';

interface Props {
  title: string;
  /** A path of this site, such as `/booklet#pagina-3`. */
  path: string;
  className?: string;
}

const WORDS = {
  ready: 'Compartilhar',
  copied: 'Link copiado',
  failed: 'Copie o link da barra',
} as const;

/** The system's own sheet where there is one, else the link is copied. There is none without a script. */
export function ShareButton({ title, path, className = '' }: Props) {
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<keyof typeof WORDS>('ready');
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch (error) {
      // Closing the system's sheet comes here too: there is nothing to tell.
      if ((error as Error).name !== 'AbortError') setOutcome('failed');
    }
  };
  return (
    <button
      type="button"
      className={`btn needs-script ${hydrated ? '' : 'waits'} ${className}`}
      onClick={share}
    >
      <Icon name="share-2" />
      <span aria-live="polite">{WORDS[outcome]}</span>
    </button>
  );
}
