import { useEffect, useRef, useState } from 'react';
import { POPUP_MS } from '../../contract/times.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/site/SiteLink.tsx';
import type { SiteSettings } from '../settings/settings.contract.ts';
import './RecruitmentPopup.css';

const SEEN = 'vitrine.popup';

type Content = NonNullable<SiteSettings['popup']>;

/** The vacancies' picture: once per browser session, when the page has come to rest, for a few seconds. */
export function RecruitmentPopup({ popup }: { popup: Content }) {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (wasSeen()) return;
    return whenIdle(() => setShown(true));
  }, []);

  return shown && <PopupDialog popup={popup} onClose={() => setShown(false)} />;
}

function PopupDialog({ popup, onClose }: { popup: Content; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [loaded, setLoaded] = useState(false);

  useEffect(() => {
    if (!loaded) return;
    // The whole page is styled anew behind a modal dialog: that deserves a task of its own.
    let timer = setTimeout(() => {
      const element = dialog.current;
      // Another dialog may have been opened meanwhile: that one was asked for.
      if (!element || document.querySelector('dialog:modal, :popover-open')) return;
      element.showModal();
      markSeen();
      timer = setTimeout(() => element.close(), POPUP_MS);
    });
    return () => clearTimeout(timer);
  }, [loaded]);

  return (
    <dialog ref={dialog} className="popup" aria-label="Vagas" closedby="any" onClose={onClose}>
      <button type="button" className="x" aria-label="Fechar" onClick={() => dialog.current?.close()}>
        <Icon name="x" />
      </button>
      <SiteLink href={popup.link}>
        <img
          src={popup.image}
          alt={popup.alt}
          width={popup.width}
          height={popup.height}
          onLoad={() => setLoaded(true)}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setLoaded(true);
          }}
        />
      </SiteLink>
    </dialog>
  );
}

function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(run, { timeout: 4000 });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, 1500);
  return () => clearTimeout(timer);
}

// A browser that refuses storage shows it again: better than failing.

function wasSeen(): boolean {
  try {
    return sessionStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

function markSeen(): void {
  try {
    sessionStorage.setItem(SEEN, '1');
  } catch {}
}
