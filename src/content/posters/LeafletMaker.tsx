import { useEffect, useId, useMemo, useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { callEndpoint } from '../../records/office/callEndpoint.ts';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { DateField, FieldError, TextField, useField } from '../../records/office/form/fields.tsx';
import { Radio } from '../../records/office/form/Radio.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { plural } from '../../shared/text/plural.ts';
import { posterFormAddress, posterScreens } from '../offers/poster.screens.ts';
import { DEPARTMENTS, type Department } from '../pricing/offer.types.ts';
import { PosterOffers } from './LeafletOffers.tsx';
import { PosterPreview } from './LeafletPreview.tsx';
import {
  getPoster,
  type PosterDetails,
  type PosterOffer,
  posterOffers,
  type ShortName,
  storePoster,
} from './leaflet.contract.ts';
import {
  type Format,
  isPdfFormat,
  LAYOUTS,
  type Layout,
  layoutFor,
  POSTER_FORMATS,
  pageCount,
  THEMES,
  type Theme,
} from './leaflet.types.ts';

export const meta = screenMeta('Fazer cartaz');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const offers = searchParams.get('offers') ?? '';
  const again = searchParams.get('again');
  return {
    ...load(posterOffers, request, { query: { offers } }),
    asked: new Set(offers.split(',').filter(Boolean)).size,
    poster: again ? load(getPoster, request, { params: { uuid: again } }).answer : null,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function LeafletMaker() {
  const { answer, asked, poster } = useLoaderData<typeof clientLoader>();
  const { key } = useLocation();
  const frame = { skeleton: <RecordSkeleton />, back: posterScreens.at.list };
  const editorFor = (again: PosterDetails | null) => (
    <LoadedContent key={key} answer={answer} {...frame}>
      {({ data }) => (
        <Editor given={data.offers} gone={asked - data.offers.length} today={data.today} again={again} />
      )}
    </LoadedContent>
  );
  if (!poster) return editorFor(null);
  return (
    <LoadedContent answer={poster} {...frame}>
      {({ data }) => editorFor(data)}
    </LoadedContent>
  );
}

const RESOURCE = {
  at: { list: posterScreens.at.list, history: posterScreens.at.history },
  alerts: { ...posterScreens.alerts, created: 'Cartaz em preparo' },
};

/** Themes by department. */
const THEME_OF: Partial<Record<Department, Theme>> = {
  ...{ produce: 'orange', bakery: 'orange', baby: 'orange', drinks: 'wine', fish: 'teal' },
  ...{ dairy: 'teal', frozen: 'teal', cleaning: 'teal', hygiene: 'teal' },
};

/** Returns the most frequent day; the earliest of several. */
function mostOften(days: readonly string[]): string | undefined {
  const count = new Map<string, number>();
  for (const day of days.toSorted()) count.set(day, (count.get(day) ?? 0) + 1);
  return [...count].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Returns the initial values of the form: the days shared by the offers, and the theme of their department if
 * it is the same; everything as it was for a poster that is made again.
 */
function valuesOf(offers: readonly PosterOffer[], today: string, again: PosterDetails | null) {
  const names: ShortName[] = again?.chosen.names ?? [];
  if (again) {
    const { title, valid_from, valid_until, formats, chosen } = again;
    const { theme, bleed } = chosen;
    const layout: Layout | null = chosen.layout;
    return { title, valid_from, valid_until, theme, layout, formats, bleed, names };
  }
  const [one, ...others] = new Set(offers.map(({ department }) => department));
  const department = others.length === 0 ? one : undefined;
  const begins = [today, ...offers.map(({ valid_from }) => valid_from)].toSorted().at(-1) ?? today;
  const ends = mostOften(offers.map(({ valid_until }) => valid_until)) ?? begins;
  return {
    title: department ? DEPARTMENTS[department] : 'Ofertas da semana',
    valid_from: begins,
    valid_until: ends < begins ? begins : ends,
    theme: (department && THEME_OF[department]) ?? ('red' as Theme),
    /** Null for the layout that fits. */
    layout: null as Layout | null,
    formats: ['site', 'story', 'post', 'a4', 'a3'] as Format[],
    bleed: false,
    names,
  };
}

type Values = ReturnType<typeof valuesOf>;

interface EditorProps {
  given: readonly PosterOffer[];
  /** Number of offers of the address that were deleted. */
  gone: number;
  today: string;
  /** Poster that is made again. */
  again: PosterDetails | null;
}

function Editor({ given, gone, today, again }: EditorProps) {
  const [offers, setOffers] = useState<PosterOffer[]>([...given]);
  const [cut, setCut] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: initial values only
  const values = useMemo(() => valuesOf(given, today, again), []);
  // The address follows the selection, so that a reload restores it.
  useEffect(() => {
    const address = posterFormAddress(
      offers.map(({ uuid }) => uuid),
      again?.uuid,
    );
    window.history.replaceState(window.history.state, '', address);
  }, [offers, again]);
  const extraFields = useMemo(() => ({ offers: offers.map(({ uuid }) => uuid) }), [offers]);
  const proposed = layoutFor(offers.length);
  const edit = useEditForm<typeof storePoster, Values>({
    endpoint: storePoster,
    values,
    extraFields,
    parse: (typed) => ({ fields: { ...typed, names: namesToSend(typed.names, offers) }, problems: {} }),
    resource: RESOURCE,
    targetAfterSave: ({ data }) => ({ to: posterScreens.at.show(data) }),
  });
  const { control } = edit;
  const { layout, formats, names, ...drawn } = useWatch({ control }) as Values;
  const pages = pageCount(offers.length, layout ?? proposed);
  const isComplete =
    offers.length > 0 &&
    formats.length > 0 &&
    [drawn.title.trim(), drawn.valid_from, drawn.valid_until].every(Boolean);
  return (
    <EditPage
      edit={{ ...edit, complete: isComplete }}
      title="Fazer cartaz"
      description="Das ofertas, com os preços que elas têm agora. Nada vai para o site sem você publicar."
      back={{ to: posterScreens.at.list }}
      saveLabel="Fazer cartaz"
      layout="preview"
      aside={
        <Section title="Como fica">
          <PosterPreview
            drawn={{
              ...{ ...drawn, ...extraFields, formats, names: namesToSend(names, offers) },
              layout: layout ?? proposed,
            }}
            pages={pages}
            onCut={setCut}
          />
        </Section>
      }
    >
      <Section title={offers.length > 0 ? plural(offers.length, 'oferta', 'ofertas') : 'Ofertas'}>
        <Offers
          {...{ control, offers, cut, gone, today }}
          onChange={(changed) => {
            setOffers(changed);
            edit.form.clearErrors('root.offers');
            edit.form.clearErrors(['names', 'offers' as 'names']);
          }}
        />
      </Section>
      <Section title="O que diz">
        <TextField control={control} name="title" label="Título" />
        <div className="field-pair">
          <DateField control={control} name="valid_from" label="Vale de" />
          <DateField
            control={control}
            name="valid_until"
            label="Vale até"
            hint="A oferta que acaba antes diz isso ao lado dela."
          />
        </div>
        <Themes control={control} />
        <Layouts control={control} proposed={proposed} pages={pages} />
      </Section>
      <Section title="O que fazer">
        <Formats control={control} />
        {formats.some(isPdfFormat) && <Bleed control={control} />}
      </Section>
    </EditPage>
  );
}

/** Returns the names that differ from those of the chosen offers. */
const namesToSend = (names: readonly ShortName[], offers: readonly PosterOffer[]) =>
  names.filter(({ offer, name }) =>
    offers.some(({ uuid, product }) => uuid === offer && name.trim() && name.trim() !== product),
  );

type Control = ReturnType<typeof useEditForm<typeof storePoster, Values>>['control'];

function Offers({
  control,
  offers,
  cut,
  gone,
  today,
  onChange,
}: {
  control: Control;
  offers: PosterOffer[];
  /** Offers whose names do not fit. */
  cut: readonly string[];
  gone: number;
  today: string;
  onChange: (offers: PosterOffer[]) => void;
}) {
  const { field } = useController({ control, name: 'names' });
  const { errors } = useFormState({ control });
  // A refused list is an error beside the fields of the form, as a server or the schema reports it.
  const [problem, refusal] = [errors, errors.root].map(
    (some) => (some as Record<string, { message?: string }> | undefined)?.offers?.message,
  );
  const text = problem ?? refusal ?? errors.names?.message;
  const deleted = useDeletedOffers(refusal ? offers : []);
  const tooLong = offers.filter(({ uuid }) => cut.includes(uuid)).length;
  const bare = offers.filter(({ file }) => !file).length;
  const warnings = [
    tooLong > 0 && `${plural(tooLong, 'nome não cabe inteiro', 'nomes não cabem inteiros')}`,
    bare > 0 && `${plural(bare, 'oferta está sem foto', 'ofertas estão sem foto')}`,
  ].filter(Boolean);
  return (
    <>
      <FieldError id="leaflet-offers-error" text={text} />
      {gone > 0 && (
        <p className="field-hint">
          {plural(gone, 'oferta não existe mais e ficou', 'ofertas não existem mais e ficaram')} de fora.
        </p>
      )}
      <p className="leaflet-warning" role="status">
        {warnings.length > 0 && `Antes de fazer: ${warnings.join(', e ')}.`}
      </p>
      <PosterOffers
        offers={offers}
        names={field.value}
        cut={cut}
        deleted={deleted}
        today={today}
        onChange={onChange}
        onRename={field.onChange}
      />
    </>
  );
}

const NONE: readonly string[] = [];

/** Returns those of the refused offers that were deleted meanwhile, so that the error stands beside them. */
function useDeletedOffers(refused: readonly PosterOffer[]): readonly string[] {
  const [deleted, setDeleted] = useState(NONE);
  const asked = refused.map(({ uuid }) => uuid).join(',');
  useEffect(() => {
    setDeleted(NONE);
    if (!asked) return;
    const call = new AbortController();
    callEndpoint(posterOffers, { query: { offers: asked } }, { signal: call.signal }).then(
      ({ data }) => {
        const found = new Set(data.offers.map(({ uuid }) => uuid));
        setDeleted(asked.split(',').filter((uuid) => !found.has(uuid)));
      },
      // The error of the list already says that an offer is gone.
      () => undefined,
    );
    return () => call.abort();
  }, [asked]);
  return deleted;
}

function Themes({ control }: { control: Control }) {
  const { field } = useController({ control, name: 'theme' });
  const shell = useField({ control, name: 'theme', label: 'Cor' }, false);
  return (
    <fieldset className="leaflet-choice" id={shell.inputId}>
      <legend className="field-label">Cor</legend>
      {Object.entries(THEMES).map(([theme, label]) => (
        <Radio
          key={theme}
          name={field.name}
          checked={field.value === theme}
          onChoose={() => field.onChange(theme)}
        >
          <span className="leaflet-colour" data-theme={theme} />
          {label}
        </Radio>
      ))}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </fieldset>
  );
}

function Layouts({ control, proposed, pages }: { control: Control; proposed: Layout; pages: number }) {
  const { field } = useController({ control, name: 'layout' });
  const shell = useField({ control, name: 'layout', label: 'Produtos por página' }, false);
  return (
    <fieldset className="leaflet-choice" id={shell.inputId}>
      <legend className="field-label">Produtos por página</legend>
      {LAYOUTS.map((layout) => (
        <Radio
          key={layout}
          name={field.name}
          checked={(field.value ?? proposed) === layout}
          onChoose={() => field.onChange(layout)}
        >
          {layout === 1 ? '1' : `Até ${layout}`}
        </Radio>
      ))}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <p className="field-hint" role="status">
        {pages > 0 && `${plural(pages, 'página', 'páginas')} ao todo.`}
      </p>
    </fieldset>
  );
}

function Formats({ control }: { control: Control }) {
  const { field } = useController({ control, name: 'formats' });
  const shell = useField({ control, name: 'formats', label: 'O que fazer' }, false);
  const chosen = new Set(field.value);
  return (
    <fieldset className="leaflet-choice leaflet-formats" id={shell.inputId}>
      <legend className="sr-only">O que fazer</legend>
      {(Object.entries(POSTER_FORMATS) as [Format, string][]).map(([format, label]) => (
        <label className="check" key={format}>
          <input
            type="checkbox"
            name={field.name}
            checked={chosen.has(format)}
            onChange={({ target }) => {
              if (target.checked) chosen.add(format);
              else chosen.delete(format);
              field.onChange((Object.keys(POSTER_FORMATS) as Format[]).filter((one) => chosen.has(one)));
            }}
            onBlur={field.onBlur}
          />
          {label}
        </label>
      ))}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </fieldset>
  );
}

function Bleed({ control }: { control: Control }) {
  const { field } = useController({ control, name: 'bleed' });
  const id = useId();
  return (
    <div className="leaflet-choice">
      <label className="check">
        <input
          type="checkbox"
          name={field.name}
          checked={field.value}
          aria-describedby={id}
          onChange={({ target }) => field.onChange(target.checked)}
          onBlur={field.onBlur}
        />
        PDF com sangria de 3 mm e marcas de corte
      </label>
      <p className="field-hint" id={id}>
        Para mandar à gráfica. Na impressora da loja, deixe sem.
      </p>
    </div>
  );
}
