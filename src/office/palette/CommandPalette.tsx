import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import {
  CalendarClock,
  CalendarPlus,
  FileText,
  Globe,
  type IconNode,
  Keyboard,
  LogOut,
  Plus,
  Search,
  X,
} from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { signOutWithServer } from '../../accounts/auth/office/signIn.browser.ts';
import { dailyBooklets } from '../../content/dailyOffers/dailyBooklet.resource.ts';
import { saveDailyOffers } from '../../content/dailyOffers/dailyOffers.contract.ts';
import { allResources, resourceOf } from '../../records/define/resources.ts';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { Icon } from '../../records/office/Icon.tsx';
import { failureFrom, LOGIN } from '../../records/office/loadScreen.ts';
import { canPreviewSite } from '../../records/office/preview/canPreviewSite.ts';
import { CONFIRMED_STATE, withReauth } from '../../records/office/session.ts';
import { usePermissions } from '../../records/office/usePermissions.ts';
import { PROFILE } from '../../shared/addresses.ts';
import { PREVIEW_PATH } from '../../shared/preview.ts';
import { type Resource, recordPath } from '../../shared/resource.ts';
import { fold } from '../../shared/text/fold.ts';
import { capitalize } from '../../shared/text/format.ts';
import { nearlyBeginsWord } from '../../shared/text/oneSlip.ts';
import { containsWords, parseSearch } from '../../shared/text/searchWords.ts';
import { menu, useMenu } from '../menu.ts';
import { findRecords, type PaletteHit } from './commandPalette.contract.ts';

interface Entry {
  /** Unique key, not shown. */
  value: string;
  label: string;
  /** Kind of the entry, beside its name. */
  kind: string;
  /** Further words by which it is found, such as the singular of a screen's name. */
  also?: string;
  icon: IconNode;
  run: () => void | Promise<void>;
}

interface Group {
  value: string;
  items: Entry[];
}

const PAUSE_MS = 120;
/** Number of records that are requested without a search. */
const RECENT_COUNT = 6;

/** Command palette: every record and every screen by its name, and actions. */
export function CommandPalette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [typed, setTyped] = useState('');
  const { hits, state } = useHits(typed);
  const fixed = useFixed(onHelp);
  const navigate = useNavigate();
  const wanted = fold(typed);
  const groups = useMemo(() => {
    const words = parseSearch(wanted);
    const fitting = (entries: Entry[]) => {
      const folded = entries.map((entry) => ({
        entry,
        text: fold(`${entry.label} ${entry.kind} ${entry.also ?? ''}`),
      }));
      const exact = folded.filter(({ text }) => containsWords(text, words));
      const near = folded.filter(({ text }) => words.every((word) => nearlyBeginsWord(text, word.text)));
      return [...new Set([...exact, ...near])].map(({ entry }) => entry);
    };
    const records: Group = {
      value: wanted ? 'Registros' : 'Você salvou há pouco',
      items: hits.flatMap((hit) => entryOf(hit, (to) => void navigate(to))),
    };
    const screens = fitting(fixed.screens);
    const actions = fitting(fixed.actions);
    const all: Group[] = [
      { value: 'Telas', items: wanted ? screens.slice(0, RECENT_COUNT) : [] },
      records,
      { value: 'Ações', items: wanted ? actions.slice(0, RECENT_COUNT) : fixed.always },
    ];
    return all.filter(({ items }) => items.length > 0);
  }, [wanted, hits, fixed, navigate]);
  const found = groups.some(({ items }) => items.length > 0);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="palette-viewport">
          <Dialog.Popup className="palette" aria-label="Buscar em tudo">
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              autoHighlight="always"
              keepHighlight
              value={typed}
              // Choosing an entry navigates; its name must not become a search.
              onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
              itemToStringValue={(entry: Entry) => entry.label}
            >
              <div className="palette-field">
                <Icon of={Search} />
                <Autocomplete.Input
                  aria-label="Nome de um registro, tela ou ação"
                  placeholder="Banner, receita, tela, ação…"
                  maxLength={200}
                />
                <Dialog.Close className="icon-btn" aria-label="Fechar">
                  <Icon of={X} />
                </Dialog.Close>
              </div>
              <div className="palette-list">
                <Autocomplete.List aria-label="Encontrados">
                  {(group: Group) => (
                    <Autocomplete.Group key={group.value} items={group.items}>
                      <Autocomplete.GroupLabel className="palette-group">
                        {group.value}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(entry: Entry) => (
                          <Autocomplete.Item
                            key={entry.value}
                            value={entry}
                            className="palette-item"
                            onClick={() => {
                              onClose();
                              void entry.run();
                            }}
                          >
                            <Icon of={entry.icon} />
                            <span>{entry.label}</span>
                            <small>{entry.kind}</small>
                          </Autocomplete.Item>
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
                <p className="palette-none" role="status">
                  {state === 'failed'
                    ? 'Não deu para buscar os registros agora. Tente de novo daqui a pouco.'
                    : !found && state === 'there' && `Nada combina com “${typed.trim()}”.`}
                </p>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns the records that match `typed`. The previous result stays until the next one arrives. */
function useHits(typed: string): { hits: PaletteHit[]; state: 'asking' | 'there' | 'failed' } {
  const [hits, setHits] = useState<PaletteHit[]>([]);
  const [state, setState] = useState<'asking' | 'there' | 'failed'>('asking');
  const first = useRef(true);
  const search = typed.trim();
  useEffect(() => {
    const stop = new AbortController();
    setState('asking');
    const ask = async () => {
      try {
        const { data } = await withReauth(() =>
          callEndpoint(findRecords, { query: { search } }, { signal: stop.signal }),
        );
        setHits(data);
        setState('there');
      } catch (error) {
        if (stop.signal.aborted) return;
        failureFrom(error);
        setHits([]);
        setState('failed');
      }
    };
    const timer = setTimeout(ask, first.current ? 0 : PAUSE_MS);
    first.current = false;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search]);
  return { hits, state };
}

const icons = new Map(menu.flatMap(({ items }) => items.map(({ to, icon }) => [to, icon] as const)));
const iconOf = ({ at }: Resource): IconNode => icons.get(at.list ?? at.single ?? '') ?? FileText;

const nounOf = (noun: string) => noun.replace(/^\S+ /, '');
/** Words with which people ask for the form of a new record. */
const CREATING = 'novo nova criar cadastrar incluir';

/** Singular and plural of the records of each list, by its address. */
const nounsAt = new Map(
  allResources().map(({ at, one, many }) => [at.list ?? at.single ?? '', `${nounOf(one)} ${nounOf(many)}`]),
);

function entryOf({ table, uuid, title }: PaletteHit, go: (to: string) => void): Entry[] {
  const known = resourceOf(table);
  const to = known && recordPath(known, { uuid });
  if (!known || !to) return [];
  const kind = capitalize(nounOf(known.one));
  return [{ value: `${table} ${uuid}`, label: title || kind, kind, icon: iconOf(known), run: () => go(to) }];
}

/** Returns the entries that need no search: screens of the menu, and actions. */
function useFixed(onHelp: () => void) {
  const navigate = useNavigate();
  const menu = useMenu();
  const { has, canPublishNow, managesAllOf } = usePermissions();
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    const screens: Entry[] = menu.flatMap(({ label: group, items }) =>
      items.map(({ label, to, icon }) => ({
        value: to,
        label,
        kind: group ? `Tela · ${group}` : 'Tela',
        also: nounsAt.get(to) ?? '',
        icon,
        run: go(to),
      })),
    );
    screens.push({ value: PROFILE, label: 'Perfil', kind: 'Tela', icon: FileText, run: go(PROFILE) });
    const create: Entry[] = allResources().flatMap((known) =>
      known.at.create && has(`${known.area}.write`) && managesAllOf(known.table)
        ? {
            value: known.at.create,
            label: `Adicionar ${nounOf(known.one)}`,
            kind: 'Ação',
            also: `${CREATING} ${nounOf(known.many)}`,
            icon: Plus,
            run: go(known.at.create),
          }
        : [],
    );
    const always: Entry[] = [
      { value: 'site', label: 'Ver o site', kind: 'Ação', icon: Globe, run: go('/') },
      ...(canPreviewSite({ has })
        ? [
            {
              value: PREVIEW_PATH,
              label: 'Ver o site em outro dia',
              kind: 'Ação',
              icon: CalendarClock,
              run: go(PREVIEW_PATH),
            },
          ]
        : []),
      { value: 'help', label: 'Atalhos do teclado', kind: 'Ação', icon: Keyboard, run: onHelp },
      {
        value: 'leave',
        label: 'Sair',
        kind: 'Ação',
        icon: LogOut,
        run: async () => {
          signOutWithServer();
          await navigate(LOGIN, { state: CONFIRMED_STATE });
        },
      },
    ];
    const compose: Entry = {
      value: dailyBooklets.at.compose,
      label: 'Montar o dia',
      kind: 'Ação · Ofertas do dia',
      icon: CalendarPlus,
      run: go(dailyBooklets.at.compose),
    };
    const composing = canPublishNow(saveDailyOffers) ? [compose] : [];
    return { screens, actions: [...composing, ...create, ...always], always };
  }, [navigate, onHelp, menu, has, canPublishNow, managesAllOf]);
}
