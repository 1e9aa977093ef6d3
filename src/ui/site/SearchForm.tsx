import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

interface Props {
  /** Page that shows the results; it reads `busca` from its address. */
  action: string;
  label: string;
  placeholder: string;
  search: string;
  /** Hidden fields for the rest of the query. */
  children?: ReactNode;
}

/** Search form that puts its query into the page's address, so that it works without JavaScript. */
export function SearchForm({ action, label, placeholder, search, children }: Props) {
  return (
    <search data-finder="search">
      <form action={action} method="get">
        <label htmlFor="busca" className="sr-only">
          {label}
        </label>
        <Icon name="search" />
        <input
          id="busca"
          name="busca"
          type="search"
          defaultValue={search}
          maxLength={80}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
        />
        {children}
        <button type="submit" className="btn btn-red">
          Buscar
        </button>
      </form>
    </search>
  );
}
