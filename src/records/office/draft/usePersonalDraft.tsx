import { useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form';
import { type Endpoint, pathOf } from '../../../shared/endpoint.ts';
import { useUndoOffers } from '../useUndoOffers.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { useDraft } from './useDraft.ts';
import { useLeaveWarning } from './useLeaveWarning.ts';

/** Returns the draft and its notice for a form with personal data outside edit screens. */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  { name, values, version }: { name: string; values: V; version?: unknown },
) {
  const left = useRef(false);
  const offers = useUndoOffers();
  const draft = useDraft<V>({ form, name, personal: true, values, version, files: {}, left });
  // The last letters are stored a moment later, and not at all on a full device.
  useLeaveWarning(form.formState.isDirty, () => !draft.isSafe() || draft.isPending());
  const discard = () => {
    const typed = form.getValues();
    form.reset(values);
    draft.dismiss();
    draft.soon();
    offers.undo('Rascunho descartado', 'Voltou ao que era antes.', () => {
      form.reset(typed, { keepDefaultValues: true });
      draft.soon();
    });
  };
  return {
    isSafe: draft.isSafe,
    /** Deletes the draft after the form was sent. */
    sent() {
      offers.close();
      draft.dismiss();
      draft.forget();
    },
    notice: draft.recovered && (
      <DraftNotice key={draft.recovered.at} recovered={draft.recovered} form={form} onDiscard={discard} />
    ),
  };
}

/** Returns values with personal data for the endpoint, kept as a draft until the session ends. */
export function usePersonalDraft<V extends FieldValues>(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  params: Record<string, string>,
  initial: V,
) {
  const form = useForm<V>({ defaultValues: initial as DefaultValues<V> });
  const name = `${endpoint.method} ${pathOf(endpoint.path, params)}`;
  const { notice, sent } = useFormDraft(form, { name, values: initial });
  const values = useWatch({ control: form.control }) as V;
  return {
    values,
    notice,
    set(part: Partial<V>) {
      for (const [field, value] of Object.entries(part))
        form.setValue(field as Path<V>, value, { shouldDirty: true });
    },
    sent() {
      form.reset(initial);
      sent();
    },
  };
}
