import { useEffect, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import { LabelledDay, LabelledSelect } from '../../../records/office/form/LabelledField.tsx';
import { failureFrom, useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession, withReauth } from '../../../records/office/session.ts';
import { addDays, todayOnDevice } from '../../../shared/dates.ts';
import { plural } from '../../../shared/text/plural.ts';
import { DEPARTMENTS } from '../../pricing/offer.types.ts';
import { repeatOffers } from '../import/offerImport.contract.ts';
import { ALL_BRANCHES, listOfferBranches } from '../offer.contract.ts';

interface Preview {
  message: string;
  count: number;
}

/** Asks for the days and for which offers, shows how many will be copied, and then copies them. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(() => ({
    ...{ from: addDays(todayOnDevice(), -1), to: todayOnDevice() },
    ...{ department: '', branch: '' },
  }));
  const [branches] = useState(() => callEndpoint(listOfferBranches));
  const known = useLoaded(branches);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problems, setProblems] = useState<Partial<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setPreview(null);
    setProblems({});
    const count = async () => {
      try {
        const { data } = await withReauth(() =>
          callEndpoint(repeatOffers, { body: { ...typed, trial: true } as never }, { signal }),
        );
        if (!signal.aborted) setPreview(data);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureFrom(error);
        if (failure.fields) setProblems(failure.fields);
        else setPreview({ message: failure.message, count: 0 });
      }
    };
    // Days are typed digit by digit.
    const timer = setTimeout(count, 250);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);

  const copy = async () => {
    if (!preview || preview.count === 0) {
      const [first] = Object.keys(problems);
      document.getElementById(`${id}-${first ?? 'from'}`)?.focus();
      return;
    }
    setBusy(true);
    try {
      const { data } = await withReauth(() => callEndpoint(repeatOffers, { body: typed as never }));
      onClose();
      alert.success('Ofertas copiadas', data.message);
      if (data.warning) alert.warning('Confira os preços', data.warning);
      await revalidate();
    } catch (error) {
      alert.failure(failureFrom(error));
    } finally {
      setBusy(false);
    }
  };

  const set = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const fieldOf = (field: keyof typeof typed) => ({
    id: `${id}-${field}`,
    problem: problems[field]?.[0],
    value: typed[field],
    onChange: (value: string) => set({ [field]: value }),
  });

  return (
    <ConfirmDialog
      open
      title="Copiar ofertas de um dia"
      confirm={{
        label:
          preview && preview.count > 0 ? `Copiar ${plural(preview.count, 'oferta', 'ofertas')}` : 'Copiar',
      }}
      cancelLabel="Cancelar"
      busy={busy}
      onConfirm={copy}
      onClose={onClose}
    >
      <div className="offer-change">
        <p className="field-hint">
          Com os mesmos preços e por tantos dias quantos cada uma vale. As que já valem no outro dia ficam
          como estão.
        </p>
        <div className="field-pair">
          <LabelledDay {...fieldOf('from')} label="Copiar do dia" />
          <LabelledDay {...fieldOf('to')} label="Para o dia" />
        </div>
        <div className="field-pair">
          <LabelledSelect
            {...fieldOf('department')}
            label="Departamento"
            choices={[['', 'Todos'], ...Object.entries(DEPARTMENTS)]}
          />
          <LabelledSelect
            {...fieldOf('branch')}
            label="Filial"
            choices={[
              ['', 'Qualquer filial'],
              ...(user?.branches ? [] : [[ALL_BRANCHES, 'Só as que valem em todas'] as const]),
              ...(known.value?.data ?? []).map(({ uuid, name }) => [uuid, name] as const),
            ]}
          />
        </div>
        <p role="status">{preview?.message}</p>
      </div>
    </ConfirmDialog>
  );
}
