import { isRouteErrorResponse, Link, useRouteError } from 'react-router';

const NOT_FOUND = 'Página não encontrada';
const BROKEN = 'Algo caiu da prateleira';
const APOLOGY = 'O problema é nosso, e já estamos arrumando. Tente de novo em instantes.';

/**
 * Instead of a page that failed, inside whatever frame still stands. Of the error it shows only a text that
 * was written for people.
 */
export function PageError() {
  const error = useRouteError();
  if (isNotFound(error)) return <NotFound />;
  return (
    <Message
      title={BROKEN}
      text={isRouteErrorResponse(error) && error.data?.message ? error.data.message : APOLOGY}
    />
  );
}

export function NotFound() {
  return (
    <Message
      title={NOT_FOUND}
      text="Procuramos em todas as prateleiras e não achamos este endereço. Ele pode ter mudado de corredor."
    />
  );
}

/** What the page is called while it shows `error`. */
export function titleOf(error: unknown): string {
  return isNotFound(error) ? NOT_FOUND : BROKEN;
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** A page that has only this to say, and two ways on. */
export function Message({ title, text }: { title: string; text: string }) {
  return (
    <section className="lost rays">
      <div className="wrap">
        <h1 className="d1">{title}</h1>
        <p className="lead">{text}</p>
        <div className="acts">
          <Link className="btn btn-red" to="/">
            Voltar à página inicial
          </Link>
          <Link className="btn btn-line" to="/branches">
            Achar uma filial
          </Link>
        </div>
      </div>
    </section>
  );
}
