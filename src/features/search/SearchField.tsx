import { Icon } from '../../ui/Icon.tsx';
import { LONGEST_QUESTION, SEARCH } from './search.kinds.ts';

interface Props {
  id: string;
  className: string;
  question?: string;
  placeholder?: string;
  /** It is what the page is for. */
  first?: boolean;
}

/** Asks `/search`, without any script. What it may lead to is shown while one types (site/manners/suggest.ts). */
export function SearchField({ id, className, question = '', placeholder = 'Buscar', first }: Props) {
  return (
    <search className={className}>
      <form action={SEARCH} method="get">
        <label htmlFor={id} className="sr-only">
          Buscar no site
        </label>
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={question}
          maxLength={LONGEST_QUESTION}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          enterKeyHint="search"
          aria-keyshortcuts="/"
          // biome-ignore lint/a11y/noAutofocus: who opens the page without a question came to type one
          autoFocus={first}
          data-suggest=""
        />
        <button type="submit">
          <Icon name="search" />
          <span className="sr-only">Buscar</span>
        </button>
      </form>
    </search>
  );
}
