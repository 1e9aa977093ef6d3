import { CalendarDays, TriangleAlert } from 'lucide';
import { useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { ConfirmDialog } from '../../../records/office/dialog/ConfirmDialog.tsx';
import type { SaveInfo } from '../../../records/office/draft/useDraft.ts';
import { LabelledDay } from '../../../records/office/form/LabelledField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { failureFrom } from '../../../records/office/loadScreen.ts';
import { withReauth } from '../../../records/office/session.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { fieldErrors } from '../../../shared/failure.ts';
import { formatDayMonth, formatInstant } from '../../../shared/text/format.ts';
import { changeFortnightlyBookletDays, type ListedFortnightlyBooklet } from '../booklet.contract.ts';
import { OverlapNotice } from './OverlapNotice.tsx';

interface Props {
  /** The booklet as last read; a reload after a conflict replaces it, and the typed days stay. */
  booklet: ListedFortnightlyBooklet;
  name: string;
  booklets: readonly ListedFortnightlyBooklet[];
  onClose: () => void;
}

type DayName = 'valid_from' | 'valid_until';

/** Changes the days of a booklet without another upload of its PDF. */
export function DaysDialog({ booklet, name, booklets, onClose }: Props) {
  const id = useId();
  const { revalidate } = useRevalidator();
  const [days, setDays] = useState({
    valid_from: booklet.valid_from ?? '',
    valid_until: booklet.valid_until ?? '',
  });
  const [errors, setErrors] = useState<Partial<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);

  const showErrors = (fields: typeof errors) => {
    setErrors(fields);
    const [first] = Object.keys(fields);
    requestAnimationFrame(() => document.getElementById(`${id}-${first}`)?.focus());
  };
  /** Version that the user has seen: that at the opening, or after a conflict that the dialog reported. */
  const seen = useRef(booklet.record_version);
  const hasConflict = useRef(false);
  const save = async () => {
    if (hasConflict.current) seen.current = booklet.record_version;
    setErrors({});
    const body = { ...days, version: seen.current };
    const checked = changeFortnightlyBookletDays.body.schema.safeParse(body);
    if (!checked.success) return showErrors(fieldErrors(checked.error));
    setBusy(true);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(changeFortnightlyBookletDays, { params: { uuid: booklet.uuid }, body }),
      );
      alert.success('Datas do encarte mudadas', data.message);
      await revalidate();
      onClose();
    } catch (error) {
      const failure = failureFrom(error);
      if (failure.fields) showErrors(failure.fields);
      else {
        const saved = failure.extra?.saved as SaveInfo | undefined;
        hasConflict.current = saved !== undefined;
        if (saved)
          alert.warning(
            `${saved.by ?? 'Alguém'} mudou este encarte em ${formatInstant(saved.at)}`,
            'Suas datas continuam aqui: confira e salve de novo.',
          );
        else alert.failure(failure);
        if (failure.code === 'conflict' || failure.code === 'not_found') await revalidate();
      }
      setBusy(false);
    }
  };
  const fieldOf = (field: DayName) => ({
    id: `${id}-${field}`,
    problem: errors[field]?.[0],
    value: days[field],
    onChange: (value: string) => {
      setDays((typed) => ({ ...typed, [field]: value }));
      setErrors({});
    },
  });
  const leaves = booklet.state === 'current' && days.valid_from > todayOnDevice();
  return (
    <ConfirmDialog
      open
      title="Mudar as datas do encarte"
      confirm={{ label: 'Salvar datas', icon: <Icon of={CalendarDays} /> }}
      cancelLabel="Cancelar"
      busy={busy}
      onConfirm={save}
      onClose={onClose}
    >
      <p className="dialog-subject">{name}</p>
      <LabelledDay {...fieldOf('valid_from')} label="Vale de" hint="Vazio ou no passado: vale já." />
      <LabelledDay
        {...fieldOf('valid_until')}
        label="Vale até"
        hint="O último dia, inclusive."
        min={days.valid_from}
      />
      <div className="booklet-overlaps" role="status">
        {leaves && (
          <p className="field-ask">
            <Icon of={TriangleAlert} />
            Ele está no ar agora: sai do site ao salvar e volta em {formatDayMonth(days.valid_from)}.
          </p>
        )}
      </div>
      <OverlapNotice days={days} booklet={booklet} booklets={booklets} />
    </ConfirmDialog>
  );
}
