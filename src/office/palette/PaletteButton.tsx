import { Search } from 'lucide';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../records/office/Icon.tsx';
import { type Overlay, onShortcut } from './shortcuts.ts';

const loadPalette = () =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette }));
const loadHelp = () => import('./ShortcutHelp.tsx').then((module) => ({ default: module.ShortcutHelp }));
const Palette = lazy(loadPalette);
const ShortcutHelp = lazy(loadHelp);

/** Opens the command palette and the help on shortcuts. Their code is loaded on first use. */
export function PaletteButton() {
  const [shown, setShown] = useState<Overlay | null>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (onShortcut(event, setShown)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = () => setShown(null);
  return (
    <>
      <button
        type="button"
        className="find-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={loadPalette}
        onFocus={loadPalette}
        onClick={() => setShown('palette')}
      >
        <Icon of={Search} />
        <span className="find-word">Buscar em tudo</span>
        <span className="find-keys" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <Suspense>
        {shown === 'palette' && <Palette onClose={close} onHelp={() => setShown('help')} />}
        {shown === 'help' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </>
  );
}
