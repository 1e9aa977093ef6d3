import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentField, type VideoDescription } from '../../records/office/form/DocumentField.tsx';
import { EditPage, Section, useEditForm } from '../../records/office/form/EditPage.tsx';
import { LoadedContent, RecordSkeleton } from '../../records/office/Loaded.tsx';
import { load } from '../../records/office/loadScreen.ts';
import { screenMeta } from '../../records/office/screenMeta.ts';
import { DASHBOARD } from '../../shared/addresses.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { formatText, namesOf, playbackAdvice, playbackOf } from '../../shared/video/videoFormat.ts';
import { blobSource, readVideoFormat } from '../../shared/video/videoReader.ts';
import { getVideo, storeVideo, type Video } from './video.contract.ts';
import { videos } from './video.resource.ts';

export const meta = screenMeta('Vídeo');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(getVideo, request);
}

export { RecordSkeleton as HydrateFallback };

export default function VideoForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={DASHBOARD}>
      {(saved) => <Editor {...(saved && { video: saved.data })} />}
    </LoadedContent>
  );
}

function Editor({ video }: { video?: Video }) {
  const edit = useEditForm({
    endpoint: storeVideo,
    ...(video && { record: video }),
    values: { video: null as File | null },
    resource: videos,
  });
  return (
    <EditPage
      edit={edit}
      title="Vídeo"
      description={video ? describe(video) : 'Aparece no site assim que for publicado.'}
      saveLabel="Salvar vídeo"
    >
      <Section title="Vídeo do site">
        <DocumentField
          control={edit.control}
          name="video"
          label="Arquivo de vídeo"
          kind="video"
          current={video?.file}
          currentLabel="Vídeo atual"
          currentNote={video && noteOf(video)}
          examine={examine}
          advice="De preferência MP4 (H.264), que toca em qualquer aparelho."
        />
      </Section>
    </EditPage>
  );
}

const describe = ({ playable, updated_at }: Video) =>
  playable ? `No site desde ${formatInstant(updated_at)}.` : 'Este vídeo não aparece no site.';

const noteOf = ({ format, advice, playable }: Video): VideoDescription => ({
  format: format && formatText(format),
  advice,
  playable,
});

/** Examines a chosen file with the code that the server uses. */
async function examine(file: File): Promise<VideoDescription> {
  const format = await readVideoFormat(blobSource(file));
  const playback = playbackOf(format);
  const playable = playback !== 'nowhere';
  const advice = playbackAdvice(playback, format);
  return {
    format: formatText(namesOf(format)),
    advice: playable ? advice : `Este vídeo não vai aparecer no site. ${advice}`,
    playable,
  };
}
