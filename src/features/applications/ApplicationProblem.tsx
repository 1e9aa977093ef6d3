import { Icon } from '../../ui/Icon.tsx';
import { idOf } from './ApplicationField.tsx';
import { fieldNames, labels } from './applicationProblems.browser.ts';
import type { Problem } from './useApplication.browser.ts';

/** Shows the errors above the form: alerts disappear, and do not exist without JavaScript. */
export function ApplicationProblem({ problem: { message, fields } }: { problem: Problem }) {
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
                <a href={`#${idOf(name)}`}>{labels[name]}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
