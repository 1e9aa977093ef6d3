import { plural } from '../../../shared/text/plural.ts';

/** Informs the applicant of purpose and retention before sending (LGPD, art. 9º). */
export function ApplicationNotice({ months }: { months: number | undefined }) {
  return (
    <div className="apply-notice">
      <p>
        <b>O que fazemos com os seus dados.</b> Usamos só para a seleção
        {months
          ? ` e guardamos por ${plural(months, 'mês', 'meses')} a partir do envio. Depois apagamos tudo automaticamente, o currículo também.`
          : ', e depois apagamos tudo, o currículo também.'}{' '}
        Quer que apaguemos antes? É só pedir.{' '}
        <a className="link" href="/privacy" target="_blank" rel="noopener">
          Como cuidamos dos seus dados
          <span className="sr-only"> (abre em outra aba)</span>
        </a>
      </p>
    </div>
  );
}
