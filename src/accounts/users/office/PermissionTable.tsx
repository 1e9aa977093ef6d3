import { Check, Minus } from 'lucide';
import { useId } from 'react';
import { Icon } from '../../../records/office/Icon.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { type Permission, VERBS, type Verb } from '../../../shared/permissions.ts';
import {
  type AreaFacts,
  areas,
  VERB_DESCRIPTIONS,
  VERB_LABELS,
  withImpliedPermissions,
  withoutDependentPermissions,
} from '../rolePermissions.ts';

interface Props {
  caption: string;
  value: readonly Permission[];
  /** Areas that the table offers; by default all. */
  offered?: readonly AreaFacts[];
  /** Absent for a read-only table. */
  onChange?: ((next: Permission[]) => void) | undefined;
  /** Ref of the first checkbox, which a form focuses on an error. */
  first?: React.Ref<HTMLInputElement> | undefined;
  describedBy?: string | undefined;
}

const permissionOf = ({ area }: AreaFacts, verb: Verb): Permission => `${area}.${verb}`;

/**
 * Shows permissions: a row for each area, a column for each verb. The heads of both select all in them. Narrow screens
 * stack the columns.
 */
export function PermissionTable({ caption, value, offered = areas, onChange, first, describedBy }: Props) {
  const { has } = usePermissions();
  const id = useId();
  const groups = Map.groupBy(offered, ({ group }) => group);
  const [firstArea] = offered;
  const isEditable = (permission: Permission) => onChange !== undefined && has(permission);
  const change = (wanted: readonly Permission[], on: boolean) => {
    const open = wanted.filter(isEditable);
    onChange?.(
      on
        ? withImpliedPermissions([...value, ...open]).filter(
            (permission) => value.includes(permission) || isEditable(permission),
          )
        : open.reduce<Permission[]>(
            (left, permission) => withoutDependentPermissions(left, permission),
            [...value],
          ),
    );
  };
  const lacks =
    onChange && offered.some((facts) => facts.verbs.some((verb) => !has(permissionOf(facts, verb))));
  return (
    <>
      <dl className="permission-meanings">
        {VERBS.map((verb) => (
          <div key={verb}>
            <dt>{VERB_LABELS[verb]}</dt>
            <dd>{VERB_DESCRIPTIONS[verb]}</dd>
          </div>
        ))}
      </dl>
      {lacks && (
        <p className="person-note">Só dá permissão quem a tem: o que você não pode está apagado aqui.</p>
      )}
      <table className="permissions" data-read={!onChange || undefined} aria-describedby={describedBy}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="permission-wide">Área</span>
              <span className="permission-narrow">Em tudo</span>
            </th>
            {VERBS.map((verb) => (
              <th key={verb} scope="col" data-kind="verb">
                {onChange ? (
                  <Tick
                    label={VERB_LABELS[verb]}
                    more=" em tudo"
                    all={offered
                      .filter(({ verbs }) => verbs.includes(verb))
                      .map((facts) => permissionOf(facts, verb))
                      .filter(isEditable)}
                    value={value}
                    onChange={change}
                  />
                ) : (
                  VERB_LABELS[verb]
                )}
              </th>
            ))}
          </tr>
        </thead>
        {Array.from(groups, ([group, members]) => (
          <tbody key={group}>
            <tr className="permission-group">
              <th scope="rowgroup" colSpan={VERBS.length + 1}>
                {group}
              </th>
            </tr>
            {members.map((facts) => (
              <tr key={facts.area}>
                <th scope="row" id={`${id}-${facts.area}`}>
                  {onChange ? (
                    <Tick
                      isArea
                      label={facts.label}
                      all={facts.verbs.map((verb) => permissionOf(facts, verb)).filter(isEditable)}
                      value={value}
                      onChange={change}
                    />
                  ) : (
                    facts.label
                  )}
                </th>
                {VERBS.map((verb) => {
                  const permission = permissionOf(facts, verb);
                  return (
                    <td key={verb} data-kind="verb">
                      {facts.verbs.includes(verb) && !onChange && (
                        <Mark label={VERB_LABELS[verb]} has={value.includes(permission)} />
                      )}
                      {facts.verbs.includes(verb) && onChange && (
                        <Tick
                          ref={facts === firstArea && verb === 'read' ? first : undefined}
                          label={VERB_LABELS[verb]}
                          more={` em ${facts.label}`}
                          all={[permission]}
                          value={value}
                          onChange={change}
                          disabled={!isEditable(permission)}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

/** Shows a permission in a read-only table. */
function Mark({ label, has }: { label: string; has: boolean }) {
  return (
    <span className="permission-mark" data-has={has || undefined}>
      <Icon of={has ? Check : Minus} />
      <span className="permission-verb">{label}</span>
      <span className="sr-only">{has ? ': sim' : ': não'}</span>
    </span>
  );
}

interface TickProps {
  label: string;
  /** Rest of the label for screen readers, which names the area. */
  more?: string;
  /** Whether the label names an area. */
  isArea?: boolean;
  /** Permissions that the checkbox sets. */
  all: readonly Permission[];
  value: readonly Permission[];
  onChange: (wanted: readonly Permission[], on: boolean) => void;
  disabled?: boolean;
  ref?: React.Ref<HTMLInputElement> | undefined;
}

function Tick({ label, more, isArea, all, value, onChange, disabled = all.length === 0, ref }: TickProps) {
  const count = all.filter((permission) => value.includes(permission)).length;
  const isPartial = count > 0 && count < all.length;
  return (
    <label className="permission-tick" data-area={isArea}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
          if (typeof ref === 'function') ref(box);
          else if (ref) ref.current = box;
        }}
        checked={count > 0 && !isPartial}
        disabled={disabled}
        onChange={({ target }) => onChange(all, target.checked)}
      />
      {isArea && <span className="sr-only">Tudo em </span>}
      <span className={isArea ? undefined : 'permission-verb'}>{label}</span>
      {more && <span className="sr-only">{more}</span>}
    </label>
  );
}
