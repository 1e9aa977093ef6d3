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
import { useHydrated } from '../../useHydrated.ts';
import { type FieldRules, rulesOf } from './formRules.ts';

interface FormFrame {
  id: string;
  rules: FieldRules;
  /** Labels by field name, in the order in which the fields stand; the error summary speaks of them. */
  labels: Map<string, string>;
  /** 0 to 1 while files are on their way. */
  progress: number | null;
  /** The same for each file. */
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
  /** The contract's schema: says which fields are required and how long they may be. */
  schema: z.ZodType;
  /** Rules that the schema does not know, such as those of files. */
  rules?: FieldRules | undefined;
  progress?: number | null | undefined;
  shares?: ReadonlyMap<File, number> | null | undefined;
  /** Fields cannot be changed while their values are on their way. */
  saving: boolean;
  /** Nor can they by whoever may only see them. */
  locked?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  className?: string | undefined;
  /** Takes nothing before the script is there: it starts with what is stored, and would forget what was typed. */
  waits?: boolean;
  /** Buttons: outside of what saving disables, so that the pressed one keeps the focus. */
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
  const all = useMemo(() => ({ ...rulesOf(schema), ...rules }), [schema, rules]);
  const frame = useMemo(
    () => ({ id, rules: all, labels, progress, shares }),
    [id, all, labels, progress, shares],
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
