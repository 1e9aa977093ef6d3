import { Repeat2 } from 'lucide';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import type { Upload } from '../../../records/office/upload/useUploads.ts';
import { addDays, todayOnDevice } from '../../../shared/dates.ts';
import { capitalize, formatDate, formatLongDay } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { dailyBooklets, dailyOffersAddress } from '../dailyBooklet.resource.ts';
import {
  type DailyOffersValues,
  haveSameOffers,
  initialValues,
  isNewItem,
  missingItems,
  offersOfDayText,
} from '../dailyOfferItems.ts';
import {
  type DailyOffersOfDays,
  type DayRange,
  getDailyOffers,
  saveDailyOffers,
} from '../dailyOffers.contract.ts';
import { Offers } from './DailyOffersField.tsx';
import { DailyOffersPeriod } from './DailyOffersPeriod.tsx';
import { WhatIsThere } from './ExistingDailyOffers.tsx';
import { type CarriedOver, useOffers } from './useDailyOffers.browser.ts';

export const meta = screenMeta('Montar o dia');

/** Returns the current day in the chain's time zone. */
/** Loads the period, by default tomorrow, whose offers are usually prepared today. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const from = asked.get('from') || addDays(todayOnDevice(), 1);
  return load(getDailyOffers, request, { params: { from, until: asked.get('until') || from } });
}

export { RecordSkeleton as HydrateFallback };

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
      alert.info('Falta pouco', 'Salva automaticamente assim que as fotos chegarem.');
      setWanted(true);
      return;
    }
    return editing.save(event);
  };

  const onDays = (asked: DayRange) => {
    // Added pictures move to the days chosen now; changes of existing ones stay in the draft of the former
    // days.
    const current = form.getValues('offers');
    carriedOver.current.items = current.filter(isNewItem);
    if (carriedOver.current.items.length > 0) setItems(current.filter((item) => !isNewItem(item)));
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
      layout="wide"
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
                icon={<Icon of={Repeat2} />}
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

export type LeafletForm = ReturnType<typeof useEditForm<typeof saveDailyOffers, DailyOffersValues>>;
