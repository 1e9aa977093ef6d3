import { type Control, type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form';
import { texts } from '../../contract/texts.ts';
import { useField } from '../../ui/office/form/fields.tsx';
import { useLoaded } from '../../ui/office/load.ts';
import { useSession } from '../../ui/office/session.ts';
import { BranchesChoice, type ChoiceWords, type Choosable } from './BranchesChoice.tsx';
import { deletedChoices } from './deletedChoices.ts';

export interface BranchesValues {
  branches: 'all' | string[];
}

type Known = { data: readonly Choosable[] };

const NOTHING: Promise<Known> = Promise.resolve({ data: [] });

/** An answer that came with the page is no promise any more, so that it is not asked whether it is one. */
const isNamed = (branches: Promise<Known> | readonly Choosable[]): branches is readonly Choosable[] =>
  Array.isArray(branches);

/** Branches as a part of any form whose values carry them. Whoever is kept to some chooses of these where there is an `all`. */
export function BranchesField<V extends { branches: BranchesValues['branches'] | string[] } & FieldValues>({
  control: given,
  branches,
  had = [],
  words,
}: {
  control: Control<V>;
  branches: Promise<Known> | readonly Choosable[];
  /** Those that it has already, for whoever may not see all. */
  had?: readonly Choosable[];
  words: ChoiceWords;
}) {
  // The field's name is known only without the form's other values.
  const control = given as unknown as Control<BranchesValues>;
  const name: FieldPath<BranchesValues> = 'branches';
  const { inputId, error } = useField({ control, name, label: words.legend }, false);
  const { field } = useController({ control, name });
  const { defaultValues } = useFormState({ control });
  const { user } = useSession();
  const named = isNamed(branches) ? branches : null;
  const { value, pending } = useLoaded(isNamed(branches) ? NOTHING : branches);
  const own = words.all ? user?.branches : null;
  const known = named ?? value?.data ?? had;
  const choices = known.filter(
    ({ uuid }) => !own || own.includes(uuid) || had.some((one) => one.uuid === uuid),
  );
  const isTheirs = (uuid: unknown) => !own || own.includes(String(uuid));
  const namesIn = (values: unknown) => (Array.isArray(values) ? values.filter(isTheirs) : []);
  const isListed = named !== null || value !== undefined;
  const deleted =
    isListed &&
    deletedChoices({
      chosen: namesIn(field.value),
      stored: namesIn(defaultValues?.branches),
      known: [...known, ...had].map(({ uuid }) => uuid),
    });
  const { all, ...others } = words;
  return (
    <BranchesChoice
      id={inputId}
      words={{
        ...others,
        ...(all && !own && { all }),
        ...(!named && pending && { none: texts.loading }),
      }}
      choices={choices}
      deleted={deleted || null}
      value={field.value}
      onChange={field.onChange}
      error={error}
      onBlur={field.onBlur}
      first={field.ref}
    />
  );
}
