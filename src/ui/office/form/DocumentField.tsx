import { CircleAlert, FileText, Film } from 'lucide-react';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { DocumentFile } from '../../../contract/document.ts';
import { formatBytes } from '../../format.ts';
import { usePreview } from '../upload/usePreview.ts';
import { FileDrop, type FileFieldProps, Progress } from './FileField.tsx';
import { useFormFrame } from './Form.tsx';

export interface DocumentFieldProps<V extends FieldValues> extends Omit<FileFieldProps<V>, 'current'> {
  kind: 'pdf' | 'video';
  /** The stored file. */
  current: DocumentFile | null | undefined;
  /** Label of the stored file: «Ver encarte atual» for a link, «Vídeo atual» above a player. */
  currentLabel: string;
}

const kinds = {
  pdf: {
    icon: FileText,
    words: 'Arraste o PDF para cá',
    otherWords: 'Arraste outro PDF para cá',
  },
  video: {
    icon: Film,
    words: 'Arraste o vídeo para cá',
    otherWords: 'Arraste outro vídeo para cá',
  },
} as const;

/** Field of a PDF or a video, chosen or dropped; holds a `File` or null. */
export function DocumentField<V extends FieldValues>(props: DocumentFieldProps<V>) {
  const { kind, current, currentLabel, ...field } = props;
  const { icon: Icon, words, otherWords } = kinds[kind];
  return (
    <FileDrop
      field={field}
      kind={kind}
      stored={Boolean(current)}
      icon={<Icon className="i" aria-hidden="true" />}
      words={current ? otherWords : words}
      otherWords={otherWords}
      about={({ size }) => `, ${formatBytes(size)}`}
    >
      {(chosen) => (
        <>
          {kind === 'video' && <Videos chosen={chosen} current={current} currentLabel={currentLabel} />}
          {kind === 'pdf' && current && (
            <p className="drop-current">
              <a className="link" href={current.url_s3} target="_blank" rel="noopener">
                {currentLabel}
              </a>
              <span>
                {current.name}, {formatBytes(current.bytes)}
              </span>
            </p>
          )}
          {chosen && <Sending name={chosen.name} />}
        </>
      )}
    </FileDrop>
  );
}

function Sending({ name }: { name: string }) {
  const { progress } = useFormFrame();
  return progress === null ? null : <Progress value={progress} label={`Enviando ${name}`} />;
}

function Videos({
  chosen,
  current,
  currentLabel,
}: Pick<DocumentFieldProps<FieldValues>, 'current' | 'currentLabel'> & { chosen: File | null }) {
  const preview = usePreview(chosen);
  if (!preview && !current) return null;
  return (
    <div className="drop-videos">
      {preview && <Player key={preview} label="Vídeo novo" src={preview} />}
      {current && (
        <Player
          key={current.url_s3}
          label={currentLabel}
          about={`${current.name}, ${formatBytes(current.bytes)}`}
          src={current.url_s3}
        />
      )}
    </div>
  );
}

function Player({ label, about, src }: { label: string; about?: string; src: string }) {
  const [unplayable, setUnplayable] = useState(false);
  return (
    <figure>
      <figcaption>
        {label}
        {about && <span>{about}</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: videos of staff have no caption files */}
      <video
        aria-label={label}
        src={src}
        width="320"
        height="240"
        controls
        playsInline
        preload="metadata"
        onError={() => setUnplayable(true)}
      />
      {unplayable && (
        <p className="field-hint" role="status">
          <CircleAlert className="i" aria-hidden="true" />
          Este navegador não toca este formato. Um MP4 (H.264) toca em qualquer um.
        </p>
      )}
    </figure>
  );
}
