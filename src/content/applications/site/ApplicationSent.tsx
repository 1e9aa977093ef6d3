import { useEffect, useRef } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { fieldId } from './ApplicationField.tsx';

export const SENT_TITLE = 'Candidatura enviada com sucesso';

/** Replaces the form after a success. Its link opens the form again at the first field. */
export function ApplicationSent({
  page,
  message,
  takeFocus = false,
}: {
  page: string;
  message: string;
  takeFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus();
  }, [takeFocus]);
  return (
    <section className="applied" id="candidatura" aria-labelledby="candidatura-enviada">
      <Icon name="circle-check" />
      <h2 className="d2" id="candidatura-enviada" ref={heading} tabIndex={-1}>
        {SENT_TITLE}
      </h2>
      <p className="lead">{message}</p>
      <div className="acts">
        <a className="btn btn-line" href={`${page}#${fieldId('name')}`}>
          Enviar outra
        </a>
        <a className="link" href="/">
          Voltar à página inicial
        </a>
      </div>
    </section>
  );
}
