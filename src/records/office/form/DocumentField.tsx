import { CircleAlert, FileText, Film } from 'lucide';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { DocumentFile } from '../../../shared/files/document.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { Icon } from '../Icon.tsx';
import { usePreview } from '../upload/usePreview.ts';
import { FileDrop, type FileFieldProps, Progress } from './FileField.tsx';
import { useFormFrame } from './Form.tsx';

export interface DocumentFieldProps<V extends FieldValues> extends Omit<FileFieldProps<V>, 'current'> {
  kind: 'pdf' | 'video';
  /** The stored file. */
  current: DocumentFile | null | undefined;
  /** Label of the stored file: «Ver encarte atual» for a link, «Vídeo atual» above a player. */
  currentLabel: string;
  /** Examines a chosen video before it is sent. */
  examine?: (file: File) => Promise<VideoDescription>;
  currentNote?: VideoDescription | null;
}

/** Description of a video, shown beside its player. */
export interface VideoDescription {
  /** Container and codecs. */
  format: string | null;
  /** How to convert a video that not every browser plays. */
  advice: string | null;
  /** False if no browser plays the video, so that it gets no player. */
  playable: boolean;
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
  const { kind, current, currentLabel, examine, currentNote, ...field } = props;
  const { icon, words, otherWords } = kinds[kind];
  return (
    <FileDrop
      field={field}
      kind={kind}
      stored={Boolean(current)}
      icon={<Icon of={icon} />}
      words={current ? otherWords : words}
      otherWords={otherWords}
      about={({ size }) => `, ${formatBytes(size)}`}
    >
      {(chosen) => (
        <>
          {kind === 'video' && (
            <Videos
              chosen={chosen}
              current={current}
              currentLabel={currentLabel}
              examine={examine}
              currentNote={currentNote}
            />
          )}
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

type VideosProps = Pick<
  DocumentFieldProps<FieldValues>,
  'current' | 'currentLabel' | 'examine' | 'currentNote'
>;

function Videos({
  chosen,
  current,
  currentLabel,
  examine,
  currentNote,
}: VideosProps & { chosen: File | null }) {
  const preview = usePreview(chosen);
  const note = useVideoNote(chosen, examine);
  if (!preview && !current) return null;
  return (
    <div className="drop-videos">
      {preview && (note || !examine) && <Player key={preview} label="Vídeo novo" src={preview} note={note} />}
      {current && (
        <Player
          key={current.url_s3}
          label={currentLabel}
          about={`${current.name}, ${formatBytes(current.bytes)}`}
          src={current.url_s3}
          note={currentNote}
        />
      )}
    </div>
  );
}

function useVideoNote(file: File | null, examine: VideosProps['examine']): VideoDescription | null {
  const [note, setNote] = useState<{ file: File; note: VideoDescription } | null>(null);
  useEffect(() => {
    if (!file || !examine) return;
    let isCurrent = true;
    // A file that cannot be read fails when it is sent, with a message of its own.
    examine(file)
      .catch((): VideoDescription => ({ format: null, advice: null, playable: true }))
      .then((found) => isCurrent && setNote({ file, note: found }));
    return () => {
      isCurrent = false;
    };
  }, [file, examine]);
  return note && note.file === file ? note.note : null;
}

interface PlayerProps {
  label: string;
  about?: string;
  src: string;
  note?: VideoDescription | null | undefined;
}

function Player({ label, about, src, note }: PlayerProps) {
  const [failed, setFailed] = useState(false);
  const isPlayable = note?.playable !== false;
  const advice =
    note?.advice ??
    (failed ? 'Este navegador não toca este formato. Um MP4 (H.264) toca em qualquer um.' : null);
  return (
    <figure>
      <figcaption>
        {label}
        {about && <span>{isPlayable ? about : <StoredFile about={about} src={src} />}</span>}
        {note?.format && <span>{note.format}</span>}
      </figcaption>
      {advice && (
        <p className="field-ask" role="status">
          <Icon of={CircleAlert} />
          <span>{advice}</span>
        </p>
      )}
      {isPlayable && (
        // biome-ignore lint/a11y/useMediaCaption: what staff send brings no captions of its own
        <video
          aria-label={label}
          src={src}
          width="320"
          height="240"
          controls
          playsInline
          preload="metadata"
          onError={() => setFailed(true)}
        />
      )}
    </figure>
  );
}

const StoredFile = ({ about, src }: { about: string; src: string }) => (
  <a className="link" href={src} download>
    {about}
  </a>
);
