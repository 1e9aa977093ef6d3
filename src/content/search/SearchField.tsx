import { Icon } from '../../ui/Icon.tsx';
import { MAX_QUESTION_LENGTH, SEARCH_PATH } from '../searchIndex/search.kinds.ts';

interface Props {
  id: string;
  className: string;
  question?: string;
  placeholder?: string;
  /** True where searching is the purpose of the page: the field gets the focus. */
  first?: boolean;
}

/** Renders a form that submits to `/search` without a script. `site/pageScripts/suggestions.ts` adds suggestions. */
export function SearchField({ id, className, question = '', placeholder = 'Buscar', first }: Props) {
  return (
    <search className={className}>
      <form action={SEARCH_PATH} method="get">
        <label htmlFor={id} className="sr-only">
          Buscar no site
        </label>
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={question}
          maxLength={MAX_QUESTION_LENGTH}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          enterKeyHint="search"
          aria-keyshortcuts="/"
          // biome-ignore lint/a11y/noAutofocus: a page without a question exists for typing one
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
