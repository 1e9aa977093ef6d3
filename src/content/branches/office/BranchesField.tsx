import { type Control, type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form';
import { formPart, useField } from '../../../records/office/form/fields.tsx';
import { useLoaded } from '../../../records/office/loadScreen.ts';
import { useSession } from '../../../records/office/session.ts';
import { texts } from '../../../shared/text/texts.ts';
import {
  BranchesChoice,
  type BranchesChoiceTexts,
  type BranchOption,
} from '../../branchChoice/BranchesChoice.tsx';
import { deletedChoices } from '../../branchChoice/deletedChoices.ts';

export interface BranchesValues {
  branches: 'all' | string[];
}

type BranchChoices = { data: readonly BranchOption[] };

const NOTHING: Promise<BranchChoices> = Promise.resolve({ data: [] });

/** Returns whether the choices are loaded already; otherwise they are a promise. */
const isNamed = (
  branches: Promise<BranchChoices> | readonly BranchOption[],
): branches is readonly BranchOption[] => Array.isArray(branches);

/**
 * Renders a selection of branches in any form with a `branches` value. A user restricted to some branches may
 * select only those, if `words` has an `all`.
 */
export function BranchesField<V extends { branches: BranchesValues['branches'] | string[] } & FieldValues>({
  control: given,
  branches,
  had = [],
  words,
}: {
  control: Control<V>;
  branches: Promise<BranchChoices> | readonly BranchOption[];
  /** Branches that the record already has, for a user who may not see all branches. */
  had?: readonly BranchOption[];
  words: BranchesChoiceTexts;
}) {
  const control = formPart<BranchesValues, V>(given);
  const name: FieldPath<BranchesValues> = 'branches';
  const { inputId, error } = useField({ control, name, label: words.legend }, false);
  const { field } = useController({ control, name });
  const { defaultValues } = useFormState({ control });
  const { user } = useSession();
  const loaded = isNamed(branches) ? branches : null;
  const { value, pending } = useLoaded(isNamed(branches) ? NOTHING : branches);
  const own = words.all ? user?.branches : null;
  const known = loaded ?? value?.data ?? had;
  const choices = known.filter(
    ({ uuid }) => !own || own.includes(uuid) || had.some((branch) => branch.uuid === uuid),
  );
  const isTheirs = (uuid: unknown) => !own || own.includes(String(uuid));
  const namesIn = (values: unknown) => (Array.isArray(values) ? values.filter(isTheirs) : []);
  const isListed = loaded !== null || value !== undefined;
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
        ...(!loaded && pending && { none: texts.loading }),
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
