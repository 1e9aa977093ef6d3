import { useWatch } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { BranchesField } from '../../../content/branches/office/BranchesField.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { SelectField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import {
  type AccessChoices,
  getPerson,
  type PersonDetails,
  personChoices,
  storePerson,
  updatePerson,
} from '../person.contract.ts';
import { people } from '../users.office.ts';
import { PersonAside, ReadOnlyPerson } from './PersonAside.tsx';

export const meta = screenMeta('Cadastro de pessoa');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return {
    choices: load(personChoices, request).answer,
    person: uuid ? load(getPerson, request, { params: { uuid } }).answer : null,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function PersonForm() {
  const { choices, person } = useLoaderData<typeof clientLoader>();
  const frame = { skeleton: <RecordSkeleton />, back: people.at.list };
  return (
    <LoadedContent answer={choices} {...frame}>
      {({ data: offered }) =>
        person ? (
          <LoadedContent answer={person} {...frame}>
            {({ data }) =>
              data.refused ? (
                <ReadOnlyPerson person={data} />
              ) : (
                <Editor key={data.uuid} person={data} choices={offered} />
              )
            }
          </LoadedContent>
        ) : (
          <Editor choices={offered} />
        )
      }
    </LoadedContent>
  );
}

function Editor({ person, choices }: { person?: PersonDetails; choices: AccessChoices }) {
  const edit = useEditForm({
    endpoint: person ? updatePerson : storePerson,
    ...(person && { record: person }),
    values: {
      name: person?.name ?? '',
      email: person?.email ?? '',
      role: person?.role ?? '',
      branches: person?.branches?.map(({ uuid }) => uuid) ?? [],
    },
    resource: people,
  });
  const { control } = edit;
  const key = useWatch({ control, name: 'role' });
  const role = choices.roles.find((candidate) => candidate.key === key);
  const offered = choices.roles.filter((candidate) => candidate.may_give || candidate.key === person?.role);
  return (
    <EditPage
      edit={edit}
      title={person?.name ?? 'Convidar pessoa'}
      description={
        person
          ? person.email
          : 'Ela recebe um e-mail com um link para escolher a senha. O link vale por 3 dias.'
      }
      back={{ to: people.at.list, label: 'Pessoas' }}
      saveLabel={person ? 'Salvar pessoa' : 'Enviar convite'}
      {...(person && { aside: <PersonAside person={person} /> })}
    >
      <Section title="Quem é">
        <TextField control={control} name="name" label="Nome" autoComplete="off" />
        {!person && (
          <TextField
            control={control}
            name="email"
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            hint="Com ele a pessoa entra. Só ela pode trocar depois, no perfil."
          />
        )}
      </Section>
      <Section title="O que pode">
        <SelectField
          control={control}
          name="role"
          label="Papel"
          options={offered.map(({ key, name }) => ({ value: key, label: name }))}
          hint={role?.description ?? 'Diz o que a pessoa vê e muda.'}
        />
        {role?.own_branches && (
          <BranchesField
            control={control}
            branches={choices.branches}
            words={{ legend: 'Filiais', none: 'Ainda não há filiais. Cadastre uma antes, em Filiais.' }}
          />
        )}
        {person && (
          <p className="person-note">
            Outro papel ou outras filiais encerram as sessões da pessoa, e um e-mail avisa.
          </p>
        )}
      </Section>
    </EditPage>
  );
}
