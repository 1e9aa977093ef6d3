import { useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm, useWatch } from 'react-hook-form';
import { type Endpoint, pathOf } from '../../../contract/endpoint.ts';
import { alert } from '../alerts.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { useDraft } from './useDraft.ts';

/** What is typed beside an edit screen, for the call `endpoint`: kept on the device as what is typed in one. */
export function useKept<V extends FieldValues>(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  params: Record<string, string>,
  initial: V,
) {
  const form = useForm<V>({ defaultValues: initial as DefaultValues<V> });
  const left = useRef(false);
  const draft = useDraft<V>({
    form,
    name: `${endpoint.method} ${pathOf(endpoint.path, params)}`,
    values: initial,
    version: undefined,
    files: {},
    left,
  });
  const values = useWatch({ control: form.control }) as V;
  const discard = () => {
    const typed = form.getValues();
    form.reset(initial);
    draft.dismiss();
    draft.soon();
    alert.undo('Alterações descartadas', 'O campo voltou ao começo.', {
      label: 'Desfazer',
      run: () => {
        form.reset(typed, { keepDefaultValues: true });
        draft.soon();
      },
    });
  };
  return {
    values,
    set(part: Partial<V>) {
      for (const [name, value] of Object.entries(part)) form.setValue(name as Path<V>, value, { shouldDirty: true });
    },
    /** It has left: nothing of it is kept. */
    sent() {
      form.reset(initial);
      draft.dismiss();
      draft.forget();
    },
    /** Says that what was typed before is back. */
    notice: draft.recovered && (
      <DraftNotice key={draft.recovered.at} recovered={draft.recovered} form={form} onDiscard={discard} />
    ),
  };
}
