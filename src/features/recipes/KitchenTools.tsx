import { Icon } from '../../ui/Icon.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { useWakeLock } from './useWakeLock.browser.ts';

/** For who is cooking: on paper, or from a screen that stays on where the browser can do that. */
export function KitchenTools() {
  const hydrated = useHydrated();
  const { on, refused, toggle } = useWakeLock();
  const canStayOn = !hydrated || 'wakeLock' in navigator;
  const waits = hydrated ? '' : 'waits';
  return (
    <div className="kitchen-tools needs-script">
      <button type="button" className={`btn btn-line btn-s ${waits}`} onClick={() => window.print()}>
        <Icon name="printer" />
        Imprimir
      </button>
      {canStayOn && (
        <button
          type="button"
          className={`btn btn-s ${on ? 'btn-ink' : 'btn-line'} ${waits}`}
          aria-pressed={on}
          onClick={toggle}
        >
          <Icon name="sun" />
          Manter a tela acesa
        </button>
      )}
      <p className="sm" aria-live="polite">
        {refused && 'O aparelho não deixou agora. Pode ser a bateria fraca.'}
      </p>
    </div>
  );
}
