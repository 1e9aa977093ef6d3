import { RotateCw, TriangleAlert } from 'lucide';
import { Fragment, useEffect, useRef } from 'react';
import { type FieldErrors, type FieldValues, get, type Path, useFormState } from 'react-hook-form';
import { plural } from '../../../shared/text/plural.ts';
import { requestCodeText } from '../../../shared/text/texts.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { useFormFrame } from './Form.tsx';
import type { EditForm } from './useEditForm.ts';

/** Lists the fields to correct after a failed attempt, each as a link to its field. */
export function ErrorSummary<V extends FieldValues>({ edit }: { edit: EditForm<V> }) {
  const { control, problems, setFocus } = edit;
  const { attempts, conflict, failed } = problems;
  const { labels } = useFormFrame();
  const { errors } = useFormState({ control });
  const box = useRef<HTMLElement>(null);
  const handled = useRef(0);
  // Errors may arrive one render after the attempt.
  useEffect(() => {
    if (attempts === handled.current || !box.current) return;
    handled.current = attempts;
    const summary = box.current;
    // Wait for the alert, and scroll without animation: the alert's layout shift would interrupt a smooth
    // scroll.
    requestAnimationFrame(() => {
      summary.focus({ preventScroll: true });
      summary.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  });

  if (attempts === 0) return null;
  const invalid = [...labels].filter(([name]) => get(errors, name)) as [Path<V>, string][];
  const otherErrors = otherMessages(errors);
  if (invalid.length === 0 && otherErrors.length === 0 && !conflict && !failed) return null;

  const missing = invalid.every(([name]) => isBlank(edit.form.getValues(name)));
  const count = plural(invalid.length, 'campo', 'campos');
  const title =
    invalid.length === 0
      ? 'Não foi salvo'
      : missing
        ? `${invalid.length === 1 ? 'Falta' : 'Faltam'} ${count}`
        : `Confira ${count}`;
  return (
    <section className="summary" ref={box} tabIndex={-1} aria-label={title}>
      <Icon of={TriangleAlert} />
      <div>
        <p className="alert-title">{title}</p>
        {invalid.length > 0 && (
          <p>
            {missing ? 'Preencha ' : 'Veja '}
            {invalid.map(([name, label], index) => (
              <Fragment key={name}>
                {index > 0 && (index === invalid.length - 1 ? ' e ' : ', ')}
                <button type="button" onClick={() => setFocus(name)}>
                  {label}
                </button>
              </Fragment>
            ))}
            . O resto continua como está.
          </p>
        )}
        {otherErrors.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {failed && (
          <>
            <p>{failed.message}</p>
            {failed.request && <p className="told-code">{requestCodeText(failed.request)}</p>}
            <Button variant="line" small icon={<Icon of={RotateCw} />} onClick={() => edit.save()}>
              Tentar de novo
            </Button>
          </>
        )}
        {conflict && (
          <>
            <p>{conflict}</p>
            <Button variant="line" small icon={<Icon of={RotateCw} />} onClick={() => problems.reload()}>
              Recarregar
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Returns the errors of values that have no field on the screen. */
function otherMessages(errors: FieldErrors): string[] {
  const root = errors.root as Record<string, { message?: string } | string | undefined> | undefined;
  return Object.values(root ?? {}).flatMap((found) =>
    typeof found === 'object' && found.message ? [found.message] : [],
  );
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
