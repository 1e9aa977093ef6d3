import { Icon } from '../../../ui/Icon.tsx';
import { fieldId } from './ApplicationField.tsx';
import { FIELD_LABELS, fieldNames } from './applicationProblems.browser.ts';
import type { FormProblem } from './useApplicationForm.browser.ts';

/** Shows the errors above the form: alerts disappear, and do not exist without JavaScript. */
export function ApplicationProblem({ problem: { message, fields } }: { problem: FormProblem }) {
  const wrong = fieldNames.filter((name) => fields[name]);
  return (
    <div className="apply-problem" tabIndex={-1}>
      <Icon name="triangle-alert" />
      <div>
        <p>
          <strong>Erro</strong>
          {message}
        </p>
        {wrong.length > 0 && (
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`}>{FIELD_LABELS[name]}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
