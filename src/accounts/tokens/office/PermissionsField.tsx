import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FieldError, formPart, useField } from '../../../records/office/form/fields.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import { type Permission, VERBS, type Verb } from '../../../shared/permissions.ts';
import {
  type AreaFacts,
  tokenAreas,
  VERB_DESCRIPTIONS,
  VERB_LABELS,
  withImpliedPermissions,
} from '../../users/rolePermissions.ts';

interface Values {
  permissions: string[];
}

/** The permissions of a token by area. Ticking a verb also ticks the verbs that it requires. */
export function PermissionsField<V extends Values>(props: {
  control: Control<V>;
  /** Permissions that the token already has: shown even to callers without them. */
  had: readonly string[];
}) {
  const control = formPart<Values, V>(props.control);
  const shell = useField({ control, name: 'permissions', label: 'O que ele permite' }, false);
  const { field } = useController({ control, name: 'permissions' });
  const { has } = usePermissions();
  const hintId = useId();
  const ticked = new Set(field.value);
  const isOffered = (permission: Permission) => has(permission) || props.had.includes(permission);

  const change = (area: AreaFacts, verb: Verb, isOn: boolean) => {
    const permission: Permission = `${area.area}.${verb}`;
    if (isOn) return field.onChange(withImpliedPermissions([...field.value, permission] as Permission[]));
    // Permissions that require the unticked one are unticked too.
    const rest = field.value.filter((other) => other !== permission) as Permission[];
    field.onChange(rest.filter((other) => !withImpliedPermissions([other]).includes(permission)));
  };

  const shown = tokenAreas
    .map((area) => ({
      area,
      verbs: area.verbs.filter((verb) => isOffered(`${area.area}.${verb}`)),
    }))
    .filter(({ verbs }) => verbs.length > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the section's title already is
    <div
      className="field"
      role="group"
      aria-label="O que ele permite"
      aria-describedby={[shell.error && `${shell.inputId}-error`, hintId].filter(Boolean).join(' ')}
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      <div className="field-hint" id={hintId}>
        <ul>
          {VERBS.map((verb) => (
            <li key={verb}>
              <b>{VERB_LABELS[verb]}</b>: {VERB_DESCRIPTIONS[verb]}.
            </li>
          ))}
        </ul>
        <p>Pessoas, candidaturas, tokens e o registro de quem fez o quê nunca são de um sistema.</p>
      </div>
      <div className="token-permissions">
        {shown.map(({ area, verbs }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the name of the area stands beside its boxes, not above them
          <div key={area.area} role="group" aria-label={area.label}>
            <span className="token-permissions-area">{area.label}</span>
            <span className="token-permissions-verbs">
              {verbs.map((verb, place) => (
                <label className="check" data-verb={verb} key={verb}>
                  <input
                    type="checkbox"
                    ref={index === 0 && place === 0 ? field.ref : undefined}
                    checked={ticked.has(`${area.area}.${verb}`)}
                    onChange={(event) => change(area, verb, event.target.checked)}
                  />
                  {VERB_LABELS[verb]}
                </label>
              ))}
            </span>
          </div>
        ))}
      </div>
      <FieldError id={`${shell.inputId}-error`} text={shell.error} />
    </div>
  );
}
