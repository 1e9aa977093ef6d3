import { ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormState,
} from 'react-hook-form';
import type { ImageFile } from '../../../contract/image.ts';
import { texts } from '../../../contract/texts.ts';
import { alert } from '../alerts.tsx';
import { Thumb } from '../Thumb.tsx';
import { useDrop } from '../upload/useDrop.ts';
import { useFormFrame } from './Form.tsx';
import { type Common, FieldError, useField } from './fields.tsx';

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
  const { shares } = useFormFrame();
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
  const drop = useDrop(([file]) => take(file), { unavailable: isSubmitting });

  const advised = `${shell.inputId}-advice`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && !stored && <span className="field-optional">opcional</span>}
      </p>
      <div className="drop-zone" {...drop}>
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
