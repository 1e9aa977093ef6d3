import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { BranchOption } from '../../../content/branchChoice/BranchesChoice.tsx';
import { listBranches } from '../../../content/branches/branch.contract.ts';
import { BranchesField, type BranchesValues } from '../../../content/branches/office/BranchesField.tsx';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { DateField, TextField } from '../../../records/office/form/fields.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { todayOnDevice } from '../../../shared/dates.ts';
import { formatDate, formatInstant } from '../../../shared/text/format.ts';
import {
  type CreatedTokenResponse,
  getToken,
  lastPossibleEnd,
  storeToken,
  type Token,
  updateToken,
} from '../token.contract.ts';
import { tokens } from '../token.screens.ts';
import { CreatedToken } from './CreatedToken.tsx';
import { PermissionsField } from './PermissionsField.tsx';

export const meta = screenMeta('Cadastro de token');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  return {
    branches: load(listBranches, request, { query: { fields: 'uuid,name', sort: 'name' } }).answer,
    token: uuid ? load(getToken, request, { params: { uuid } }).answer : null,
  };
}

export { RecordSkeleton as HydrateFallback };

export default function TokenForm() {
  const { token, branches } = useLoaderData<typeof clientLoader>();
  const [made, setMade] = useState<{ name: string; token: CreatedTokenResponse } | null>(null);
  if (made) return <CreatedToken name={made.name} made={made.token} />;
  if (!token)
    return <Editor branches={branches} onMade={(name, answer) => setMade({ name, token: answer })} />;
  return (
    <LoadedContent answer={token} skeleton={<RecordSkeleton />} back={tokens.at.list}>
      {({ data }) => <Editor key={`${data.uuid} ${data.version}`} token={data} branches={branches} />}
    </LoadedContent>
  );
}

interface EditorProps {
  token?: Token;
  branches: Promise<{ data: BranchOption[] }>;
  onMade?: (name: string, answer: CreatedTokenResponse) => void;
}

function Editor({ token, branches, onMade }: EditorProps) {
  const today = todayOnDevice();
  const edit = useEditForm({
    endpoint: token ? updateToken : storeToken,
    ...(token && { record: token }),
    values: {
      name: token?.name ?? '',
      expires_on: token?.expires_on ?? '',
      permissions: token?.permissions ?? [],
      branches: (token?.branches?.map(({ uuid }) => uuid) ?? 'all') as BranchesValues['branches'],
    },
    resource: tokens,
    messageOnScreen: onMade !== undefined,
    ...(onMade && {
      onSaved: ({ data }: { data: object }) =>
        onMade(edit.form.getValues('name'), data as CreatedTokenResponse),
    }),
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={token?.name ?? 'Novo token'}
      description={token ? aboutOf(token) : 'Ele aparece uma vez só, logo que for criado.'}
      saveLabel={token ? 'Salvar token' : 'Criar token'}
    >
      <Section title="Token">
        <div className="field-pair">
          <TextField
            control={control}
            name="name"
            label="Nome"
            autoComplete="off"
            hint="O sistema que vai usá-lo: Sistema de preços. É o nome que fica em Quem fez o quê."
          />
          <DateField
            control={control}
            name="expires_on"
            label="Vale até"
            min={today}
            max={lastPossibleEnd(today)}
            hint={`O dia inteiro, no máximo ${formatDate(lastPossibleEnd(today))}. Avisamos quem o criou uma semana antes.`}
          />
        </div>
      </Section>
      <Section title="O que ele permite">
        <PermissionsField control={control} had={token?.permissions ?? []} />
      </Section>
      <Section title="Filiais">
        <BranchesField
          control={control}
          branches={branches}
          had={token?.branches ?? []}
          words={{
            legend: 'Onde vale',
            all: 'Todas as filiais, também as que vierem',
            some: 'Só as que eu escolher',
            none: 'Não há filiais para escolher.',
            hint: 'Para o que é de cada filial: o cadastro e as fotos dela.',
          }}
        />
      </Section>
    </EditPage>
  );
}

function aboutOf({ created_at, made_by, last_used_at }: Token): string {
  const made = `Criado por ${made_by.name} em ${formatInstant(created_at)}.`;
  return `${made} ${last_used_at ? `Usado pela última vez em ${formatInstant(last_used_at)}.` : 'Nunca usado.'}`;
}
