import { useEffect, useMemo, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
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
import { type PosterOffer, posterOffers, storePoster } from './leaflet.contract.ts';
import {
  type Format,
  LAYOUTS,
  type Layout,
  layoutFor,
  POSTER_FORMATS,
  pageCount,
  THEMES,
  type Theme,
} from './leaflet.types.ts';

export const meta = screenMeta('Fazer encarte');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const offers = new URL(request.url).searchParams.get('offers') ?? '';
  return load(posterOffers, request, { query: { offers } });
}

export { RecordSkeleton as HydrateFallback };

export default function LeafletMaker() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { key } = useLocation();
  return (
    <LoadedContent key={key} answer={answer} skeleton={<RecordSkeleton />} back={posterScreens.at.list}>
      {({ data }) => <Editor given={data.offers} today={data.today} />}
    </LoadedContent>
  );
}

const RESOURCE = {
  at: { list: posterScreens.at.list, history: posterScreens.at.history },
  alerts: { ...posterScreens.alerts, created: 'Encarte em preparo' },
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
 * it is the same.
 */
function valuesOf(offers: readonly PosterOffer[], today: string) {
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
  };
}

type Values = ReturnType<typeof valuesOf>;

function Editor({ given, today }: { given: readonly PosterOffer[]; today: string }) {
  const [offers, setOffers] = useState<PosterOffer[]>([...given]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: initial values only
  const values = useMemo(() => valuesOf(given, today), []);
  // The address follows the selection, so that a reload restores it.
  useEffect(() => {
    const address = posterFormAddress(offers.map(({ uuid }) => uuid));
    window.history.replaceState(window.history.state, '', address);
  }, [offers]);
  const extraFields = useMemo(() => ({ offers: offers.map(({ uuid }) => uuid) }), [offers]);
  const proposed = layoutFor(offers.length);
  const edit = useEditForm<typeof storePoster, Values>({
    endpoint: storePoster,
    values,
    extraFields,
    resource: RESOURCE,
    targetAfterSave: ({ data }) => ({ to: posterScreens.at.show(data) }),
  });
  const { control } = edit;
  const { layout, formats, ...drawn } = useWatch({ control }) as Values;
  const pages = pageCount(offers.length, layout ?? proposed);
  const isComplete =
    offers.length > 0 &&
    formats.length > 0 &&
    [drawn.title.trim(), drawn.valid_from, drawn.valid_until].every(Boolean);
  const { errors } = edit.form.formState;
  const refused = (errors.root as Record<string, { message?: string }> | undefined)?.offers?.message;
  return (
    <EditPage
      edit={{ ...edit, complete: isComplete }}
      title="Fazer encarte"
      description="Das ofertas, com os preços que elas têm agora. Nada vai para o site sem você publicar."
      back={{ to: posterScreens.at.list }}
      saveLabel="Fazer encarte"
      aside={
        <Section title="Como fica">
          <PosterPreview drawn={{ ...drawn, ...extraFields, layout: layout ?? proposed }} pages={pages} />
        </Section>
      }
    >
      <Section title={offers.length > 0 ? plural(offers.length, 'oferta', 'ofertas') : 'Ofertas'}>
        <FieldError id="leaflet-offers-error" text={offers.length > 0 ? refused : undefined} />
        <PosterOffers offers={offers} today={today} onChange={setOffers} />
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
      </Section>
    </EditPage>
  );
}

type Control = ReturnType<typeof useEditForm<typeof storePoster, Values>>['control'];

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
