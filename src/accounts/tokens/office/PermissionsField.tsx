import { type Control, useController } from 'react-hook-form';
import { FieldError, formPart, useField } from '../../../records/office/form/fields.tsx';
import { usePermissions } from '../../../records/office/usePermissions.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { PermissionTable } from '../../users/office/PermissionTable.tsx';
import { tokenAreas } from '../../users/rolePermissions.ts';
import { permissionsText } from '../token.words.ts';
import { tokenPresets } from '../tokenPresets.ts';

interface Values {
  permissions: string[];
}

/** The permissions of a token, by presets and by area, and what they allow in words. */
export function PermissionsField<V extends Values>(props: {
  control: Control<V>;
  /** Permissions that the token already has: shown even to callers without them. */
  had: readonly string[];
}) {
  const control = formPart<Values, V>(props.control);
  const shell = useField({ control, name: 'permissions', label: 'O que ele permite' }, false);
  const { field } = useController({ control, name: 'permissions' });
  const { has } = usePermissions();
  const errorId = `${shell.inputId}-error`;
  const offered = tokenAreas
    .map((area) => ({
      ...area,
      verbs: area.verbs.filter((verb) => {
        const permission: Permission = `${area.area}.${verb}`;
        return has(permission) || props.had.includes(permission);
      }),
    }))
    .filter(({ verbs }) => verbs.length > 0);
  const presets = tokenPresets.filter(({ permissions }) => permissions.every(has));
  const isChosen = (permissions: readonly string[]) =>
    permissions.length === field.value.length && permissions.every((one) => field.value.includes(one));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the section's title already is
    <div
      className="field"
      role="group"
      aria-label="O que ele permite"
      data-invalid={shell.error ? true : undefined}
      onBlur={field.onBlur}
    >
      {presets.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would break the line of buttons
        <div className="token-presets" role="group" aria-label="Escolhas prontas">
          {presets.map(({ label, permissions }) => (
            <button
              key={label}
              type="button"
              className="btn btn-line btn-s"
              aria-pressed={isChosen(permissions)}
              onClick={() => field.onChange([...permissions])}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <p className="token-permissions-text" role="status">
        {field.value.length === 0
          ? 'Ainda não permite nada. Comece por uma escolha pronta ou marque na tabela.'
          : `Permite ${permissionsText(field.value).replace(/^./, (letter) => letter.toLowerCase())}.`}
      </p>
      <FieldError id={errorId} text={shell.error} />
      <PermissionTable
        caption="O que o token permite"
        offered={offered}
        value={field.value as Permission[]}
        onChange={field.onChange}
        first={field.ref}
        describedBy={shell.error ? errorId : undefined}
      />
      <p className="field-hint">
        Pessoas, candidaturas, tokens e o registro de quem fez o quê nunca são de um sistema.
      </p>
    </div>
  );
}
