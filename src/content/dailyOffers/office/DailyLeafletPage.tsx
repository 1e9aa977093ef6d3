import { Images, ImageUp, Repeat2 } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type FieldError as FormError, useController, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { acceptOf } from '../../../contract/fileTypes.ts';
import type { ImageFile } from '../../../contract/image.ts';
import { storePicture } from '../../../contract/pictures.ts';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, useField } from '../../../records/office/form/fields.tsx';
import { Radio } from '../../../records/office/form/Radio.tsx';
import { useFileChoice } from '../../../records/office/gallery/useFileChoice.ts';
import { useFocusBeside } from '../../../records/office/gallery/useFocusBeside.ts';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { Sortable } from '../../../records/office/rows/SortableRows.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { useDrop } from '../../../records/office/upload/useDrop.ts';
import { type Upload, useUploads } from '../../../records/office/upload/useUploads.ts';
import type { UndoOffers } from '../../../records/office/useUndoOffers.ts';
import { addDays } from '../../../ui/addDays.ts';
import { capitalize, formatDate, formatLongDay } from '../../../ui/format.ts';
import { plural } from '../../../ui/plural.ts';
import { toLocalTime } from '../../../ui/zonedTime.ts';
import { dailyBooklets, dailyOffersAddress } from '../dailyBooklet.resource.ts';
import {
  type DailyOfferItem,
  type DailyOffersValues,
  haveSameOffers,
  initialValues,
  isNewItem,
  missingItems,
  newItemKey,
  offersOfDayText,
} from '../dailyOfferItems.ts';
import {
  type DailyOffersOfDays,
  type DayRange,
  getDailyOffers,
  MAX_OFFERS_PER_DAY,
  saveDailyOffers,
} from '../dailyOffers.contract.ts';
import { DailyOfferItemCard } from './DailyOfferItem.tsx';
import { DailyOffersOverview, DailyOffersPeriod } from './DailyOffersPeriod.tsx';
import './DailyLeafletPage.css';
import './leafletDays.css';

const PictureDialog = lazy(() => import('../../../records/office/picture/PictureDialog.tsx'));

export const meta = screenMeta('Montar o dia');

/** Returns the current day in the chain's time zone. */
const todayHere = () => toLocalTime(new Date().toISOString()).slice(0, 10);

/** Loads the period, by default tomorrow, whose offers are usually prepared today. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const from = asked.get('from') || addDays(todayHere(), 1);
  return load(getDailyOffers, request, { params: { from, until: asked.get('until') || from } });
}

export { RecordSkeleton as HydrateFallback };

/** State carried along to other days: pictures that were added and not saved yet. */
interface CarriedOver {
  items: DailyOfferItem[];
  /** Files of added items, by key. */
  files: Map<string, File>;
  focus: string | null;
}

export default function DailyLeafletPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  const carriedOver = useRef<CarriedOver>({ items: [], files: new Map(), focus: null });
  return (
    <LoadedContent key={search} answer={answer} skeleton={<RecordSkeleton />} back={dailyBooklets.at.list}>
      {({ data }) => <Editor leaflets={data} carriedOver={carriedOver} />}
    </LoadedContent>
  );
}

const RESOURCE = {
  at: { list: dailyBooklets.at.list, history: dailyBooklets.at.history },
  alerts: { ...dailyBooklets.alerts, updated: 'Ofertas salvas' },
};

function Editor({
  leaflets,
  carriedOver,
}: {
  leaflets: DailyOffersOfDays;
  carriedOver: RefObject<CarriedOver>;
}) {
  const { days, last, today, version } = leaflets;
  const from = days[0]?.day ?? today;
  const until = days.at(-1)?.day ?? from;
  const values = useMemo(() => initialValues(days), [days]);
  const editing = useEditForm<typeof saveDailyOffers, DailyOffersValues>({
    endpoint: saveDailyOffers,
    params: { from, until },
    values,
    extraFields: { version },
    extraFileFields: ['waiting'],
    resource: RESOURCE,
  });
  const { control, form } = editing;
  const offers = useOffers({ form, carriedOver, undo: editing.undoOffers.undo });
  const { items, uploads, setItems } = offers;
  const navigate = useNavigate();

  const failed = uploads.find(({ state }) => state === 'failed');
  // The save runs after all uploads have finished.
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    if (failed) {
      setWanted(false);
      tellFailed(failed);
    } else if (items.every(({ picture }) => picture)) {
      setWanted(false);
      void editing.save();
    }
  }, [wanted, failed, items, editing.save]);
  // A single day may be emptied; several days with different offers may not, as it is usually a mistake.
  const isEmpty =
    items.length === 0 && (!haveSameOffers(days) || days.every(({ offers }) => offers.length === 0));
  const save: typeof editing.save = async (event) => {
    event?.preventDefault();
    if (isEmpty) {
      alert.warning('Atenção', 'Escolha as fotos antes de salvar.');
      editing.setFocus('offers');
      return;
    }
    if (failed) return tellFailed(failed);
    if (items.some(({ picture }) => !picture)) {
      alert.info('Falta pouco', 'Salva sozinho assim que as fotos chegarem.');
      setWanted(true);
      return;
    }
    return editing.save(event);
  };

  const onDays = (asked: DayRange) => {
    // Added pictures move to the days chosen now; changes of existing ones stay in the draft of the former
    // days.
    carriedOver.current.items = items.filter(isNewItem);
    if (carriedOver.current.items.length > 0) setItems(items.filter((item) => !isNewItem(item)));
    void navigate(dailyOffersAddress(asked.from, asked.until), { replace: true, preventScrollReset: true });
  };
  const before = last && missingItems(last, items);
  return (
    <EditPage
      edit={{ ...editing, save, complete: !isEmpty }}
      title={from === until ? 'Montar o dia' : 'Montar os dias'}
      description={describe(from, until, days.length)}
      back={{ to: dailyBooklets.at.list }}
      saveLabel={from === until ? 'Salvar o dia' : `Salvar os ${days.length} dias`}
    >
      <div className="leaflet">
        <Section title="Quando">
          <DailyOffersPeriod
            asked={{ from, until }}
            today={today}
            focus={focusOf(carriedOver)}
            onChange={onDays}
          />
          {days.length > 1 && <WhatIsThere leaflets={leaflets} control={control} />}
        </Section>
        <Section title="Fotos">
          <Offers leaflets={leaflets} control={control} offers={offers} carriedOver={carriedOver}>
            {last && before && before.length > 0 && (
              <Button
                variant="line"
                small
                icon={<Repeat2 className="i" aria-hidden="true" />}
                onClick={() => offers.addItems(before)}
              >
                Repetir {offersOfDayText(last.day, today)}
              </Button>
            )}
          </Offers>
        </Section>
      </div>
    </EditPage>
  );
}

function tellFailed({ file, message }: Upload): void {
  alert.error('Não foi salvo', `${file.name}: ${message}`);
}

const focusOf = (carriedOver: RefObject<CarriedOver>): RefObject<string | null> => ({
  get current() {
    return carriedOver.current.focus;
  },
  set current(name) {
    carriedOver.current.focus = name;
  },
});

function describe(from: string, until: string, count: number): string {
  if (from === until) return `${capitalize(formatLongDay(from))}: entra no site à meia-noite e sai na outra.`;
  return `${plural(count, 'dia', 'dias')}, de ${formatDate(from)} a ${formatDate(until)}: cada um com estas fotos.`;
}

type LeafletForm = ReturnType<typeof useEditForm<typeof saveDailyOffers, DailyOffersValues>>;

/** Manages the pictures of the form and their uploads. */
function useOffers({
  form,
  carriedOver,
  undo,
}: Pick<LeafletForm, 'form'> & { carriedOver: RefObject<CarriedOver>; undo: UndoOffers['undo'] }) {
  const { files } = carriedOver.current;
  const items = useWatch({ control: form.control, name: 'offers' });
  const waiting = useWatch({ control: form.control, name: 'waiting' });
  const begun = useRef(new Set<File>());

  const setItems = (next: DailyOfferItem[]) => {
    const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('waiting', onTheirWay(next, files), how);
    form.setValue('offers', next, how);
  };
  const { uploads, add, cancel, retry } = useUploads(storePicture, (file, uuid) =>
    setItems(
      form
        .getValues('offers')
        .map((item) => (files.get(item.key) === file && !item.picture ? { ...item, picture: uuid } : item)),
    ),
  );
  const addItems = (added: readonly DailyOfferItem[]) => setItems([...form.getValues('offers'), ...added]);

  // Adds the pictures that were chosen for other days.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the screen opens
  useEffect(() => {
    const { items: carried } = carriedOver.current;
    carriedOver.current.items = [];
    if (carried.length > 0) addItems(carried);
  }, []);

  // Starts the uploads of restored and added pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the pictures change
  useEffect(() => {
    const free = waiting.filter((file) => ![...files.values()].includes(file));
    for (const { key, picture, name } of items) {
      if (picture || files.has(key)) continue;
      const at = free.findIndex((file) => file.name === name);
      const [file] = at < 0 ? [] : free.splice(at, 1);
      if (file) files.set(key, file);
    }
    // Drops restored items whose file was too large for the draft, which has reported it.
    const there = items.filter(({ key, picture }) => picture || files.has(key));
    if (there.length < items.length) return setItems(there);
    const due = onTheirWay(items, files);
    if (due.length !== waiting.length || due.some((file, at) => file !== waiting[at]))
      form.setValue('waiting', due, { shouldDirty: true });
    // Cancels the uploads of removed pictures.
    for (const { id, file } of uploads) {
      if (due.includes(file)) continue;
      begun.current.delete(file);
      cancel(id);
    }
    const fresh = due.filter((file) => !begun.current.has(file));
    for (const file of fresh) begun.current.add(file);
    if (fresh.length > 0) add(fresh);
  }, [items, uploads]);

  // Retries failed uploads when the connection is restored.
  useEffect(() => {
    const again = () => {
      for (const { id, state, isRefused } of uploads) if (state === 'failed' && !isRefused) retry(id);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [uploads, retry]);

  const uploadOf = ({ key, picture }: DailyOfferItem) =>
    picture ? undefined : uploads.find(({ file }) => file === files.get(key));
  return {
    items,
    uploads,
    uploadOf,
    retry,
    setItems,
    addItems,
    addFiles: (chosen: readonly File[]) => {
      const added = chosen.map((file): DailyOfferItem => {
        const key = newItemKey();
        files.set(key, file);
        return { key, picture: '', name: file.name, alt: '', decorative: false, text: '' };
      });
      addItems(added);
    },
    /** Removes a picture, with an undo that restores its position. */
    remove: (item: DailyOfferItem) => {
      const before = form.getValues('offers');
      const at = before.findIndex(({ key }) => key === item.key);
      setItems(before.filter(({ key }) => key !== item.key));
      undo('Foto tirada', 'Sai quando você salvar.', () =>
        setItems(form.getValues('offers').toSpliced(at, 0, item)),
      );
    },
  };
}

const onTheirWay = (items: readonly DailyOfferItem[], files: Map<string, File>) =>
  items.flatMap(({ key, picture }) => (picture ? [] : (files.get(key) ?? [])));

/** Longest period whose days are all listed; of longer ones, only the days with offers are. */
const A_WEEK = 7;

/** Renders the present offers of several days, and the choice of what happens to them if they differ. */
function WhatIsThere({
  leaflets: { days },
  control,
}: { leaflets: DailyOffersOfDays } & Pick<LeafletForm, 'control'>) {
  const { field } = useController({ control, name: 'existing' });
  const shell = useField({ control, name: 'existing', label: 'O que já está nesses dias' }, false);
  if (days.every(({ offers }) => offers.length === 0))
    return <p className="field-hint">Nenhum destes dias tem ofertas ainda.</p>;
  const filled = days.filter(({ offers }) => offers.length > 0);
  const shown = days.length > A_WEEK ? filled : days;
  const others = days.length - shown.length;
  return (
    <>
      <DailyOffersOverview days={shown} label="O que cada dia já tem" />
      {others > 0 && (
        <p className="field-hint">
          {others === 1 ? 'O outro dia não tem ofertas.' : `Os outros ${others} dias não têm ofertas.`}
        </p>
      )}
      {haveSameOffers(days) ? (
        <p className="field-hint">Os {days.length} dias têm o mesmo. O que você mudar vale para todos.</p>
      ) : (
        <fieldset className="leaflet-existing" id={shell.inputId}>
          <legend>O que já está nesses dias</legend>
          {(
            [
              ['keep', 'Fica, e as novas entram depois'],
              ['replace', 'Sai, e cada dia fica só com as novas'],
            ] as const
          ).map(([value, label]) => (
            <Radio
              key={value}
              name={field.name}
              checked={field.value === value}
              onChoose={() => field.onChange(value)}
            >
              {label}
            </Radio>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Returns the error of the server for one picture, such as «offers.3.picture». */
const refusedAt = (error: FormError | undefined, at: number): string | undefined => {
  const found = Object.entries(error?.types ?? {}).find(([name]) => name.startsWith(`offers.${at}.`));
  return found && String(found[1]);
};

function Offers({
  leaflets: { days, last },
  control,
  offers,
  carriedOver,
  children,
}: {
  leaflets: DailyOffersOfDays;
  offers: ReturnType<typeof useOffers>;
  carriedOver: RefObject<CarriedOver>;
  children: React.ReactNode;
} & Pick<LeafletForm, 'control'>) {
  const { items, setItems, uploadOf } = offers;
  const shell = useField({ control, name: 'offers', label: 'Fotos', required: false }, false);
  const { field, fieldState } = useController({ control, name: 'offers' });
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<ReadonlyMap<string, ImageFile>>(new Map());
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement | null>(null);
  const hint = useId();
  const stored = useMemo(
    () =>
      new Map(
        [...days, ...(last ? [last] : [])].flatMap(({ offers }) =>
          offers.map(({ picture, photos }) => [picture, photos] as const),
        ),
      ),
    [days, last],
  );
  const standing = useMemo(
    () => new Map(days.flatMap(({ offers }) => offers.map(({ uuid, publication }) => [uuid, publication]))),
    [days],
  );
  const { buttonRef, beside } = useFocusBeside(
    items.map(({ key }) => key),
    input,
  );
  const { take, refusal } = useFileChoice({
    chosen: items,
    most: MAX_OFFERS_PER_DAY,
    onTake: (taken) => {
      offers.addFiles(taken);
      setSaid(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}.`);
    },
  });
  const drop = useDrop(take);
  const move = (at: number, to: number) => {
    const item = items[at];
    if (item) setItems(items.toSpliced(at, 1).toSpliced(to, 0, item));
  };
  const bare = items.filter(({ alt, decorative }) => !decorative && alt.trim() === '').length;
  const refusedId = `${shell.inputId}-refused`;
  const told = items.some((_, at) => refusedAt(fieldState.error, at));
  return (
    <div className="leaflet-drop" data-invalid={shell.error ? true : undefined} {...drop}>
      <div className="drop-zone">
        <input
          type="file"
          multiple
          {...shell.aria}
          aria-describedby={
            [shell.aria['aria-describedby'], refusal && refusedId].filter(Boolean).join(' ') || undefined
          }
          className="sr-only"
          accept={acceptOf('image')}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          onBlur={field.onBlur}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <label className="drop-words" htmlFor={shell.inputId}>
          <ImageUp className="i" aria-hidden="true" />
          <span>
            <b>Arraste ou cole as fotos aqui</b> ou <span className="link">escolha no computador</span>. JPG
            ou PNG, todas de uma vez, até {MAX_OFFERS_PER_DAY} por dia.
          </span>
        </label>
        <div className="drop-tools">
          {children}
          <Button
            variant="line"
            small
            icon={<Images className="i" aria-hidden="true" />}
            onClick={() => setPicking(true)}
          >
            Escolher da biblioteca
          </Button>
        </div>
      </div>
      <FieldError id={refusedId} text={refusal} />
      <FieldError id={`${shell.inputId}-error`} text={told ? undefined : shell.error} />
      {items.length > 0 && (
        <p className="field-hint" id={hint}>
          Diga em poucas palavras o que a foto é; as ofertas vão no texto da imagem.
          {bare > 0 && ` Falta em ${plural(bare, 'foto', 'fotos')}, e dá para salvar sem.`}
        </p>
      )}
      <Sortable rows={items.map(({ key }, at) => ({ id: key, name: `foto ${at + 1}` }))} onMove={move}>
        <ol className="leaflet-offers" aria-label="Fotos, na ordem em que aparecem">
          {items.map((item, at) => {
            const upload = uploadOf(item);
            return (
              <DailyOfferItemCard
                key={item.key}
                item={item}
                place={at + 1}
                file={carriedOver.current.files.get(item.key)}
                stored={stored.get(item.picture) ?? picked.get(item.picture)}
                publication={standing.get(item.key)}
                upload={upload}
                refused={refusedAt(fieldState.error, at)}
                hint={hint}
                removeRef={buttonRef(item.key)}
                onChange={(values) => setItems(items.with(at, { ...item, ...values }))}
                onBlur={field.onBlur}
                onRemove={() => {
                  const next = beside(item.key);
                  offers.remove(item);
                  next?.focus();
                }}
                onRetry={() => upload && offers.retry(upload.id)}
                onUp={at > 0 ? () => move(at, at - 1) : undefined}
                onDown={at < items.length - 1 ? () => move(at, at + 1) : undefined}
              />
            );
          })}
        </ol>
      </Sortable>
      <p className="sr-only" role="status">
        {said}
      </p>
      {picking && (
        <Suspense>
          <PictureDialog
            onChoose={({ uuid, file, name }) => {
              setPicking(false);
              const there = items.findIndex(({ picture }) => picture === uuid);
              if (there >= 0) {
                alert.info('Esta foto já está aqui', `É a foto ${there + 1}.`);
                return;
              }
              setPicked(new Map(picked).set(uuid, file));
              offers.addItems([
                { key: newItemKey(), picture: uuid, name, alt: '', decorative: false, text: '' },
              ]);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
