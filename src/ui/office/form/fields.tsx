import { CircleAlert, Eye, EyeOff, ImageUp } from 'lucide-react';
import {
  createContext,
  type DragEvent,
  type FormEventHandler,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormState,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import type { ImageFile } from '../../../contract/image.ts';
import { texts } from '../../../contract/texts.ts';
import { type Mask, maskInput } from '../../masks.ts';
import { toInstant, toLocalTime } from '../../zonedTime.ts';
import { alert } from '../alerts.tsx';
import { Thumb } from '../Thumb.tsx';
import { charactersLeft, type FieldRules, rulesOf } from './formRules.ts';

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
  onSubmit: FormEventHandler<HTMLFormElement>;
  className?: string | undefined;
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
  onSubmit,
  className,
  footer,
  children,
}: FormProps) {
  const id = useId();
  const [labels] = useState(() => new Map<string, string>());
  const all = useMemo(() => ({ ...rulesOf(schema), ...rules }), [schema, rules]);
  const frame = useMemo(
    () => ({ id, rules: all, labels, progress, shares }),
    [id, all, labels, progress, shares],
  );
  return (
    <FormContext value={frame}>
      <form noValidate className={className} onSubmit={onSubmit} aria-busy={saving || undefined}>
        <fieldset disabled={saving} className="fields">
          {children}
        </fieldset>
        {footer}
      </form>
    </FormContext>
  );
}

export interface Common<V extends FieldValues> {
  control: Control<V>;
  name: FieldPath<V>;
  label: string;
  hint?: ReactNode;
  /** Said here only where the schema cannot say it. */
  required?: boolean | undefined;
}

export interface Shell {
  inputId: string;
  required: boolean;
  maxLength: number | undefined;
  error: string | undefined;
  /** Attributes that tie the input to its label, hint and error. */
  aria: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    'aria-required': true | undefined;
  };
}

export function useField<V extends FieldValues>(props: Common<V>, counted: boolean): Shell {
  const { id, rules, labels } = useContext(FormContext);
  const { control, name, label, hint } = props;
  const error = control.getFieldState(name, useFormState({ control, name, exact: true })).error?.message;
  const inputId = `${id}-${name}`;
  const required = props.required ?? rules[name]?.required ?? false;
  const maxLength = counted ? rules[name]?.maxLength : undefined;

  useLayoutEffect(() => {
    labels.set(name, label);
    return () => {
      labels.delete(name);
    };
  }, [labels, name, label]);

  const described = [error && `${inputId}-error`, hint && `${inputId}-hint`, maxLength && `${inputId}-left`];
  return {
    inputId,
    required,
    maxLength,
    error,
    aria: {
      id: inputId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      'aria-required': required || undefined,
    },
  };
}

export function FieldShell<V extends FieldValues>({
  shell,
  field,
  children,
}: {
  shell: Shell;
  field: Common<V>;
  children: ReactNode;
}) {
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <label className="field-label" htmlFor={shell.inputId}>
        {field.label}
        {!shell.required && <span className="field-optional">opcional</span>}
      </label>
      {children}
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      {field.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {field.hint}
        </p>
      )}
      {shell.maxLength !== undefined && (
        <Counter
          id={`${shell.inputId}-left`}
          control={field.control}
          name={field.name}
          maxLength={shell.maxLength}
        />
      )}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-error" id={id}>
      <CircleAlert className="i" aria-hidden="true" />
      {text}
    </p>
  );
}

function Counter<V extends FieldValues>({
  id,
  control,
  name,
  maxLength,
}: {
  id: string;
  control: Control<V>;
  name: FieldPath<V>;
  maxLength: number;
}) {
  const value: unknown = useWatch({ control, name });
  const left = charactersLeft(typeof value === 'string' ? value.length : 0, maxLength);
  return (
    <p className="field-hint" id={id} hidden={!left}>
      {left}
    </p>
  );
}

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'id' | 'required' | 'maxLength' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'
>;

export type TextFieldProps<V extends FieldValues> = Common<V> & InputProps;

export function TextField<V extends FieldValues>(props: TextFieldProps<V>) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, true);
  return (
    <FieldShell shell={shell} field={props}>
      <input type="text" {...input} {...control.register(name)} {...shell.aria} className="input" />
    </FieldShell>
  );
}

/** Grows with its text. */
export function TextArea<V extends FieldValues>(
  props: Common<V> &
    Omit<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      'name' | 'id' | 'required' | 'maxLength' | 'value' | 'defaultValue' | 'onChange' | 'onBlur'
    >,
) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, true);
  return (
    <FieldShell shell={shell} field={props}>
      <textarea rows={3} {...input} {...control.register(name)} {...shell.aria} className="input" />
    </FieldShell>
  );
}

export function PasswordField<V extends FieldValues>(props: Common<V> & Omit<InputProps, 'type'>) {
  const { control, name, label, hint, required, className, ...input } = props;
  const shell = useField(props, false);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldShell shell={shell} field={props}>
      <div className="input-group">
        <input
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...control.register(name)}
          {...shell.aria}
          type={shown ? 'text' : 'password'}
          className="input"
        />
        <button
          type="button"
          className="icon-btn"
          aria-label={shown ? 'Esconder a senha' : 'Mostrar a senha'}
          aria-controls={shell.inputId}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden="true" />
        </button>
      </div>
    </FieldShell>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function SelectField<V extends FieldValues>(
  props: Common<V> & {
    options: readonly Option[];
    /** What the empty choice says. */
    placeholder?: string | undefined;
  },
) {
  const { control, name, options, placeholder = 'Escolha' } = props;
  const shell = useField(props, false);
  return (
    <FieldShell shell={shell} field={props}>
      <select {...control.register(name)} {...shell.aria} className="input">
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}

type ClockType = 'datetime-local' | 'date' | 'time';

/** A native field for a day, a time or both. `read` and `write` turn what it shows into what it holds, and back. */
function ClockField<V extends FieldValues>({
  field: props,
  type,
  read = (shown) => shown,
  write = (held) => held,
}: {
  field: Common<V>;
  type: ClockType;
  read?: (shown: string) => string;
  write?: (held: string) => string;
}) {
  const shell = useField(props, false);
  const { field } = useController({ control: props.control, name: props.name });
  // A half-typed date reads as empty in the browser; kept as text that no schema takes, it is not lost silently.
  const sync = (input: HTMLInputElement) => {
    const next = input.validity.badInput ? 'incompleto' : input.value;
    const held = field.value === 'incompleto' ? field.value : write(field.value);
    if (next !== held) field.onChange(next === 'incompleto' ? next : read(next));
  };
  return (
    <FieldShell shell={shell} field={props}>
      <input
        type={type}
        {...shell.aria}
        className="input"
        name={field.name}
        ref={field.ref}
        value={write(field.value)}
        onChange={(event) => sync(event.currentTarget)}
        onKeyUp={(event) => sync(event.currentTarget)}
        onBlur={(event) => {
          sync(event.currentTarget);
          field.onBlur();
        }}
      />
    </FieldShell>
  );
}

/** Holds an instant (ISO 8601 with offset, or empty) and shows it on the clocks of São Paulo. */
export function DateTimeField<V extends FieldValues>(props: Common<V>) {
  return <ClockField field={props} type="datetime-local" read={toInstant} write={toLocalTime} />;
}

/** Holds a day, `YYYY-MM-DD`, or empty. */
export function DateField<V extends FieldValues>(props: Common<V>) {
  return <ClockField field={props} type="date" />;
}

/** Holds a time of day, `HH:MM`, or empty. */
export function TimeField<V extends FieldValues>(props: Common<V>) {
  return <ClockField field={props} type="time" />;
}

/** Sets punctuation while one types; what it starts with comes from `masked`. */
export function MaskedField<V extends FieldValues>(props: TextFieldProps<V> & { mask: Mask }) {
  const { control, name, label, hint, required, className, mask, ...input } = props;
  // The pattern shows how long it is; its punctuation would be counted with the rest.
  const shell = useField(props, false);
  const registered = control.register(name);
  return (
    <FieldShell shell={shell} field={props}>
      <input
        type="text"
        {...input}
        {...registered}
        {...shell.aria}
        onChange={(event) => {
          // A keyboard that composes words would write its own text over a changed one.
          if (!(event.nativeEvent as InputEvent).isComposing) maskInput(mask, event.currentTarget);
          return registered.onChange(event);
        }}
        onCompositionEnd={(event) => {
          maskInput(mask, event.currentTarget);
          return registered.onChange({ type: 'change', target: event.currentTarget });
        }}
        className="input"
      />
    </FieldShell>
  );
}

export interface FileFieldProps<V extends FieldValues> extends Common<V> {
  /** Media types that the contract allows; `video/*` stands for all of a kind. */
  accept: readonly string[];
  /** The picture that is stored now. */
  current?: ImageFile | null | undefined;
  /** What is best to send: «JPG ou PNG, de preferência 1440 × 600.» */
  advice: string;
}

/** A picture, chosen or dropped; holds a `File` or null, which keeps what is stored. */
export function FileField<V extends FieldValues>({ current, ...field }: FileFieldProps<V>) {
  return (
    <FileDrop
      field={field}
      stored={Boolean(current)}
      icon={<ImageUp className="i" aria-hidden="true" />}
      words={current ? 'Arraste outra imagem para cá' : 'Arraste a imagem para cá'}
      otherWords="Arraste outra imagem para cá"
    >
      {(chosen) => <PicturePreview chosen={chosen} current={current} />}
    </FileDrop>
  );
}

function PicturePreview({ chosen, current }: { chosen: File | null; current: ImageFile | null | undefined }) {
  const preview = usePreview(chosen);
  const { shares } = useContext(FormContext);
  const share = chosen && shares?.get(chosen);
  if (!preview && !current) return null;
  return (
    <div className="drop-preview">
      {preview ? <img src={preview} alt={`Nova imagem: ${chosen?.name}`} /> : null}
      {!preview && current ? <Thumb file={current} width={640} alt={current.alt ?? 'Imagem atual'} /> : null}
      {typeof share === 'number' && <Progress value={share} label={`Enviando ${chosen?.name}`} />}
    </div>
  );
}

export interface FileDropProps<V extends FieldValues> {
  field: Omit<FileFieldProps<V>, 'current'>;
  /** Whether something is stored that stays while nothing is chosen. */
  stored: boolean;
  icon: ReactNode;
  /** What asks for a file, and for another in its place. */
  words: string;
  otherWords: string;
  /** Shows what is chosen, or stored. */
  children: (chosen: File | null) => ReactNode;
  /** Beside the name of the chosen file. */
  about?: (chosen: File) => ReactNode;
}

/** Where one file is chosen or dropped: its type is checked, its choice can be undone. */
export function FileDrop<V extends FieldValues>(props: FileDropProps<V>) {
  const { field: own, stored, icon, words, otherWords, children, about } = props;
  const { control, name, accept, advice, label } = own;
  const shell = useField(own, false);
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const chosen = (field.value ?? null) as File | null;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement | null>(null);

  const take = (file: File | undefined) => {
    if (!file) return;
    if (!matches(file.type, accept)) {
      control.setError(name, { type: 'fileType', message: texts.wrongFileType });
      alert.error('Erro', texts.wrongFileType);
      return;
    }
    field.onChange(file as FieldPathValue<V, FieldPath<V>>);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isSubmitting) take(event.dataTransfer.files[0]);
  };

  const advised = `${shell.inputId}-advice`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && !stored && <span className="field-optional">opcional</span>}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the file input within */}
      <div
        className="drop-zone"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          {...shell.aria}
          aria-describedby={[shell.aria['aria-describedby'], advised].filter(Boolean).join(' ')}
          type="file"
          className="sr-only"
          accept={accept.join(',')}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          name={field.name}
          onBlur={field.onBlur}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // So that choosing the same file again is a change again.
            event.target.value = '';
          }}
        />
        {children(chosen)}
        <label className="drop-words" htmlFor={shell.inputId}>
          {!chosen && !stored && icon}
          <span>
            <b>{chosen ? otherWords : words}</b> ou <span className="link">escolha no computador</span>.{' '}
            <span id={advised}>{advice}</span>
          </span>
        </label>
        {chosen && (
          <p className="drop-chosen">
            <span>
              {chosen.name}
              {about?.(chosen)}
            </span>
            <button
              type="button"
              className="link"
              onClick={() => {
                field.onChange(null as FieldPathValue<V, FieldPath<V>>);
                input.current?.focus();
              }}
            >
              Desfazer escolha
            </button>
          </p>
        )}
      </div>
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      {own.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {own.hint}
        </p>
      )}
    </div>
  );
}

export function matches(type: string, accept: readonly string[]): boolean {
  return accept.some((allowed) =>
    allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type.toLowerCase() === allowed,
  );
}

export function usePreview(file: File | null): string | undefined {
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    if (!file) return setPreview(undefined);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return preview;
}

export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(value * 100);
  return (
    <div className="progress">
      <span aria-hidden="true">{percent}%</span>
      <progress value={value} max={1} aria-label={label} />
    </div>
  );
}
