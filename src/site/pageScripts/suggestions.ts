import sheet from '../../content/search/Suggestions.css?url';
import type { Suggestions } from '../../content/search/search.contract.ts';
import { SEARCH_KIND_FACTS, searchAddress } from '../../content/searchIndex/search.kinds.ts';
import { loadStylesheet } from './stylesheet.ts';

// A combobox (ARIA 1.2): the field keeps the focus and arrow keys move through the suggestions. If anything
// fails, the field still submits to its page.

const PATIENCE_MS = 140;
const SHORTEST = 2;
const KEPT = 40;

interface Option {
  text: string;
  /** Kind of the suggestion. */
  note: string;
  href: string;
}

let fields = 0;

export default function suggest(input: HTMLInputElement): void {
  const form = input.form;
  const api = document.querySelector<HTMLMetaElement>('meta[name=api-base]')?.content;
  if (!form || api === undefined) return;
  fields += 1;
  const styled = loadStylesheet(sheet);
  const name = `sugestoes-${fields}`;
  const list = document.createElement('div');
  list.id = name;
  list.className = 'suggested';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Sugestões');
  list.hidden = true;
  const liveRegion = document.createElement('p');
  liveRegion.className = 'sr-only';
  liveRegion.setAttribute('role', 'status');
  form.append(list, liveRegion);
  for (const [attribute, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-expanded', 'false'],
    ['aria-controls', name],
  ] as const)
    input.setAttribute(attribute, value);

  const cache = new Map<string, Option[]>();
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let options: Option[] = [];
  let chosen = -1;
  let typed = input.value;

  const choose = (at: number) => {
    chosen = at;
    for (const [index, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(index === at));
    const option = list.children[at];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  const show = (found: Option[]) => {
    options = found;
    list.replaceChildren(...found.map((option, at) => elementOf(option, `${name}-${at}`)));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    choose(-1);
    liveRegion.textContent =
      found.length === 0
        ? 'Nenhuma sugestão'
        : found.length === 1
          ? '1 sugestão'
          : `${found.length} sugestões`;
  };
  const ask = async () => {
    const q = input.value.trim();
    asking?.abort();
    if (q.length < SHORTEST) return close();
    const before = cache.get(q);
    if (before) return show(before);
    asking = new AbortController();
    try {
      const address = `${api}/site/search/suggestions?${new URLSearchParams({ q })}`;
      const answer = await fetch(address, { signal: asking.signal, credentials: 'omit' });
      if (!answer.ok) return close();
      const { data } = (await answer.json()) as { data: Suggestions };
      const suggested = optionsOf(data);
      await styled;
      if (cache.size >= KEPT) cache.clear();
      cache.set(q, suggested);
      if (document.activeElement === input) show(suggested);
    } catch {
      // A newer request replaced this one, or there is no connection. The field works without suggestions.
    }
  };
  const later = () => {
    clearTimeout(timer);
    typed = input.value;
    timer = setTimeout(ask, PATIENCE_MS);
  };

  input.addEventListener('input', later);
  input.addEventListener('focus', () => {
    if (input.value !== '' && input.value !== input.defaultValue) later();
  });
  input.addEventListener('blur', close);
  form.addEventListener('submit', close);
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing) return;
    if (key === 'Escape' && !list.hidden) {
      // The browser would otherwise clear the field.
      event.preventDefault();
      input.value = typed;
      return close();
    }
    if (key === 'Enter') {
      const option = options[chosen];
      if (!list.hidden && option) {
        event.preventDefault();
        location.assign(option.href);
      }
      return;
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    if (list.hidden) return void ask();
    const step = key === 'ArrowDown' ? 1 : -1;
    const places = options.length + 1;
    choose(((chosen + 1 + step + places) % places) - 1);
  });
  // The field keeps the focus while a pointer selects.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const at = [...list.children].indexOf((target as Element).closest('[role=option]') as Element);
    const option = options[at];
    if (option) location.assign(option.href);
  });
  if (input.value !== input.defaultValue) later();
}

const optionsOf = ({ words, hits }: Suggestions): Option[] => [
  ...words.map((q) => ({ text: q, note: '', href: searchAddress({ q }) })),
  ...hits.map(({ title, kind, href, price }) => ({
    text: title,
    note: price ? `R$ ${price.replace('.', ',')}` : SEARCH_KIND_FACTS[kind].many,
    href,
  })),
];

function elementOf({ text, note }: Option, id: string): HTMLElement {
  const option = document.createElement('div');
  option.id = id;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const label = document.createElement('span');
  label.textContent = text;
  option.append(label);
  if (note) {
    const beside = document.createElement('small');
    beside.textContent = note;
    option.append(' ', beside);
  }
  return option;
}
