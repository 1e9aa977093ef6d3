import { Plus, Search, X } from 'lucide';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { alert } from '../../records/office/alerts.tsx';
import { Button } from '../../records/office/Button.tsx';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { FieldError } from '../../records/office/form/fields.tsx';
import { useFocusBeside } from '../../records/office/gallery/useFocusBeside.ts';
import { Icon } from '../../records/office/Icon.tsx';
import { failureFrom } from '../../records/office/loadScreen.ts';
import { Grip, MoveButtons, Sortable, useSortableItem } from '../../records/office/rows/SortableRows.tsx';
import { Thumb } from '../../records/office/Thumb.tsx';
import { plural } from '../../shared/text/plural.ts';
import { listOffers } from '../offers/offer.contract.ts';
import { sizeText, validityText } from '../pricing/offer.format.ts';
import { formatPrice } from '../pricing/price.ts';
import type { PosterOffer, ShortName } from './leaflet.contract.ts';
import { MAX_PRODUCTS, MAX_SHORT_NAME } from './leaflet.types.ts';

interface Props {
  offers: readonly PosterOffer[];
  /** Names for this poster alone. */
  names: readonly ShortName[];
  /** Offers whose names do not fit. */
  cut: readonly string[];
  /** Offers that were deleted after they were chosen. */
  deleted: readonly string[];
  today: string;
  onChange: (offers: PosterOffer[]) => void;
  onRename: (names: ShortName[]) => void;
}

/** Renders the products of a poster, to sort, remove and add them. */
export function PosterOffers({ offers, names, cut, deleted, today, onChange, onRename }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const { buttonRef, beside } = useFocusBeside(
    offers.map(({ uuid }) => uuid),
    search,
  );
  const move = (at: number, to: number) => {
    const offer = offers[at];
    if (offer) onChange(offers.toSpliced(at, 1).toSpliced(to, 0, offer));
  };
  return (
    <div className="leaflet-products">
      <Sortable rows={offers.map(({ uuid, product }) => ({ id: uuid, name: product }))} onMove={move}>
        <ol aria-label="Ofertas, na ordem em que aparecem">
          {offers.map((offer, at) => (
            <Product
              key={offer.uuid}
              offer={offer}
              place={at + 1}
              today={today}
              name={names.find(({ offer: named }) => named === offer.uuid)?.name}
              isCut={cut.includes(offer.uuid)}
              isDeleted={deleted.includes(offer.uuid)}
              onRename={(name) => {
                const others = names.filter(({ offer: named }) => named !== offer.uuid);
                onRename(name === undefined ? others : [...others, { offer: offer.uuid, name }]);
              }}
              removeRef={buttonRef(offer.uuid)}
              onUp={at > 0 ? () => move(at, at - 1) : undefined}
              onDown={at < offers.length - 1 ? () => move(at, at + 1) : undefined}
              onRemove={() => {
                const next = beside(offer.uuid);
                onChange(offers.filter(({ uuid }) => uuid !== offer.uuid));
                next?.focus();
              }}
            />
          ))}
        </ol>
      </Sortable>
      <Finder
        input={search}
        today={today}
        chosen={offers}
        onAdd={(offer) => {
          if (offers.length >= MAX_PRODUCTS)
            return alert.info('O cartaz está cheio', `Cabem ${MAX_PRODUCTS} ofertas.`);
          onChange([...offers, offer]);
        }}
      />
    </div>
  );
}

function Product({
  offer,
  place,
  today,
  name,
  isCut,
  isDeleted,
  onRename,
  removeRef,
  onUp,
  onDown,
  onRemove,
}: {
  offer: PosterOffer;
  place: number;
  today: string;
  /** Name for this poster alone, while there is one. */
  name: string | undefined;
  isCut: boolean;
  isDeleted: boolean;
  onRename: (name: string | undefined) => void;
  removeRef: React.Ref<HTMLButtonElement>;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { uuid, product, file } = offer;
  const { item, grip } = useSortableItem(uuid, 'oferta que se move');
  return (
    <li {...item}>
      <Grip {...grip} name={product} />
      <span className="leaflet-number">{place}</span>
      <span className="poster-thumb">{file && <Thumb file={file} width={48} />}</span>
      <Words offer={offer} today={today} />
      <MoveButtons name={product} onUp={onUp} onDown={onDown} />
      <button
        type="button"
        className="icon-btn"
        ref={removeRef}
        aria-label={`Tirar ${product}`}
        title="Tirar"
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
      <div className="leaflet-name">
        <FieldError
          id={`leaflet-offer-${uuid}`}
          text={isDeleted ? 'Esta oferta não existe mais. Tire-a do cartaz.' : undefined}
        />
        <ProductName {...{ offer, name, isCut, onRename }} />
      </div>
    </li>
  );
}

/** Renders the name of a product for this poster alone, and warns if it does not fit or has no picture. */
function ProductName({
  offer,
  name,
  isCut,
  onRename,
}: {
  offer: PosterOffer;
  name: string | undefined;
  isCut: boolean;
  onRename: (name: string | undefined) => void;
}) {
  const id = useId();
  const { product, file } = offer;
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const warnings = [isCut && 'O nome não cabe inteiro.', !file && 'Sem foto.'].filter(Boolean).join(' ');
  const isOpen = name !== undefined;
  const toggle = () => {
    flushSync(() => onRename(isOpen ? undefined : product.slice(0, MAX_SHORT_NAME)));
    (isOpen ? opener : input).current?.focus();
  };
  return (
    <>
      {isOpen && (
        <>
          <label className="field-label" htmlFor={id}>
            Nome só neste cartaz
          </label>
          <input
            ref={input}
            id={id}
            name="short-name"
            className="input"
            autoComplete="off"
            maxLength={MAX_SHORT_NAME}
            placeholder={product}
            aria-describedby={warnings ? `${id}-warnings` : undefined}
            value={name}
            onChange={({ target }) => onRename(target.value)}
            onKeyDown={(event) => {
              // Enter must not submit the form from a list.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        </>
      )}
      {warnings && (
        <span className="leaflet-warning" id={`${id}-warnings`}>
          {warnings}
        </span>
      )}
      <button
        ref={opener}
        type="button"
        className="link leaflet-rename"
        aria-label={isOpen ? `Voltar ao nome da oferta ${product}` : `Encurtar o nome ${product}`}
        onClick={toggle}
      >
        {isOpen ? 'Voltar ao nome da oferta' : 'Encurtar o nome'}
      </button>
    </>
  );
}

function Words({ offer, today }: { offer: PosterOffer; today: string }) {
  const { product, brand, size, price } = offer;
  return (
    <span className="leaflet-said">
      <b>{[product, brand].filter(Boolean).join(' · ')}</b>
      <span>{[formatPrice(price), size, validityText(offer, today)].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

const FIELDS = 'uuid,product,brand,size,unit,price,department,valid_from,valid_until,file';
const SHOWN = '12';
const PAUSE_MS = 250;

/** Renders offers to add: the current ones, or those found by the search. */
function Finder({
  input,
  today,
  chosen,
  onAdd,
}: {
  input: React.RefObject<HTMLInputElement | null>;
  today: string;
  chosen: readonly PosterOffer[];
  onAdd: (offer: PosterOffer) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<PosterOffer[] | null>(null);
  const there = new Set(chosen.map(({ uuid }) => uuid));
  useEffect(() => {
    const call = new AbortController();
    const wait = setTimeout(
      async () => {
        const search = text.trim();
        const query = {
          fields: FIELDS,
          page: 1,
          per_page: SHOWN,
          ...(search ? { search } : { state: 'current' }),
        };
        try {
          const { data } = await callEndpoint(listOffers, { query }, { signal: call.signal });
          if (!call.signal.aborted) setFound(data.map((offer) => ({ ...offer, size: sizeText(offer) })));
        } catch (error) {
          if (!call.signal.aborted) alert.failure(failureFrom(error));
        }
      },
      text ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(wait);
      call.abort();
    };
  }, [text]);
  const others = found?.filter(({ uuid }) => !there.has(uuid)) ?? [];
  return (
    <div className="leaflet-finder">
      <label className="field-label" htmlFor={id}>
        Acrescentar ofertas
      </label>
      <div className="leaflet-search">
        <Icon of={Search} />
        <input
          ref={input}
          id={id}
          name="find"
          type="search"
          className="input"
          autoComplete="off"
          placeholder="Produto, marca ou departamento"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // The search runs while typing, so Enter must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <p className="sr-only" role="status">
        {found && plural(others.length, 'oferta para acrescentar', 'ofertas para acrescentar')}
      </p>
      {found && others.length === 0 && (
        <p className="field-hint">
          {text ? `Nada combina com “${text}”.` : 'As ofertas que valem hoje já estão aqui.'}
        </p>
      )}
      <ul>
        {others.map((offer) => (
          <li key={offer.uuid}>
            <Words offer={offer} today={today} />
            <Button
              variant="line"
              small
              icon={<Icon of={Plus} />}
              aria-label={`Pôr ${offer.product} no cartaz`}
              onClick={() => {
                onAdd(offer);
                input.current?.focus();
              }}
            >
              Pôr
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
