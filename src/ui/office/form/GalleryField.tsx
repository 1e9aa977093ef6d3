import { ImagePlus, Trash2, X } from 'lucide-react';
import { type DragEvent, type Ref, useRef, useState } from 'react';
import {
  type Control,
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormState,
} from 'react-hook-form';
import { maxLengthOf } from '../../../contract/fields.ts';
import { type GalleryImage, imageAlt } from '../../../contract/image.ts';
import { texts } from '../../../contract/texts.ts';
import { plural } from '../../format.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import type { DestroyEndpoint } from '../ListPage.tsx';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';
import { Thumb } from '../Thumb.tsx';
import { type Common, FieldError, matches, Progress, useField, useFormFrame, usePreview } from './fields.tsx';
import { charactersLeft } from './formRules.ts';

/** The texts of a gallery's pictures, as a form holds them. */
export interface GalleryAltValues {
  /** Of stored pictures, by uuid: those that differ from what is stored. */
  gallery_alts: Record<string, string>;
  /** Of new pictures, in their order; there may be fewer. */
  new_gallery_alts: string[];
}

/** What they start with. */
export const galleryAltValues: GalleryAltValues = { gallery_alts: {}, new_gallery_alts: [] };

export interface GalleryFieldProps<V extends GalleryAltValues & FieldValues> extends Common<V> {
  /** Media types that the contract allows. */
  accept: readonly string[];
  /** The pictures that are stored now. */
  current?: readonly GalleryImage[] | undefined;
  /** Deletes one of `current`, at once and apart from the form, and what is said then. */
  remove: { endpoint: DestroyEndpoint; said: string };
  /** How many new ones one save brings at most. */
  most?: number | undefined;
  /** What is best to send. */
  advice: string;
}

/**
 * Several pictures, chosen or dropped: holds the new ones as `File[]`, beside those that are stored, and the text
 * of each.
 */
export function GalleryField<V extends GalleryAltValues & FieldValues>(props: GalleryFieldProps<V>) {
  const { control, name, label, accept, current = [], remove, most, advice } = props;
  const shell = useField(props, false);
  const { shares } = useFormFrame();
  const { field } = useController({ control, name });
  const { isSubmitting } = useFormState({ control });
  const chosen = (field.value ?? []) as readonly File[];
  const storedAlts = useAlts(props, 'gallery_alts', 'Textos das fotos');
  const newAlts = useAlts(props, 'new_gallery_alts', 'Textos das fotos novas');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<GalleryImage | null>(null);
  const [refused, setRefused] = useState<{ text: string; beside: number } | null>(null);
  const [said, setSaid] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement | null>(null);
  /** Buttons that take a picture away, by the picture's key. */
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const buttonRef = (key: string) => (element: HTMLButtonElement | null) => {
    if (element) buttons.current.set(key, element);
    else buttons.current.delete(key);
  };

  const stored = current.filter(({ uuid }) => !deleted.includes(uuid));
  const keys = [...stored.map(({ uuid }) => uuid), ...chosen.map(keyOf)];
  /** Where the focus goes when the picture with this key is gone. */
  const besides = (key: string) => {
    const at = keys.indexOf(key);
    return buttons.current.get(keys[at + 1] ?? keys[at - 1] ?? '') ?? input.current;
  };

  const storedTexts = stored.map(({ uuid, alt }) => storedAlts.value[uuid] ?? alt ?? '');
  const newTexts = chosen.map((_, index) => newAlts.value[index] ?? '');
  const tellStored = ({ uuid, alt }: GalleryImage, text: string) => {
    const { [uuid]: _, ...others } = storedAlts.value;
    storedAlts.onChange(text === (alt ?? '') ? others : { ...others, [uuid]: text });
  };

  const change = (files: readonly File[]) => field.onChange(files as FieldPathValue<V, typeof name>);
  const take = (files: readonly File[]) => {
    const right = files.filter((file) => matches(file.type, accept));
    const room = most === undefined ? right.length : Math.max(0, most - chosen.length);
    const [taken, left] = [right.slice(0, room), right.slice(room)];
    const wrong = files.filter((file) => !right.includes(file));
    const text = [
      wrong.length > 0 && `${namesOf(wrong)}: ${texts.wrongFileType}`,
      left.length > 0 && `Cabem ${most} fotos por vez. Ficou de fora: ${namesOf(left)}.`,
    ]
      .filter(Boolean)
      .join(' ');
    setRefused(text ? { text, beside: chosen.length + taken.length } : null);
    if (text) alert.error('Erro', text);
    if (taken.length === 0) return;
    change([...chosen, ...taken]);
    setSaid(`${plural(taken.length, 'foto escolhida', 'fotos escolhidas')}. Salve para enviar.`);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isSubmitting) take([...event.dataTransfer.files]);
  };
  const undo = (file: File) => {
    const next = besides(keyOf(file));
    newAlts.onChange(newTexts.toSpliced(chosen.indexOf(file), 1));
    change(chosen.filter((other) => other !== file));
    setSaid(`${file.name} não vai mais.`);
    next?.focus();
  };
  const onDeleted = (image: GalleryImage) => {
    tellStored(image, image.alt ?? '');
    setDeleted([...deleted, image.uuid]);
    setAsking(null);
    const left = stored.length - 1;
    setSaid(left > 0 ? `A galeria tem ${plural(left, 'foto', 'fotos')}.` : 'A galeria está vazia.');
  };

  // What was refused stops being news once other files are chosen.
  const refusal = refused?.beside === chosen.length ? refused.text : undefined;
  const [advised, refusedId] = [`${shell.inputId}-advice`, `${shell.inputId}-refused`];
  const altHint = `${shell.inputId}-alt`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <p className="field-label">
        <label htmlFor={shell.inputId}>{label}</label>
        {!shell.required && <span className="field-optional">opcional</span>}
      </p>
      <ul
        className="gallery gallery-edit"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {stored.map((image, index) => (
          <li key={image.uuid}>
            <div className="gallery-frame">
              <Thumb file={fileOf(image)} width={200} alt={image.alt ?? `Foto ${index + 1} da galeria`} />
              <button
                type="button"
                className="gallery-remove"
                ref={buttonRef(image.uuid)}
                aria-label={`Excluir foto ${index + 1}`}
                title="Excluir"
                onClick={() => setAsking(image)}
              >
                <Trash2 className="i" aria-hidden="true" />
              </button>
            </div>
            <p aria-hidden="true">Foto {index + 1}</p>
            <AltField
              {...storedAlts.fieldOf(storedTexts, index)}
              of={`da foto ${index + 1}`}
              hint={altHint}
              onText={(text) => tellStored(image, text)}
            />
          </li>
        ))}
        {chosen.map((file, index) => (
          <li key={keyOf(file)} data-new="">
            <div className="gallery-frame">
              <Chosen file={file} share={shares?.get(file)} />
              {!shares && (
                <button
                  type="button"
                  className="gallery-remove"
                  ref={buttonRef(keyOf(file))}
                  aria-label={`Tirar ${file.name}`}
                  title="Tirar"
                  onClick={() => undo(file)}
                >
                  <X className="i" aria-hidden="true" />
                </button>
              )}
            </div>
            <p title={file.name}>{file.name}</p>
            <AltField
              {...newAlts.fieldOf(newTexts, index)}
              of={`da nova foto ${file.name}`}
              hint={altHint}
              onText={(text) => newAlts.onChange(newTexts.with(index, text))}
            />
          </li>
        ))}
        <li className="gallery-add">
          <input
            {...shell.aria}
            aria-describedby={[shell.aria['aria-describedby'], refusal && refusedId, advised]
              .filter(Boolean)
              .join(' ')}
            type="file"
            multiple
            className="sr-only"
            accept={accept.join(',')}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            name={field.name}
            onBlur={field.onBlur}
            onChange={(event) => {
              take([...(event.target.files ?? [])]);
              // So that choosing the same files again is a change again.
              event.target.value = '';
            }}
          />
          <label htmlFor={shell.inputId}>
            <ImagePlus className="i" aria-hidden="true" />
            Adicionar fotos
          </label>
        </li>
      </ul>
      <FieldError id={refusedId} text={refusal} />
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
      <FieldError id={storedAlts.errorId} text={storedAlts.errorBesides(storedTexts)} />
      <FieldError id={newAlts.errorId} text={newAlts.errorBesides(newTexts)} />
      {keys.length > 0 && (
        <p className="field-hint" id={altHint}>
          Texto alternativo: descreva a foto para quem não a vê.
        </p>
      )}
      <p className="field-hint" id={advised}>
        {advice}
      </p>
      {props.hint && (
        <p className="field-hint" id={`${shell.inputId}-hint`}>
          {props.hint}
        </p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {asking && (
        <DeleteDialog
          image={asking}
          place={stored.indexOf(asking) + 1}
          remove={remove}
          onDeleted={onDeleted}
          onClose={() => setAsking(null)}
          focusAfter={() => besides(asking.uuid)}
        />
      )}
    </div>
  );
}

const ALT = imageAlt();
const ALT_LENGTH = maxLengthOf(ALT);

const problemOf = (text: string) => ALT.safeParse(text).error?.issues[0]?.message;

/** One of the two groups of texts: what it holds, and how it fits the form. */
function useAlts<V extends GalleryAltValues & FieldValues, N extends keyof GalleryAltValues>(
  props: Common<V>,
  name: N,
  label: string,
) {
  // The field's name is known only without the form's other values.
  const control = props.control as unknown as Control<GalleryAltValues>;
  const { error, inputId } = useField({ control, name, label }, false);
  const { field } = useController({ control, name });
  return {
    value: field.value as GalleryAltValues[N],
    onChange: (value: GalleryAltValues[N]) => field.onChange(value),
    errorId: `${inputId}-error`,
    /** What is wrong where it is none of `texts` itself. */
    errorBesides: (texts: readonly string[]) => (texts.some(problemOf) ? undefined : error),
    /** What the field of one of `texts` gets; the form's focus goes to the first that is wrong. */
    fieldOf: (texts: readonly string[], index: number) => ({
      id: `${inputId}-${index}`,
      text: texts[index] ?? '',
      error: error && problemOf(texts[index] ?? ''),
      onBlur: field.onBlur,
      ref: index === (error ? Math.max(0, texts.findIndex(problemOf)) : 0) ? field.ref : undefined,
    }),
  };
}

function AltField({
  id,
  of,
  text,
  error,
  hint,
  onText,
  ...input
}: {
  id: string;
  /** Names the picture: «da foto 2». */
  of: string;
  text: string;
  error: string | undefined;
  hint: string;
  onText: (text: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLTextAreaElement> | undefined;
}) {
  const left = charactersLeft(text.length, ALT_LENGTH);
  return (
    <div className="gallery-alt">
      <label htmlFor={id}>
        Texto alternativo <span className="sr-only">{of}</span>
      </label>
      <textarea
        {...input}
        id={id}
        rows={2}
        className="input"
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, left && `${id}-left`, hint].filter(Boolean).join(' ')}
      />
      <FieldError id={`${id}-error`} text={error} />
      <p className="field-hint" id={`${id}-left`} hidden={!left}>
        {left}
      </p>
    </div>
  );
}

function Chosen({ file, share }: { file: File; share: number | undefined }) {
  const preview = usePreview(file);
  return (
    <>
      {preview && <img src={preview} alt={`Nova foto: ${file.name}`} />}
      {share !== undefined && <Progress value={share} label={`Enviando ${file.name}`} />}
    </>
  );
}

function DeleteDialog({
  image,
  place,
  remove,
  onDeleted,
  onClose,
  focusAfter,
}: {
  image: GalleryImage;
  place: number;
  remove: { endpoint: DestroyEndpoint; said: string };
  onDeleted: (image: GalleryImage) => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}) {
  const [busy, setBusy] = useState(false);
  const next = useRef<HTMLElement | null>(null);
  const leave = () => {
    next.current = focusAfter();
    onDeleted(image);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      const { data } = await withReauth(() =>
        callEndpoint(remove.endpoint, { params: { uuid: image.uuid } }),
      );
      alert.success(remove.said, data.message);
      leave();
    } catch (error) {
      const failure = failureFrom(error);
      alert.error('Erro', failure.message);
      // Somebody else was faster: the picture has no business here any more.
      if (failure.code === 'not_found') leave();
      else setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={texts.confirmDelete}
      confirm={{ label: 'Excluir', icon: <Trash2 className="i" aria-hidden="true" /> }}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
      finalFocus={() => next.current}
    >
      <Thumb file={fileOf(image)} width={404} alt="" />
      <p className="dialog-subject">Foto {place} da galeria</p>
      <p>Sai do site agora, mesmo sem salvar o resto. Não dá para desfazer.</p>
    </ConfirmDialog>
  );
}

/** The stored pictures of a record, each a link to itself in full, with its text below. */
export function GalleryView({ images }: { images: readonly GalleryImage[] }) {
  if (images.length === 0) return null;
  return (
    <ul className="gallery" aria-label="Galeria">
      {images.map((image, index) => (
        <li key={image.uuid}>
          <a className="gallery-frame" href={image.path} target="_blank" rel="noopener">
            <Thumb file={fileOf(image)} width={200} alt={`Foto ${index + 1} da galeria`} />
          </a>
          <p className="gallery-caption">{image.alt ?? '-'}</p>
        </li>
      ))}
    </ul>
  );
}

const fileOf = ({ path, ...image }: GalleryImage) => ({ ...image, url_s3: path });

const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ');

const keysOfFiles = new WeakMap<File, string>();
let lastKey = 0;

/** Two files may share a name, and one may be chosen twice in a row of previews that must not be mixed up. */
function keyOf(file: File): string {
  const known = keysOfFiles.get(file);
  if (known) return known;
  lastKey += 1;
  const key = `new ${lastKey}`;
  keysOfFiles.set(file, key);
  return key;
}
