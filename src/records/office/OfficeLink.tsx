import { type AnchorHTMLAttributes, useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Link to a screen of the back office. It has no hooks and no handlers, unlike React Router's `Link`: a list shows
 * a hundred of them, and each step renders those of the menu again. `useOfficeLinks` handles their clicks.
 */
export function OfficeLink({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'download'>) {
  // Routes of links with `data-discover` are known before a click (React Router).
  return <a {...rest} href={to} data-screen data-discover />;
}

/** Opens the screens of office links without loading a document. */
export function useOfficeLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-screen]');
      const opensElsewhere =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || opensElsewhere || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash, { replace: link.href === window.location.href });
    };
    addEventListener('click', follow);
    return () => removeEventListener('click', follow);
  }, [navigate]);
}
