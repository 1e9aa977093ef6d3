import {
  createContext,
  type FormEventHandler,
  type ReactNode,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react';
import type { z } from 'zod';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { type FieldRules, rulesOf } from './formRules.ts';

interface FormFrame {
  id: string;
  rules: FieldRules;
  /** Labels by field name, in the order of the fields, for the error summary. */
  labels: Map<string, string>;
  /** Upload progress, 0 to 1; null when no files are being sent. */
  progress: number | null;
  /** Upload progress of each file, 0 to 1. */
  shares: ReadonlyMap<File, number> | null;
}

const FormContext = createContext<FormFrame>({
  id: 'form',
  rules: {},
  labels: new Map(),
  progress: null,
  shares: null,
});

export function useFormFrame(): FormFrame {
  return useContext(FormContext);
}

export interface FormProps {
  /** Schema of the contract: required fields and maximum lengths. */
  schema: z.ZodType;
  /** Rules that the schema does not contain, such as those of files. */
  rules?: FieldRules | undefined;
  progress?: number | null | undefined;
  shares?: ReadonlyMap<File, number> | null | undefined;
  /** The fields are disabled while their values are being sent. */
  saving: boolean;
  /** The fields are disabled for users who may only read them. */
  locked?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  className?: string | undefined;
  /** Inert until hydration: the form starts with the stored values and would lose text typed before. */
  waits?: boolean;
  /** Buttons. Outside of the disabled fieldset, so that the pressed one keeps the focus. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A form whose fields take their rules from the contract. */
export function Form({
  schema,
  rules,
  progress = null,
  shares = null,
  saving,
  locked = false,
  onSubmit,
  className,
  waits = false,
  footer,
  children,
}: FormProps) {
  const hydrated = useHydrated();
  const id = useId();
  const [labels] = useState(() => new Map<string, string>());
  const allRules = useMemo(() => ({ ...rulesOf(schema), ...rules }), [schema, rules]);
  const frame = useMemo(
    () => ({ id, rules: allRules, labels, progress, shares }),
    [id, allRules, labels, progress, shares],
  );
  return (
    <FormContext value={frame}>
      <form
        noValidate
        className={className}
        onSubmit={onSubmit}
        aria-busy={saving || undefined}
        inert={waits && !hydrated}
      >
        <fieldset disabled={saving || locked} className="fields">
          {children}
        </fieldset>
        {footer}
      </form>
    </FormContext>
  );
}
