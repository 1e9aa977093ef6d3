import { Copy, Eye, Pencil, Plus, Trash2 } from 'lucide';
import { useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useRevalidator } from 'react-router';
import { AccessNote } from '../../../records/office/AccessNote.tsx';
import { BackLink } from '../../../records/office/BackLink.tsx';
import { LinkButton } from '../../../records/office/Button.tsx';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadedContent } from '../../../records/office/Loaded.tsx';
import { ListSkeleton } from '../../../records/office/list/ListSkeleton.tsx';
import { RemoveDialog } from '../../../records/office/list/RemoveDialog.tsx';
import { RowActions, useCompactRows } from '../../../records/office/list/RowActions.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import type { RowAction } from '../../../records/office/rows/RowMenu.tsx';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { DASHBOARD } from '../../../shared/addresses.ts';
import { plural } from '../../../shared/text/plural.ts';
import { destroyRole, listRoles, type Role, storeRole } from '../role.contract.ts';
import { people, roles } from '../users.office.ts';
import { copyRoleAddress } from './RoleForm.tsx';

export const meta = screenMeta('Papéis');

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return load(listRoles, request);
}

export { ListSkeleton as HydrateFallback };

export default function RoleList() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { canPublishNow } = usePermissions();
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<Role | null>(null);
  const mayWrite = canPublishNow(storeRole);
  return (
    <>
      <BackLink to={DASHBOARD} />
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Papéis
          </h1>
          <p>O que cada pessoa vê e muda. Os que vêm com o sistema não mudam; uma cópia pode mudar.</p>
        </div>
        {mayWrite && (
          <LinkButton to={roles.at.create} icon={<Icon of={Plus} />}>
            Adicionar papel
          </LinkButton>
        )}
      </header>
      <AccessNote area={roles.area} />
      <LoadedContent answer={answer} skeleton={<ListSkeleton />}>
        {({ data }) => (
          <>
            <Roles
              title="Vêm com o sistema"
              items={data.filter((role) => role.built_in)}
              mayWrite={mayWrite}
              onRemove={setRemoving}
            />
            <Roles
              title="Da rede"
              items={data.filter((role) => !role.built_in)}
              mayWrite={mayWrite}
              onRemove={setRemoving}
            />
          </>
        )}
      </LoadedContent>
      {removing && (
        <RemoveDialog
          item={{ uuid: removing.key }}
          name={removing.name}
          remove={{ endpoint: destroyRole, consequence: 'O papel items da lista. Ninguém o tem agora.' }}
          said={roles.alerts.deleted}
          onRemoved={() => {
            setRemoving(null);
            revalidate();
          }}
          onUndo={undefined}
          onClose={() => setRemoving(null)}
          heading={heading}
        />
      )}
    </>
  );
}

interface RolesProps {
  title: string;
  items: Role[];
  mayWrite: boolean;
  onRemove: (role: Role) => void;
}

function Roles({ title, items, mayWrite, onRemove }: RolesProps) {
  const compact = useCompactRows();
  const withPeople = (role: Role) => `${people.at.list}?${new URLSearchParams({ role: role.key })}`;
  return (
    <section className="roles">
      <h2>{title}</h2>
      {items.length === 0 && (
        <p className="person-note">Nenhum ainda. Comece com uma cópia de um dos que vêm com o sistema.</p>
      )}
      <ul>
        {items.map((role) => (
          <li key={role.key}>
            <div>
              <h3>{role.name}</h3>
              {role.description && <p>{role.description}</p>}
              <p className="roles-facts">
                {role.people > 0 ? (
                  <Link className="link" to={withPeople(role)}>
                    {plural(role.people, 'pessoa', 'pessoas')}
                    <span className="sr-only"> com o papel {role.name}</span>
                  </Link>
                ) : (
                  'Ninguém tem'
                )}
                {role.own_branches && <span>Só as filiais da pessoa</span>}
              </p>
            </div>
            <RowActions name={role.name} compact={compact} actions={actionsOn(role, mayWrite, onRemove)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function actionsOn(role: Role, mayWrite: boolean, onRemove: (role: Role) => void): RowAction[] {
  const isEditable = mayWrite && !role.built_in;
  const actions: RowAction[] = [
    {
      key: 'edit',
      label: isEditable ? 'Editar' : 'Abrir',
      icon: isEditable ? <Icon of={Pencil} /> : <Icon of={Eye} />,
      to: roles.at.edit({ uuid: role.key }),
    },
  ];
  if (mayWrite)
    actions.push({
      key: 'copy',
      label: 'Fazer uma cópia',
      icon: <Icon of={Copy} />,
      to: copyRoleAddress(role.key),
    });
  if (isEditable && role.people === 0)
    actions.push({
      key: 'remove',
      label: 'Excluir',
      icon: <Icon of={Trash2} />,
      onClick: () => onRemove(role),
      danger: true,
    });
  return actions;
}
