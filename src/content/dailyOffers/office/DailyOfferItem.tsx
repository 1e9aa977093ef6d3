import { CircleAlert, RotateCw, X } from 'lucide';
import type { Ref } from 'react';
import { Button } from '../../../records/office/Button.tsx';
import { PublicationTag } from '../../../records/office/details/PublicationTag.tsx';
import { Progress } from '../../../records/office/form/FileField.tsx';
import { AltField } from '../../../records/office/gallery/AltField.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePicture } from '../../../records/office/picture/usePicture.ts';
import { Grip, MoveButtons, useSortableItem } from '../../../records/office/rows/SortableRows.tsx';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { usePreview } from '../../../records/office/upload/usePreview.ts';
import type { Upload } from '../../../records/office/upload/useUploads.ts';
import type { ImageFile } from '../../../shared/files/image.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { altProblem, type DailyOfferItem, textProblem } from '../dailyOfferItems.ts';
import { TranscriptInput } from './TranscriptField.tsx';

interface Props {
  item: DailyOfferItem;
  /** Position from 1. */
  place: number;
  /** File chosen here, shown before it is stored. */
  file: File | undefined;
  /** Picture that is already stored. */
  stored: ImageFile | undefined;
  publication: PublicationState | undefined;
  upload: Upload | undefined;
  /** Error of the server for this picture. */
  refused: string | undefined;
  hint: string;
  removeRef: Ref<HTMLButtonElement>;
  onChange: (values: Partial<Pick<DailyOfferItem, 'alt' | 'decorative' | 'text'>>) => void;
  onBlur: () => void;
  onRemove: () => void;
  onRetry: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** Renders one picture of daily offers with its position, texts and upload progress. */
export function DailyOfferItemCard(props: Props) {
  const { item, place, upload, refused } = props;
  const name = `foto ${place}`;
  const { item: row, grip } = useSortableItem(item.key, 'foto que se move');
  return (
    <li
      {...row}
      className="leaflet-offer"
      data-invalid={refused || upload?.state === 'failed' ? true : undefined}
    >
      <div className="leaflet-place">
        <span className="leaflet-number">{place}</span>
        <Grip {...grip} name={name} />
        <MoveButtons name={name} onUp={props.onUp} onDown={props.onDown} />
      </div>
      <OfferPicture {...props} />
      <div className="leaflet-text">
        <AltField
          id={`${props.hint}-${item.key}`}
          of={`da ${name}`}
          text={item.decorative ? false : item.alt}
          error={altProblem(item)}
          hint={props.hint}
          onText={(text) =>
            props.onChange(text === false ? { alt: '', decorative: true } : { alt: text, decorative: false })
          }
          onBlur={props.onBlur}
          ref={undefined}
        />
        <TranscriptInput
          id={`${props.hint}-${item.key}-text`}
          of={`da ${name}`}
          text={item.text}
          error={textProblem(item)}
          onText={(text) => props.onChange({ text })}
          onBlur={props.onBlur}
        />
        <PublicationTag publication={props.publication} />
        {upload && <UploadState upload={upload} onRetry={props.onRetry} />}
        {refused && (
          <p className="field-error">
            <Icon of={CircleAlert} />
            {refused}
          </p>
        )}
      </div>
      <button
        type="button"
        className="icon-btn leaflet-remove"
        ref={props.removeRef}
        aria-label={upload && upload.state !== 'failed' ? `Cancelar o envio da ${name}` : `Tirar a ${name}`}
        title={upload && upload.state !== 'failed' ? 'Cancelar o envio' : 'Tirar'}
        onClick={props.onRemove}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

function OfferPicture({ item, place, file, stored, upload }: Props) {
  const preview = usePreview(file ?? null);
  const whole = usePicture(file || stored ? '' : item.picture);
  const shown = stored ?? whole?.file;
  const alt = item.name ? `Foto ${place}: ${item.name}` : `Foto ${place}`;
  return (
    <div className="leaflet-picture">
      {preview ? <img src={preview} alt={alt} /> : shown && <Thumb file={shown} width={120} alt={alt} />}
      {upload?.state === 'sending' && (
        <Progress value={upload.progress} label={`Enviando ${upload.file.name}`} />
      )}
    </div>
  );
}

function UploadState({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { state, progress, remaining, message, isRefused, file } = upload;
  if (state === 'failed')
    return (
      <>
        <p className="field-error">
          <Icon of={CircleAlert} />
          {message}
        </p>
        {!isRefused && (
          <Button
            variant="line"
            small
            icon={<Icon of={RotateCw} />}
            aria-label={`Tentar de novo: ${file.name}`}
            onClick={onRetry}
          >
            Tentar de novo
          </Button>
        )}
      </>
    );
  return (
    <p className="field-hint">
      {state === 'waiting' ? 'Na fila' : progress === 1 ? 'Preparando' : (remaining ?? 'Enviando')}
    </p>
  );
}
