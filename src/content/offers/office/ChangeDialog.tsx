import { TriangleAlert } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { usePersonalDraft } from '../../../records/office/draft/usePersonalDraft.tsx';
import { FieldError } from '../../../records/office/form/fields.tsx';
import { LabelledDay, LabelledSelect } from '../../../records/office/form/LabelledField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom, useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession, withReauth } from '../../../records/office/session.ts';
import { formatCount, plural } from '../../../shared/text/plural.ts';
import { texts } from '../../../shared/text/texts.ts';
import { BranchesChoice, type BranchSelection } from '../../branchChoice/BranchesChoice.tsx';
import { OFFER_BRANCHES } from '../../pricing/offer.format.ts';
import { DEPARTMENTS } from '../../pricing/offer.types.ts';
import { readPrice } from '../import/typedOffer.ts';
import { listOfferBranches } from '../offer.contract.ts';
import {
  type CHANGED_FIELDS,
  changeOffers,
  type OffersChangeResult,
  undoOffers,
} from '../offerChange.contract.ts';

const EMPTY = {
  // The most frequent change needs no choice: without an amount, the price stays.
  ...{ price_how: 'lower', price_by: 'percent', price_amount: '' },
  ...{ former_price_how: '', former_price_by: 'percent', former_price_amount: '' },
  ...{ card_price_how: '', card_price_by: 'percent', card_price_amount: '' },
  ...{ customer_limit_how: '', customer_limit_amount: '', highlight: '' },
  ...{ valid_from: '', valid_until: '', department: '' },
  branches: null as BranchSelection,
};
type Typed = typeof EMPTY;
type TextName = Exclude<keyof Typed, 'branches'>;
const PRICES = ['price', 'former_price', 'card_price'] as const;
type PriceName = (typeof PRICES)[number];

const WAYS = { lower: 'Baixar', raise: 'Subir', set: 'Definir', clear: 'Tirar' } as const;
const FIELD_LABELS: Record<(typeof CHANGED_FIELDS)[number], string> = {
  price: 'Preço',
  former_price: 'Preço antes',
  card_price: 'Preço com o cartão',
  customer_limit: 'Limite',
  highlight: 'Destaque',
  valid_from: 'Vale de',
  valid_until: 'Vale até',
  department: 'Departamento',
  branches: 'Filiais',
};

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
  const changing = found?.offers.filter(({ problem, changes }) => !problem && changes.length > 0) ?? [];
  const doubts = changing.filter((offer) => offer.unit_price_warning).length;
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
    const { edits, problems } = readEdits(typed);
    if (Object.keys(problems).length > 0) return showProblems(problems);
    setBusy(true);
    const trial = changing.length === 0;
    // The save changes only what the preview showed.
    const shown = trial
      ? { uuids }
      : { uuids: changing.map(({ uuid }) => uuid), versions: changing.map(({ version }) => version) };
    const { valid_from, valid_until, department, highlight } = typed;
    try {
      const { data } = await withReauth(() =>
        callEndpoint(changeOffers, {
          body: {
            ...{ ...edits, valid_from, valid_until, department, ...shown, trial, skip_invalid: trial },
            highlight: highlight === '' ? undefined : highlight === 'yes',
            branches: chosen ?? undefined,
          } as never,
        }),
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
      else if (failure.code === 'conflict') alert.warning('Confira de novo', CHANGED_SINCE);
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
  const hint = [
    typed.price_how === 'lower' &&
      typed.former_price_how === '' &&
      'Onde não há «Preço antes», o preço de agora passa a ser ele.',
    isByPercent(typed) && 'Meio centavo arredonda para cima.',
  ]
    .filter(Boolean)
    .join(' ');
  const fieldOf = (field: TextName) => ({
    id: `${id}-${field}`,
    problem: problems[field]?.[0],
    value: typed[field],
    onChange: (value: string) => set({ [field]: value }),
  });
  const errorOf = (field: string) => <FieldError id={`${id}-${field}-error`} text={problems[field]?.[0]} />;
  const amountField = (field: PriceName | 'customer_limit', label: string, isWhole: boolean) => (
    <div className="field">
      <label className="field-label" htmlFor={`${id}-${field}`}>
        <span className="sr-only">{label}: </span>
        {isWhole ? 'Quanto' : 'Valor'}
      </label>
      <input
        id={`${id}-${field}`}
        aria-invalid={problems[field] ? true : undefined}
        aria-describedby={problems[field] ? `${id}-${field}-error` : undefined}
        type="text"
        className="input offer-change-amount"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={typed[`${field}_amount`]}
        onChange={({ target }) => set({ [`${field}_amount`]: target.value })}
      />
    </div>
  );
  const priceField = (field: PriceName, label: string) => {
    const how = typed[`${field}_how`];
    const ways = Object.entries(WAYS).filter(([way]) => way !== 'clear' || field !== 'price');
    return (
      <div className="offer-change-row">
        <LabelledSelect {...fieldOf(`${field}_how`)} label={label} choices={[['', KEEP], ...ways]} />
        {how !== '' && how !== 'clear' && amountField(field, label, false)}
        {(how === 'lower' || how === 'raise') && (
          <LabelledSelect
            {...fieldOf(`${field}_by`)}
            label={
              <>
                <span className="sr-only">{label}: </span>Em
              </>
            }
            choices={[
              ['percent', '%'],
              ['amount', 'R$'],
            ]}
          />
        )}
        {errorOf(field)}
      </div>
    );
  };

  return (
    <ConfirmDialog
      open
      title={`Mudar ${plural(offers.length, 'oferta', 'ofertas')}`}
      confirm={{
        label: changing.length === 0 ? 'Conferir' : labelOfChange(doubts, changing.length, uuids.length),
      }}
      cancelLabel="Cancelar"
      busy={busy}
      onConfirm={run}
      onClose={close}
    >
      <div className="offer-change">
        {notice}
        <p className="field-hint">O que fica «Como está» ou vazio não muda.</p>
        {priceField('price', 'Preço')}
        {priceField('former_price', 'Preço antes')}
        {priceField('card_price', 'Preço com o cartão')}
        {hint && <p className="field-hint">{hint}</p>}
        <div className="offer-change-row">
          <LabelledSelect
            {...fieldOf('customer_limit_how')}
            label="Limite por cliente"
            choices={[['', KEEP], ...Object.entries({ ...WAYS, clear: 'Sem limite' })]}
          />
          {typed.customer_limit_how !== '' &&
            typed.customer_limit_how !== 'clear' &&
            amountField('customer_limit', 'Limite por cliente', true)}
          {errorOf('customer_limit')}
        </div>
        <div className="field-pair">
          <LabelledSelect
            {...fieldOf('highlight')}
            label="Destaque"
            choices={[
              ['', KEEP],
              ['yes', 'Com destaque'],
              ['no', 'Sem destaque'],
            ]}
          />
          <LabelledSelect
            {...fieldOf('department')}
            label="Departamento"
            choices={[['', KEEP], ...Object.entries(DEPARTMENTS)]}
          />
        </div>
        <div className="field-pair">
          <LabelledDay {...fieldOf('valid_from')} label="Vale de" />
          <LabelledDay {...fieldOf('valid_until')} label="Vale até" />
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

const isByPercent = (typed: Typed): boolean =>
  PRICES.some(
    (field) => ['lower', 'raise'].includes(typed[`${field}_how`]) && typed[`${field}_by`] === 'percent',
  );

const KEEP = 'Como está';
const CHANGED_SINCE = 'Alguém mudou uma destas ofertas depois da conferência. Nada mudou: confira de novo.';

function labelOfChange(doubts: number, changing: number, all: number): string {
  if (doubts > 0) return 'Mudar assim mesmo';
  return changing === all ? 'Mudar agora' : `Mudar ${formatCount(changing)} de ${formatCount(all)}`;
}

/** Returns the changes of prices and limit as the endpoint takes them, and the problems of typed numbers. */
function readEdits(typed: Typed) {
  const edits: Record<string, object> = {};
  const problems: Record<string, string[]> = {};
  for (const field of PRICES) {
    const how = typed[`${field}_how`];
    const text = typed[`${field}_amount`].trim();
    if (how === '' || (text === '' && field === 'price' && how === EMPTY.price_how)) continue;
    if (how === 'clear') edits[field] = { how };
    else if (text === '') problems[field] = ['Diga o valor.'];
    else if (how !== 'set' && typed[`${field}_by`] === 'percent')
      edits[field] = { how, percent: text.replace(/\s*%$/, '') };
    else {
      const { value, problem } = readPrice(text);
      if (problem) problems[field] = [problem];
      else edits[field] = { how, amount: value };
    }
  }
  const how = typed.customer_limit_how;
  if (how !== '') edits.customer_limit = { how, amount: how === 'clear' ? '' : typed.customer_limit_amount };
  return { edits, problems };
}

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
          {changes.map(({ field, before, after }) => (
            <span key={field} className="offer-change-value">
              {FIELD_LABELS[field]}: {before} → {after}
            </span>
          ))}
          {changes.length === 0 && !problem && <span className="offer-change-value">Já está assim.</span>}
          {unit_price_warning && (
            <p className="field-ask">
              <Icon of={TriangleAlert} />
              {unit_price_warning}
            </p>
          )}
          {problem && <FieldError id={`change-${uuid}`} text={problem} />}
        </li>
      ))}
    </ul>
  );
}
