import { requestCodeText } from '../shared/text/texts.ts';
import { HeadArt } from './PageHead.tsx';

const NOT_FOUND = 'Página não encontrada';
const BROKEN = 'Algo caiu da prateleira';
const APOLOGY = 'O problema é nosso, e já estamos arrumando. Tente de novo em instantes.';

/** Replaces a page that failed. `text` is written for visitors. */
export const ErrorMessage = ({
  text = APOLOGY,
  code = null,
}: {
  text?: string | undefined;
  code?: string | null;
}) => <Message title={BROKEN} text={text} code={code} />;

export function NotFound() {
  return (
    <Message
      title={NOT_FOUND}
      text="Procuramos em todas as prateleiras e não achamos este endereço. Ele pode ter mudado de corredor."
    />
  );
}

/** Renders a page with one message and two links. */
export function Message({ title, text, code }: { title: string; text: string; code?: string | null }) {
  return (
    <section className="lost rays">
      <div className="wrap">
        <div>
          <h1 className="d1">{title}</h1>
          <p className="lead">{text}</p>
          <div className="acts">
            <a className="btn btn-red" href="/">
              Voltar à página inicial
            </a>
            <a className="btn btn-line" href="/branches">
              Achar uma filial
            </a>
          </div>
          {code && <p className="told-code">{requestCodeText(code)}</p>}
        </div>
        <HeadArt name="perdido" />
      </div>
    </section>
  );
}
