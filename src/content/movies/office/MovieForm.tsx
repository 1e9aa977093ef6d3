import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { CoverFields, coverValues } from '../../../records/office/form/CoverFields.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import {
  DateField,
  SelectField,
  TextArea,
  TextField,
  TimeField,
} from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { getMovie, type Movie, storeMovie, updateMovie } from '../movie.contract.ts';
import { movies } from '../movie.resource.ts';
import { BANDS, bandOf, MOVIE_TYPES } from '../movie.types.ts';

const types = Object.entries(MOVIE_TYPES).map(([value, label]) => ({ value, label }));
const bands = BANDS.map(({ code, label }) => ({ value: code, label: `${code} · ${label}` }));

export const meta = screenMeta('Editar filme');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return uuid ? load(getMovie, request, { params: { uuid } }) : null;
}

export { RecordSkeleton as HydrateFallback };

export default function MovieForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={movies.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} movie={data} />}
    </LoadedContent>
  );
}

function Editor({ movie }: { movie?: Movie }) {
  const edit = useEditForm({
    endpoint: movie ? updateMovie : storeMovie,
    ...(movie && { record: movie }),
    values: {
      name: movie?.name ?? '',
      type: movie ? String(movie.type.number) : '',
      classification: movie?.classification ?? '',
      description: movie?.description ?? '',
      release_date: movie?.release_date ?? '',
      duration: movie?.duration ?? '',
      trailer_link: movie?.trailer_link ?? '',
      ...coverValues(movie?.file.alt),
    },
    resource: movies,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={movie?.name ?? 'Novo filme'}
      intro="Aparece na página do cinema assim que for publicado."
      saveLabel="Salvar filme"
      aside={
        <Section title="Capa">
          <CoverFields
            control={control}
            current={movie?.file}
            advice="JPG ou PNG, o cartaz em pé, de preferência 800 × 1200."
          />
        </Section>
      }
    >
      <Section title="Dados do filme">
        <TextField control={control} name="name" label="Título" autoComplete="off" />
        <div className="field-pair">
          <SelectField
            control={control}
            name="type"
            label="Tipo"
            options={types}
            hint="Em cartaz, com lançamento no futuro: até lá, quem visita o site lê “Em breve”."
          />
          <SelectField
            control={control}
            name="classification"
            label="Classificação indicativa"
            options={withStored(movie?.classification)}
          />
        </div>
        <div className="field-pair">
          <DateField control={control} name="release_date" label="Data de lançamento" />
          <TimeField control={control} name="duration" label="Duração" hint="Horas e minutos: 01:52." />
        </div>
        <TextArea
          control={control}
          name="description"
          label="Descrição"
          rows={5}
          hint="A sinopse, sem contar o fim."
        />
        <TextField
          control={control}
          name="trailer_link"
          label="Link do trailer"
          inputMode="url"
          autoComplete="off"
          hint="Um vídeo ou uma página, com https://"
        />
      </Section>
    </EditPage>
  );
}

/**
 * Returns the bands, plus a stored classification that is none (from an import), so that it stays selectable.
 */
function withStored(classification: string | undefined) {
  if (classification === undefined || bandOf(classification)) return bands;
  return [...bands, { value: classification, label: classification }];
}
