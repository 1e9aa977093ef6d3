import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { addressWith } from './addressWith.ts';

const PAUSE_MS = 250;

/** Searches while one types; the address follows without filling the history. */
export function SearchBox({ label }: { label: string }) {
  const id = useId();
  const [asked, setAsked] = useSearchParams();
  const there = asked.get('search') ?? '';
  const [typed, setTyped] = useState(there);
  const sent = useRef(there);

  // The address changed by other means: back, forward, a link.
  useEffect(() => {
    if (there !== sent.current) setTyped(there);
    sent.current = there;
  }, [there]);

  const leaving = useNavigation().state !== 'idle';
  const go = useRef((_search: string) => {});
  go.current = (search) => {
    // A pause in typing must not call back who is on the way to another screen.
    if (leaving) return;
    sent.current = search;
    setAsked(addressWith(asked, { search }), { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => go.current(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <search className="list-search">
      <Search className="i" aria-hidden="true" />
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
