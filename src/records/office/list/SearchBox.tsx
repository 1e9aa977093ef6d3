import { Search } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { Icon } from '../Icon.tsx';
import { addressWith } from './addressWith.ts';

const PAUSE_MS = 250;

/** Searches while the user types (debounced). The address follows without new history entries. */
export function SearchBox({ label }: { label: string }) {
  const id = useId();
  const [searchParams, setSearchParams] = useSearchParams();
  const addressSearch = searchParams.get('search') ?? '';
  const [typed, setTyped] = useState(addressSearch);
  const sent = useRef(addressSearch);

  // The address changed by other means: back, forward, a link.
  useEffect(() => {
    if (addressSearch !== sent.current) setTyped(addressSearch);
    sent.current = addressSearch;
  }, [addressSearch]);

  const leaving = useNavigation().state !== 'idle';
  const go = useRef((_search: string) => {});
  go.current = (search) => {
    // A pause in typing must not cancel a navigation in progress.
    if (leaving) return;
    sent.current = search;
    setSearchParams(addressWith(searchParams, { search }), { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => go.current(search), PAUSE_MS);
    // The navigation of a link that was just clicked is not rendered yet, so `leaving` does not tell of it. The
    // router prevents the browser's own; a link that opens another tab leaves the search to come.
    const onClick = ({ target, defaultPrevented }: Event) => {
      if (defaultPrevented && target instanceof Element && target.closest('a[href]')) clearTimeout(timer);
    };
    addEventListener('click', onClick);
    return () => {
      clearTimeout(timer);
      removeEventListener('click', onClick);
    };
  }, [typed]);

  return (
    <search className="list-search">
      <Icon of={Search} />
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go.current(typed.trim());
        }}
      />
    </search>
  );
}
