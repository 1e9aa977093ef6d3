import type { BranchSummary } from '../../content/branches/branchSummary.contract.ts';
import { fetchBranchSummaries } from '../../content/branches/site/branchSummaries.browser.ts';
import { openState } from '../../content/branches/site/hours.browser.ts';
import {
  chooseStore,
  forgetStore,
  readStore,
  removedStoreName,
} from '../../content/branches/site/myStore.browser.ts';
import { hasCoordinates, kmInWords, sortByDistance } from '../../content/branches/site/nearby.browser.ts';
import { branchPage } from '../../content/recordPages.ts';
import { fold } from '../../shared/text/fold.ts';
import sprite from '../../ui/icons.svg?url';
import sheet from './storeChoice.css?url';
import { loadStylesheet } from './stylesheet.ts';

const FRESH_MS = 5 * 60_000;
const PATIENCE_MS = 12_000;
/** Number of branches from which there is a search field. */
const MANY = 6;
const SHOW = 'Ver a loja';

type Props = Record<string, string | boolean | ((event: Event) => void)>;

/** Creates an element with attributes, listeners and content. */
function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...within: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...within);
  return element;
}

function icon(name: string): SVGElement {
  const [svg, use] = ['svg', 'use'].map((tag) =>
    document.createElementNS('http://www.w3.org/2000/svg', tag),
  ) as [SVGElement, SVGElement];
  svg.setAttribute('class', 'i');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

let isOpening = false;

/** Lets the shopper choose, change or remove their own store. The focus then returns to `opener`. */
export async function openChoice(opener: HTMLElement): Promise<void> {
  if (isOpening || document.querySelector('.choice[open]')) return;
  isOpening = true;
  try {
    const [branches] = await Promise.all([fetchBranchSummaries(), loadStylesheet(sheet)]);
    show(branches, opener);
  } finally {
    isOpening = false;
  }
}

function show(branches: readonly BranchSummary[], opener: HTMLElement): void {
  const own = readStore();
  const removed = removedStoreName();
  if (removed) forgetStore();
  const liveRegion = make('p', { role: 'status', class: 'choice-said' });
  const say = (text: string) => liveRegion.replaceChildren(text);
  const close = () => dialog.close();

  const now = new Date();
  const rows = branches.map((branch) => {
    const special = new Map(branch.special_days.map(({ date, spans }) => [date, spans]));
    const state = openState(branch.hours, now, special, branch.time_zone);
    const far = make('b');
    const button = make(
      'button',
      {
        type: 'button',
        'aria-pressed': String(branch.uuid === own?.uuid),
        click() {
          choose(branch);
          close();
        },
      },
      make('span', { class: 'd4' }, branch.name),
      make('span', { class: 'where' }, far, `${branch.city}, ${branch.state}`),
      make('span', { class: `state ${state?.open ? 'open' : ''}` }, state?.text ?? ''),
      icon('circle-check'),
    );
    const text = fold(`${branch.name} ${branch.city} ${branch.state}`);
    return { ...branch, far, button, text, row: make('li', {}, button) };
  });
  const choose = (branch: BranchSummary) => {
    chooseStore(branch);
    for (const { uuid, button } of rows) button.setAttribute('aria-pressed', String(uuid === branch.uuid));
    forget.hidden = false;
    page.href = branchPage(branch.uuid);
    page.textContent = SHOW;
  };

  const list = make('ul', {}, ...rows.map(({ row }) => row));
  const search = make('input', {
    type: 'search',
    id: 'minha-loja',
    autocomplete: 'off',
    maxlength: '80',
    input() {
      const words = fold(search.value).split(/\s+/);
      const matching = rows.filter((candidate) => {
        candidate.row.hidden = !words.every((word) => candidate.text.includes(word));
        return !candidate.row.hidden;
      });
      say(matching.length === 0 ? 'Nenhuma loja com esse nome ou cidade.' : '');
    },
  });

  const locate = make(
    'button',
    { type: 'button', class: 'btn btn-line', click: () => ask() },
    icon('locate-fixed'),
    'Usar onde estou',
  );
  const ask = () => {
    if (locate.getAttribute('aria-disabled')) return;
    const failed = () => say('Não deu para saber onde você está agora. Escolha na lista, ou tente de novo.');
    if (!('geolocation' in navigator)) return failed();
    locate.setAttribute('aria-disabled', 'true');
    say('Procurando onde você está...');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        locate.removeAttribute('aria-disabled');
        search.value = '';
        const near = sortByDistance(rows, coords);
        for (const { branch, km } of near) {
          branch.row.hidden = false;
          if (km !== null) branch.far.textContent = `a ${kmInWords(km)} · `;
        }
        list.append(...near.map(({ branch }) => branch.row));
        const [nearest] = near;
        if (nearest?.km == null) return failed();
        choose(branches.find(({ uuid }) => uuid === nearest.branch.uuid) as BranchSummary);
        list.scrollTop = 0;
        say(`Pronto: ${nearest.branch.name} é a mais perto, a ${kmInWords(nearest.km)} em linha reta.`);
      },
      (error) => {
        locate.removeAttribute('aria-disabled');
        if (error.code === error.PERMISSION_DENIED) say('Sem problema: é só escolher na lista.');
        else failed();
      },
      { maximumAge: FRESH_MS, timeout: PATIENCE_MS },
    );
  };

  const page = make('a', { class: 'link', href: own ? branchPage(own.uuid) : '/branches' }, SHOW);
  const forget = make(
    'button',
    {
      type: 'button',
      class: 'link',
      click() {
        forgetStore();
        close();
      },
    },
    'Esquecer',
  );
  forget.hidden = !own;
  if (!own) page.textContent = 'Ver todas as filiais';
  const many = branches.length > MANY;
  const placed = branches.some(hasCoordinates);
  const dialog = make(
    'dialog',
    { class: 'choice', 'aria-labelledby': 'escolha-da-loja' },
    make(
      'div',
      { class: 'choice-head' },
      make('h2', { class: 'd3', id: 'escolha-da-loja' }, own ? 'Sua loja' : 'Escolha sua loja'),
      make('button', { type: 'button', class: 'x', 'aria-label': 'Fechar', click: close }, icon('x')),
    ),
    make(
      'p',
      { class: 'choice-text' },
      removed
        ? `${removed} não aparece mais no site. Escolha outra quando quiser.`
        : 'O horário dela fica no alto de todas as páginas. A escolha fica só no seu aparelho.',
    ),
    make(
      'div',
      { class: 'choice-find' },
      ...(many ? [make('label', { for: 'minha-loja' }, 'Nome ou cidade'), search] : []),
      ...(placed ? [locate] : []),
    ),
    liveRegion,
    list,
    make('div', { class: 'choice-foot' }, page, forget),
  );
  if (branches.length === 0) say('Ainda não há filiais por aqui.');
  dialog.addEventListener('click', ({ target }) => target === dialog && close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  const chosen = list.querySelector<HTMLElement>('[aria-pressed=true]');
  chosen?.scrollIntoView({ block: 'nearest' });
}
