import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { DateTimeField, SelectField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { ticketOfficeItems } from '../../ticketOffice/ticketOfficeItem.resource.ts';
import {
  getScreening,
  getWeek,
  type Screening,
  type StoredWeek,
  storeScreening,
  updateScreening,
} from '../screening.contract.ts';
import { screeningName } from '../screening.format.ts';
import { screenings } from '../screening.resource.ts';
import { AUDIOS, SCREENING_FORMATS } from '../screening.types.ts';

const optionsOf = (choices: Readonly<Record<number, string>>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }));
const audios = optionsOf(AUDIOS);
const formats = optionsOf(SCREENING_FORMATS);

export const meta = screenMeta('Editar sessão');

/** The choices of films, rooms and prices come with the current week. */
export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  const from = todayOnDevice();
  const answer = Promise.all([
    load(getWeek, request, { params: { from } }).answer,
    uuid ? load(getScreening, request, { params: { uuid } }).answer : null,
  ]);
  // Prevents an unhandled rejection, as in `load`: the component that renders the answer shows the error.
  answer.catch(() => undefined);
  return { answer };
}

export { RecordSkeleton as HydrateFallback };

export default function ScreeningForm() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={screenings.at.list}>
      {([week, found]) => (
        <Editor
          key={found ? `${found.data.uuid} ${found.data.version}` : 'new'}
          week={week.data}
          {...(found && { screening: found.data })}
        />
      )}
    </LoadedContent>
  );
}

function Editor({ screening, week }: { screening?: Screening; week: StoredWeek }) {
  const { films, prices, rooms } = week;
  const edit = useEditForm({
    endpoint: screening ? updateScreening : storeScreening,
    ...(screening && { record: screening }),
    values: {
      movie_id: screening?.movie ? String(screening.movie.id) : '',
      starts_at: screening?.starts_at ?? '',
      room: screening?.room ?? '',
      audio: screening ? String(screening.audio.number) : '',
      format: String(screening?.format.number ?? 1),
      price_id: screening?.price ? String(screening.price.id) : '',
      ticket_link: screening?.ticket_link ?? '',
    },
    resource: screenings,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={screening ? screeningName(screening) : 'Nova sessão'}
      intro="Aparece na página do cinema assim que for publicada."
      saveLabel="Salvar sessão"
    >
      <Section title="Filme e hora">
        <SelectField
          control={control}
          name="movie_id"
          label="Filme"
          options={withOwn<{ id: number; name: string }>(
            films.filter(({ current }) => current),
            screening?.movie,
          ).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <div className="field-pair">
          <DateTimeField
            control={control}
            name="starts_at"
            label="Começa em"
            hint="No horário de Brasília."
          />
          <TextField control={control} name="room" label="Sala" autoComplete="off" list="salas" />
        </div>
        <datalist id="salas">
          {rooms.map((room) => (
            <option key={room} value={room} />
          ))}
        </datalist>
        <div className="field-pair">
          <SelectField control={control} name="audio" label="Áudio" options={audios} />
          <SelectField control={control} name="format" label="Formato" options={formats} />
        </div>
      </Section>
      <Section title="Ingresso">
        <SelectField
          control={control}
          name="price_id"
          label="Preço"
          placeholder="Sem preço"
          options={withOwn(prices, screening?.price).map(({ id, item }) => ({
            value: String(id),
            label: item,
          }))}
          hint={
            prices.length === 0 && (
              <>
                A bilheteria ainda não tem itens.{' '}
                <Link className="link" to={ticketOfficeItems.at.create}>
                  Adicionar item
                </Link>
              </>
            )
          }
        />
        <TextField
          control={control}
          name="ticket_link"
          label="Link dos ingressos"
          inputMode="url"
          autoComplete="off"
          hint="Onde se compra o ingresso desta sessão, com https://"
        />
      </Section>
    </EditPage>
  );
}

/** Returns the choices with the stored value, which may have been deleted since. */
function withOwn<T extends { id: number }>(
  choices: readonly T[],
  own: NoInfer<T> | null | undefined,
): readonly T[] {
  return !own || choices.some(({ id }) => id === own.id) ? choices : [own, ...choices];
}
