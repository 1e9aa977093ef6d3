import { isRouteErrorResponse, Link, useRouteError } from 'react-router';

/**
 * Instead of a page that failed, inside whatever frame still stands. Of the error it shows only a text that
 * was written for people.
 */
export function PageError() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <Broken />;
  return error.status === 404 ? <NotFound /> : <Broken text={error.data?.message} />;
}

export function NotFound() {
  return (
    <Message
      title="Página não encontrada"
      text="Procuramos em todas as prateleiras e não achamos este endereço. Ele pode ter mudado de corredor."
    />
  );
}

const APOLOGY = 'O problema é nosso, e já estamos arrumando. Tente de novo em instantes.';

function Broken({ text = APOLOGY }: { text?: string }) {
  return <Message title="Algo caiu da prateleira" text={text} />;
}

function Message({ title, text }: { title: string; text: string }) {
  return (
    <section className="lost rays">
      <title>{title}</title>
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
