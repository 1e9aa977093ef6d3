import { TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { DayInput } from '../../../records/office/day/DayInput.tsx';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { usePersonalDraft } from '../../../records/office/draft/usePersonalDraft.tsx';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { failureFrom, useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession, withReauth } from '../../../records/office/session.ts';
import { plural } from '../../../shared/text/plural.ts';
import { texts } from '../../../shared/text/texts.ts';
import { BranchesChoice, type BranchSelection } from '../../branchChoice/BranchesChoice.tsx';
import { OFFER_BRANCHES } from '../../pricing/offer.format.ts';
import { DEPARTMENTS } from '../../pricing/offer.types.ts';
import { readPrice } from '../import/typedOffer.ts';
import { listOfferBranches } from '../offer.contract.ts';
import {
  CHANGED_PRICES,
  type ChangedPrice,
  changeOffers,
  type OffersChangeResult,
  undoOffers,
} from '../offerChange.contract.ts';

/** Ways to change a price, as its select offers them. */
const WAYS = {
  lower_percent: 'Baixar em %',
  lower_amount: 'Baixar em R$',
  raise_percent: 'Subir em %',
  raise_amount: 'Subir em R$',
  set_amount: 'Passar a ser R$',
  clear: 'Tirar',
} as const;

const PRICES: Readonly<Record<ChangedPrice, string>> = {
  price: 'Preço',
  former_price: 'Preço antes',
  card_price: 'Preço com o cartão',
};

const EMPTY = {
  ...{ valid_from: '', valid_until: '', department: '', highlight: '' },
  // The most frequent change needs no choice: an empty percentage changes nothing.
  ...{ price_way: 'lower_percent', former_price_way: '', card_price_way: '' },
  ...{ price: '', former_price: '', card_price: '' },
  /** `clear` for offers without a limit. */
  limit_way: '',
  customer_limit: '',
  branches: null as BranchSelection,
};
type Typed = typeof EMPTY;

interface TypedChange {
  /** Part of the call's body; absent if the price stays. */
  sent?: { how: string; percent?: string; amount?: string };
  problem?: string | undefined;
}

function priceChangeOf(way: string, typed: string): TypedChange {
  if (!way) return {};
  const [how = '', unit] = way.split('_');
  if (unit === 'percent') return { sent: { how, percent: typed.trim().replace(/%$/, '') } };
  if (how === 'clear') return { sent: { how } };
  const { value, problem } = readPrice(typed);
  return { sent: { how, amount: value }, problem };
}

interface Props {
  offers: readonly { uuid: string; product: string }[];
  onClose: () => void;
}

/** Asks for the change, shows its effect on each offer, and then applies it. */
export function ChangeDialog({ offers, onClose }: Props) {
  const id = useId();
  const { revalidate } = useRevalidator();
  const { user } = useSession();
  // A draft that a reload or crash interrupted is restored, for whichever offers are selected now.
  const { values: typed, set: keep, sent, notice } = usePersonalDraft(changeOffers, {}, EMPTY);
  const [branches] = useState(() => callEndpoint(listOfferBranches));
  const known = useLoaded(branches);
  // Leaves out branches that were deleted since they were chosen.
  const chosen =
    Array.isArray(typed.branches) && known.value
      ? typed.branches.filter((uuid) => known.value?.data.some((one) => one.uuid === uuid))
      : typed.branches;
  const firstBranch = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<Partial<Record<string, readonly string[]>>>({});
  const [found, setFound] = useState<OffersChangeResult | null>(null);
  const [busy, setBusy] = useState(false);
  const uuids = offers.map(({ uuid }) => uuid);
  const isWrong = found?.offers.some(({ problem }) => problem) ?? false;
  const doubts = isWrong ? 0 : (found?.offers.filter((offer) => offer.unit_price_warning).length ?? 0);
  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (found) outcome.current?.scrollIntoView();
  }, [found]);

  const set = (part: Partial<Typed>) => {
    keep(part);
    setFound(null);
    setProblems({});
  };
  const close = () => {
    sent();
    onClose();
  };
  const showProblems = (fields: Partial<Record<string, readonly string[]>>) => {
    setProblems(fields);
    const [first = ''] = Object.keys(fields);
    requestAnimationFrame(() =>
      (first === 'branches' ? firstBranch.current : document.getElementById(`${id}-${first}`))?.focus(),
    );
  };
  const run = async () => {
    const isPriceKept = typed.price_way === EMPTY.price_way && typed.price.trim() === '';
    const prices: (TypedChange & { field: ChangedPrice })[] = CHANGED_PRICES.map((field) => ({
      field,
      ...(field === 'price' && isPriceKept ? {} : priceChangeOf(typed[`${field}_way`], typed[field])),
    }));
    const unread = prices.flatMap(({ field, problem }) => (problem ? [[field, [problem]]] : []));
    if (unread.length > 0) return showProblems(Object.fromEntries(unread));
    const body = {
      ...{ valid_from: typed.valid_from, valid_until: typed.valid_until, department: typed.department },
      ...Object.fromEntries(prices.map(({ field, sent }) => [field, sent])),
      ...(typed.limit_way && { customer_limit: typed.limit_way === 'clear' ? null : typed.customer_limit }),
      ...(typed.highlight && { highlight: typed.highlight === 'yes' }),
      branches: chosen ?? undefined,
      uuids,
    };
    setBusy(true);
    const trial = found === null || isWrong;
    try {
      const { data } = await withReauth(() =>
        callEndpoint(changeOffers, { body: { ...body, trial } as never }),
      );
      if (trial) setFound(data);
      else {
        close();
        await revalidate();
        alert.undo(data.message, undefined, { label: 'Desfazer', run: () => undo(data) });
      }
    } catch (error) {
      const failure = failureFrom(error);
      setFound(null);
      if (failure.fields) showProblems(failure.fields);
      else alert.failure(failure);
    } finally {
      setBusy(false);
    }
  };
  const undo = async (done: OffersChangeResult) => {
    try {
      const body = {
        uuids: done.offers.map(({ uuid }) => uuid),
        versions: done.offers.map(({ version }) => version),
      };
      const { data } = await withReauth(() => callEndpoint(undoOffers, { body }));
      alert.success(data.message);
      if (data.warning) alert.warning('Confira os preços', data.warning);
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    }
  };
  const fieldOf = (field: keyof typeof EMPTY & string) => ({
    id: `${id}-${field}`,
    'aria-invalid': problems[field] ? (true as const) : undefined,
    'aria-describedby': problems[field] ? `${id}-${field}-error` : undefined,
    value: typed[field] as string,
  });
  const errorOf = (field: string) => <FieldError id={`${id}-${field}-error`} text={problems[field]?.[0]} />;
  const dayField = (field: 'valid_from' | 'valid_until', label: string) => (
    <div className="field">
      <label className="field-label" htmlFor={`${id}-${field}`}>
        {label}
      </label>
      <DayInput {...fieldOf(field)} label={label} onChange={(value) => set({ [field]: value })} />
      {errorOf(field)}
    </div>
  );
  const selectField = (field: 'department' | 'highlight', label: string, options: Record<string, string>) => (
    <div className="field">
      <label className="field-label" htmlFor={`${id}-${field}`}>
        {label}
      </label>
      <select {...fieldOf(field)} className="input" onChange={({ target }) => set({ [field]: target.value })}>
        <Options options={options} />
      </select>
      {errorOf(field)}
    </div>
  );
  /** A value with the way in which it changes; the value's field is shown for ways that need one. */
  const changeField = (
    field: ChangedPrice | 'customer_limit',
    wayField: `${ChangedPrice}_way` | 'limit_way',
    label: string,
    options: Record<string, string>,
  ) => {
    const way = typed[wayField];
    return (
      <div className="offer-change-value">
        <label className="field-label" htmlFor={`${id}-${wayField}`}>
          {label}
        </label>
        <select
          id={`${id}-${wayField}`}
          className="input"
          value={way}
          onChange={({ target }) => set({ [wayField]: target.value })}
        >
          <Options options={options} />
        </select>
        {way && way !== 'clear' && (
          <input
            {...fieldOf(field)}
            type="text"
            className="input"
            aria-label={`${label}: ${options[way]}`}
            inputMode={way.endsWith('amount') ? 'decimal' : 'numeric'}
            autoComplete="off"
            onChange={({ target }) => set({ [field]: target.value })}
          />
        )}
        {errorOf(field)}
      </div>
    );
  };
  const isCheaper = typed.price_way.startsWith('lower') && typed.price !== '' && !typed.former_price_way;

  return (
    <ConfirmDialog
      open
      title={`Mudar ${plural(offers.length, 'oferta', 'ofertas')}`}
      confirm={{ label: !found || isWrong ? 'Conferir' : labelOfChange(doubts) }}
      cancelLabel="Cancelar"
      busy={busy}
      onConfirm={run}
      onClose={close}
    >
      <div className="offer-change">
        {notice}
        <p className="field-hint">O que ficar vazio continua como está em cada uma.</p>
        <fieldset className="offer-change-values">
          <legend className="field-label">Preços e limite</legend>
          {CHANGED_PRICES.map((field) => (
            <Fragment key={field}>
              {changeField(field, `${field}_way`, PRICES[field], field === 'price' ? NOT_CLEARED : WAYS)}
            </Fragment>
          ))}
          {isCheaper && (
            <p className="field-hint">Onde não há «Preço antes», o preço de agora passa a ser ele.</p>
          )}
          {changeField('customer_limit', 'limit_way', 'Limite por cliente', LIMIT_WAYS)}
        </fieldset>
        <div className="field-pair">
          {dayField('valid_from', 'Vale de')}
          {dayField('valid_until', 'Vale até')}
        </div>
        <div className="field-pair">
          {selectField('department', 'Departamento', DEPARTMENTS)}
          {selectField('highlight', 'Destaque', HIGHLIGHTS)}
        </div>
        <BranchesChoice
          id={`${id}-branches`}
          words={{
            ...OFFER_BRANCHES,
            keep: 'Como está em cada uma',
            ...(user?.branches && { all: '' }),
            ...(known.pending && { none: texts.loading }),
          }}
          choices={(known.value?.data ?? []).filter(
            ({ uuid }) => !user?.branches || user.branches.includes(uuid),
          )}
          value={chosen}
          onChange={(branches) => set({ branches })}
          error={problems.branches?.[0]}
          first={firstBranch}
        />
        {errorOf('uuids')}
        <p role="status" ref={outcome}>
          {found?.message}
          {doubts > 0 &&
            ` ${plural(doubts, 'preço parece errado', 'preços parecem errados')}: confira antes.`}
        </p>
        {found && <Outcome found={found} />}
      </div>
    </ConfirmDialog>
  );
}

const { clear: _clear, ...NOT_CLEARED } = WAYS;
const LIMIT_WAYS = { set: 'Passar a ser', clear: 'Sem limite' };
const HIGHLIGHTS = { yes: 'Com destaque', no: 'Sem destaque' };

function Options({ options }: { options: Readonly<Record<string, string>> }) {
  return (
    <>
      <option value="">Como está</option>
      {Object.entries(options).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

const labelOfChange = (doubts: number) => (doubts > 0 ? 'Mudar assim mesmo' : 'Mudar agora');

type Changed = OffersChangeResult['offers'][number];

const weightOf = ({ problem, unit_price_warning }: Changed) => (problem ? 2 : unit_price_warning ? 1 : 0);

function Outcome({ found }: { found: OffersChangeResult }) {
  // Lists problems first, then warnings.
  const offers = found.offers.toSorted((one, other) => weightOf(other) - weightOf(one));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <ul className="offer-change-found" tabIndex={0} aria-label="O que muda em cada oferta">
      {offers.map(({ uuid, product, changes, problem, unit_price_warning }) => (
        <li key={uuid}>
          {product}
          {changes.length > 0 && `: ${changes.join(', ')}`}
          {unit_price_warning && (
            <p className="field-ask">
              <TriangleAlert className="i" aria-hidden="true" />
              {unit_price_warning}
            </p>
          )}
          {problem && <FieldError id={`change-${uuid}`} text={problem} />}
        </li>
      ))}
    </ul>
  );
}
