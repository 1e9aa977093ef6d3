import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
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
import { formatPrice } from '../../pricing/price.ts';
import { readPrice } from '../import/typedOffer.ts';
import { listOfferBranches } from '../offer.contract.ts';
import { changeOffers, type OffersChangeResult, undoOffers } from '../offerChange.contract.ts';

const EMPTY = {
  ...{ valid_from: '', valid_until: '', department: '', percent_off: '', price_off: '' },
  branches: null as BranchSelection,
};
type Typed = typeof EMPTY;
type TextName = Exclude<keyof Typed, 'branches'>;

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
    const { value: price_off, problem } = readPrice(typed.price_off);
    if (problem) return showProblems({ price_off: [problem] });
    setBusy(true);
    const trial = found === null || isWrong;
    try {
      const { data } = await withReauth(() =>
        callEndpoint(changeOffers, {
          body: { ...typed, price_off, branches: chosen ?? undefined, uuids, trial } as never,
        }),
      );
      if (trial) setFound(data);
      else {
        close();
        await revalidate();
        alert.undo('Ofertas mudadas', data.message, { label: 'Desfazer', run: () => undo(data) });
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
      alert.success('Desfeito', data.message);
      if (data.warning) alert.warning('Confira os preços', data.warning);
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    }
  };
  const fieldOf = (field: TextName) => ({
    id: `${id}-${field}`,
    'aria-invalid': problems[field] ? (true as const) : undefined,
    'aria-describedby': problems[field] ? `${id}-${field}-error` : undefined,
    value: typed[field],
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
  const textField = (field: 'percent_off' | 'price_off', label: string) => (
    <div className="field">
      <label className="field-label" htmlFor={`${id}-${field}`}>
        {label}
      </label>
      <input
        {...fieldOf(field)}
        type="text"
        className="input"
        inputMode={field === 'percent_off' ? 'numeric' : 'decimal'}
        autoComplete="off"
        onChange={({ target }) => set({ [field]: target.value })}
      />
      {errorOf(field)}
    </div>
  );

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
        <div className="field-pair">
          {dayField('valid_from', 'Vale de')}
          {dayField('valid_until', 'Vale até')}
        </div>
        <div className="field">
          <label className="field-label" htmlFor={`${id}-department`}>
            Departamento
          </label>
          <select
            {...fieldOf('department')}
            className="input"
            onChange={({ target }) => set({ department: target.value })}
          >
            <option value="">Como está</option>
            {Object.entries(DEPARTMENTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {errorOf('department')}
        </div>
        <div className="field-pair">
          {textField('percent_off', 'Baixar o preço em %')}
          {textField('price_off', 'Ou em reais')}
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
        {(typed.percent_off || typed.price_off) && (
          <p className="field-hint">Onde não há «Preço antes», o preço de agora passa a ser ele.</p>
        )}
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

const labelOfChange = (doubts: number) => (doubts > 0 ? 'Mudar assim mesmo' : 'Mudar agora');

type Changed = OffersChangeResult['offers'][number];

const weightOf = ({ problem, unit_price_warning }: Changed) => (problem ? 2 : unit_price_warning ? 1 : 0);

function Outcome({ found }: { found: OffersChangeResult }) {
  // Lists problems first, then warnings.
  const offers = found.offers.toSorted((one, other) => weightOf(other) - weightOf(one));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <ul className="offer-change-found" tabIndex={0} aria-label="O que muda em cada oferta">
      {offers.map(({ uuid, product, price, price_before, problem, unit_price_warning }) => (
        <li key={uuid}>
          {product}
          {price !== price_before && `: de ${formatPrice(price_before)} por ${formatPrice(price)}`}
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
