import { Copy } from 'lucide';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { BackLink } from '../../../records/office/BackLink.tsx';
import { LinkButton } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { EditPage, Section, useEditForm } from '../../../records/office/form/EditPage.tsx';
import { FieldError, formPart, TextArea, TextField, useField } from '../../../records/office/form/fields.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { failureFrom, load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { withReauth } from '../../../records/office/session.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import type { Permission } from '../../../shared/permissions.ts';
import {
  getRole,
  MAX_ROLE_NAME_LENGTH,
  type Role,
  storeRole,
  updateBuiltInRole,
  updateRole,
} from '../role.contract.ts';
import { roles } from '../users.office.ts';
import { PermissionTable } from './PermissionTable.tsx';

export const meta = screenMeta('Cadastro de papel');

export function clientLoader({ request, params: { uuid } }: ClientLoaderFunctionArgs) {
  const copy = new URL(request.url).searchParams.get('copy');
  const key = uuid ?? copy;
  if (!key) return null;
  return { ...load(getRole, request, { params: { key } }), isCopy: !uuid };
}

export { RecordSkeleton as HydrateFallback };

export default function RoleForm() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (!loaded) return <Editor />;
  return (
    <LoadedContent answer={loaded.answer} skeleton={<RecordSkeleton />} back={roles.at.list}>
      {({ data }) => {
        if (loaded.isCopy) return <Editor key={`copy ${data.key}`} template={data} />;
        return data.built_in ? <BuiltIn role={data} /> : <Editor key={data.key} role={data} />;
      }}
    </LoadedContent>
  );
}

/** Returns the address of the form for a new role that starts as a copy of `key`. */
export const copyRoleAddress = (key: string) => `${roles.at.create}?${new URLSearchParams({ copy: key })}`;

const FACTOR_HINT =
  'Quem tem o papel e ainda não a ligou faz isso no perfil antes de qualquer outra coisa, já na próxima tela.';

const COPY = ' (cópia)';
const copyName = (name: string) => name.slice(0, MAX_ROLE_NAME_LENGTH - COPY.length) + COPY;

function Editor({ role, template }: { role?: Role; template?: Role }) {
  const start = role ?? template;
  const edit = useEditForm({
    endpoint: role ? updateRole : storeRole,
    ...(role && { record: { uuid: role.key, version: role.version ?? 1 } }),
    values: {
      name: role?.name ?? (template ? copyName(template.name) : ''),
      description: start?.description ?? '',
      permissions: start?.permissions ?? [],
      own_branches: start?.own_branches ?? false,
      needs_second_factor: start?.needs_second_factor ?? false,
    },
    resource: roles,
  });
  const { control } = edit;
  return (
    <EditPage
      edit={edit}
      title={role?.name ?? 'Novo papel'}
      description={
        role
          ? 'O que você salva vale na hora para quem tem este papel.'
          : 'Um conjunto de permissões da rede. Depois de salvar, dê a quem precisa dele, em Pessoas.'
      }
      back={{ to: roles.at.list, label: 'Papéis' }}
      saveLabel="Salvar papel"
    >
      <Section title="O papel">
        <TextField
          control={control}
          name="name"
          label="Nome"
          autoComplete="off"
          hint="Como a equipe diz: Encartes, Cinema, Gerência."
        />
        <TextArea
          control={control}
          name="description"
          label="Descrição"
          hint="Para que serve, em uma frase."
        />
        <div className="field">
          <label className="check">
            <input type="checkbox" {...control.register('own_branches')} />
            Só as filiais da pessoa
          </label>
          <p className="field-hint">
            De Filiais, quem tem o papel vê e muda só as que recebe em Pessoas. O resto não tem filial.
          </p>
        </div>
        <div className="field">
          <label className="check">
            <input type="checkbox" {...control.register('needs_second_factor')} />
            Pedir a verificação em duas etapas
          </label>
          <p className="field-hint">{FACTOR_HINT}</p>
        </div>
      </Section>
      <Section title="O que permite">
        <PermissionsField control={control} />
      </Section>
    </EditPage>
  );
}

const CAPTION = 'O que o papel permite';

interface PermissionsValues {
  permissions: string[];
}

function PermissionsField<V extends PermissionsValues>(props: { control: Control<V> }) {
  const control = formPart<PermissionsValues, V>(props.control);
  const shell = useField({ control, name: 'permissions', label: 'Permissões' }, false);
  const { field } = useController({ control, name: 'permissions' });
  const errorId = `${shell.inputId}-error`;
  return (
    <div className="field" data-invalid={shell.error ? true : undefined}>
      <FieldError id={errorId} text={shell.error} />
      <PermissionTable
        caption={CAPTION}
        value={field.value as Permission[]}
        onChange={field.onChange}
        first={field.ref}
        describedBy={shell.error ? errorId : undefined}
      />
    </div>
  );
}

/** Switches whether a built-in role requires a second factor, its only editable property. */
function FactorSwitch({ role }: { role: Role }) {
  const [isRequired, setIsRequired] = useState(role.needs_second_factor);
  const [saving, setSaving] = useState(false);
  const change = async (needs_second_factor: boolean) => {
    setSaving(true);
    setIsRequired(needs_second_factor);
    try {
      const input = { params: { key: role.key }, body: { needs_second_factor } };
      const { data } = await withReauth(() => callEndpoint(updateBuiltInRole, input));
      alert.success(data.message);
    } catch (error) {
      setIsRequired(!needs_second_factor);
      alert.failure(failureFrom(error));
    }
    setSaving(false);
  };
  return (
    <Section title="Como se entra">
      <div className="field" aria-busy={saving || undefined}>
        <label className="check">
          <input
            type="checkbox"
            checked={isRequired}
            onChange={(event) => !saving && change(event.target.checked)}
          />
          Pedir a verificação em duas etapas
        </label>
        <p className="field-hint">{FACTOR_HINT}</p>
      </div>
    </Section>
  );
}

/** Shows a built-in role read-only, with a button that copies it. */
function BuiltIn({ role }: { role: Role }) {
  const { canPublishNow } = usePermissions();
  return (
    <>
      <BackLink to={roles.at.list} label="Papéis" />
      <header className="page-head">
        <div>
          <h1>{role.name}</h1>
          <p>{role.description} Vem com o sistema e não muda; uma cópia pode mudar.</p>
        </div>
        {canPublishNow(storeRole) && (
          <LinkButton to={copyRoleAddress(role.key)} small icon={<Icon of={Copy} />}>
            Fazer uma cópia
          </LinkButton>
        )}
      </header>
      <div className="edit-single">
        {canPublishNow(updateBuiltInRole) && <FactorSwitch role={role} />}
        <Section title="O que permite">
          {role.own_branches && (
            <p className="person-note">Só as filiais da pessoa: de Filiais, vê e muda só as que recebe.</p>
          )}
          <PermissionTable caption={CAPTION} value={role.permissions as Permission[]} />
        </Section>
      </div>
    </>
  );
}
