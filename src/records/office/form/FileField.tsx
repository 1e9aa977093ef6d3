import { ImageUp } from 'lucide';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormState,
} from 'react-hook-form';
import { acceptOf, type FileKind } from '../../../shared/files/fileTypes.ts';
import type { ImageFile, PictureFrame } from '../../../shared/files/image.ts';
import { alert } from '../alerts.tsx';
import { Icon } from '../Icon.tsx';
import type { PictureView } from '../picture/FrameDialog.tsx';
import { type PictureRemoval, PictureTools } from '../picture/PictureTools.tsx';
import { usePicture } from '../picture/usePicture.ts';
import { Thumb } from '../Thumb.tsx';
import { ChosenPicture } from '../upload/ChosenPicture.tsx';
import { type RefusedFile, RefusedFiles, refusedFileIds } from '../upload/RefusedFiles.tsx';
import { useDrop } from '../upload/useDrop.ts';
import { useFileRefusal } from '../upload/useFileRefusal.ts';
import type { PictureValues } from './AltTextField.tsx';
import { useFormFrame } from './Form.tsx';
import { FieldError, type FieldProps, formPart, useField } from './fields.tsx';

// Loaded on first use.
const PictureDialog = lazy(() => import('../picture/PictureDialog.tsx'));

export interface FileFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The stored picture. */
  current?: ImageFile | null | undefined;
  /** Recommended file: «JPG ou PNG, de preferência 1440 × 600.» */
  advice: string;
  /** Places that show the picture, for a look at its crop. */
  views?: readonly PictureView[];
}

/**
 * Field of a picture, chosen, dropped or from the library, and its crop. Holds a `File`, or null to keep the
 * stored one.
 */
export function FileField<V extends PictureValues & FieldValues>({
  current: stored,
  removal,
  views,
  ...field
}: FileFieldProps<V> & { removal?: PictureRemoval }) {
  const control = formPart<PictureValues, V>(field.control);
  const { field: from } = useController({ control, name: 'image_from' });
  const { field: frame } = useController({ control, name: 'image_frame' });
  const { field: file } = useController({ control: field.control, name: field.name });
  const [picking, setPicking] = useState(false);
  const picked = usePicture(from.value);
  const isRemoved = removal?.removed === true;
  const current = isRemoved ? null : stored;
  const hasPicture = Boolean(current) || from.value !== '';
  return (
    <>
      <FileDrop
        field={field}
        kind="image"
        stored={hasPicture}
        icon={<Icon of={ImageUp} />}
        words={hasPicture ? 'Arraste outra imagem para cá' : 'Arraste a imagem para cá'}
        otherWords="Arraste outra imagem para cá"
        onChosen={() => {
          from.onChange('');
          frame.onChange(null);
          if (isRemoved) removal?.onChange(false);
        }}
        more={
          <PictureTools
            chosen={(file.value ?? null) as File | null}
            stored={picked?.file ?? (from.value === '' ? current : null)}
            frame={frame.value}
            views={views}
            onFrame={frame.onChange}
            onPick={() => setPicking(true)}
            onUndo={from.value === '' ? undefined : () => from.onChange('')}
            removal={stored && !file.value && from.value === '' ? removal : undefined}
          />
        }
      >
        {(chosen) =>
          isRemoved && !hasPicture && !chosen ? (
            <p className="drop-frame" role="status">
              A imagem sai ao salvar.
            </p>
          ) : (
            <PicturePreview chosen={chosen} current={picked?.file ?? current} frame={frame.value} />
          )
        }
      </FileDrop>
      {picking && (
        <Suspense>
          <PictureDialog
            onChoose={({ uuid }) => {
              file.onChange(null as FieldPathValue<V, FieldPath<V>>);
              frame.onChange(null);
              from.onChange(uuid);
              if (isRemoved) removal?.onChange(false);
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Field of an optional picture, which can be removed. */
export function OptionalFileField<V extends PictureValues & { image_remove: boolean } & FieldValues>(
  props: FileFieldProps<V>,
) {
  const control = formPart<{ image_remove: boolean }, V>(props.control);
  const { field } = useController({ control, name: 'image_remove' });
  return <FileField {...props} removal={{ removed: field.value, onChange: field.onChange }} />;
}

function PicturePreview({
  chosen,
  current,
  frame,
}: {
  chosen: File | null;
  current: ImageFile | null | undefined;
  frame: PictureFrame | null;
}) {
  const { shares } = useFormFrame();
  const share = chosen && shares?.get(chosen);
  if (!chosen && !current) return null;
  return (
    <div className="drop-preview">
      {chosen && <ChosenPicture file={chosen} alt={`Nova imagem: ${chosen.name}`} />}
      {!chosen && current && <Thumb file={current} width={640} alt={current.alt || 'Imagem atual'} />}
      {frame && <p className="drop-frame">O corte novo aparece ao salvar.</p>}
      {typeof share === 'number' && <Progress value={share} label={`Enviando ${chosen?.name}`} />}
    </div>
  );
}

export interface FileDropProps<V extends FieldValues> {
  field: Omit<FileFieldProps<V>, 'current'>;
  kind: FileKind;
  /** Whether a file is stored that stays while none is chosen. */
  stored: boolean;
  icon: ReactNode;
  /** Prompts for a file, and for a replacement. */
  words: string;
  otherWords: string;
  /** Renders the chosen or the stored file. */
  children: (chosen: File | null) => ReactNode;
  /** Called when a file is chosen, or the choice is undone. */
  onChosen?: () => void;
  /** Additional controls. */
  more?: ReactNode;
  /** Renders details beside the name of the chosen file. */
  about?: (chosen: File) => ReactNode;
}

/** Field for one file, chosen or dropped. Checks its type and size and can undo the choice. */
export function FileDrop<V extends FieldValues>(props: FileDropProps<V>) {
  const { field: own, kind, stored, icon, words, otherWords, children, onChosen, more, about } = props;
  const { control, name, advice, label } = own;
  const shell = useField(own, false);
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const chosen = (field.value ?? null) as File | null;
  const input = useRef<HTMLInputElement | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const refusalOf = useFileRefusal(kind);

  const accept = (file: File | undefined) => {
    if (!file) return;
    const reason = refusalOf(file);
    setRefused(reason ? [{ key: file.name, name: file.name, reason }] : []);
    if (reason) {
      alert.error('Erro', `${file.name}: ${reason}`);
      return;
    }
    onChosen?.();
    field.onChange(file as FieldPathValue<V, FieldPath<V>>);
  };
  const drop = useDrop(([file]) => accept(file), { unavailable: isSubmitting });

  const [adviceId, refusedId] = [`${shell.inputId}-advice`, `${shell.inputId}-refused`];
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && !stored && <span className="field-optional">opcional</span>}
      </p>
      <div className="drop-zone" {...drop}>
        <input
          {...shell.aria}
          aria-describedby={[shell.aria['aria-describedby'], refusedFileIds(refused, refusedId), adviceId]
            .filter(Boolean)
            .join(' ')}
          type="file"
          className="sr-only"
          accept={acceptOf(kind)}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          name={field.name}
          onBlur={field.onBlur}
          onChange={(event) => {
            accept(event.target.files?.[0]);
            // Otherwise choosing the same file again would not fire `change`.
            event.target.value = '';
          }}
        />
        {children(chosen)}
        {refused.length > 0 && (
          <ul className="refused-files" aria-label="Arquivos que não vão">
            <RefusedFiles
              refused={refused}
              id={refusedId}
              onRemove={() => {
                setRefused([]);
                input.current?.focus();
              }}
            />
          </ul>
        )}
        <label className="drop-words" htmlFor={shell.inputId}>
          {!chosen && !stored && icon}
          <span>
            <b>{chosen ? otherWords : words}</b> ou <span className="link">escolha no computador</span>.{' '}
            <span id={adviceId}>{advice}</span>
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
                onChosen?.();
                field.onChange(null as FieldPathValue<V, FieldPath<V>>);
                input.current?.focus();
              }}
            >
              Desfazer escolha
            </button>
          </p>
        )}
        {more}
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

export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(value * 100);
  return (
    <div className="progress">
      <span aria-hidden="true">{percent}%</span>
      <progress value={value} max={1} aria-label={label} />
    </div>
  );
}
