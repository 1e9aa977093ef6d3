import { DASHBOARD } from '../../../shared/addresses.ts';
import { BackLink } from '../BackLink.tsx';

/**
 * Explains that the site cannot be previewed at a future time if the API is on another host: the browser has
 * no page key for it.
 */
export function PreviewUnavailable() {
  return (
    <div className="shell-message" role="alert">
      <h1>Aqui o site não abre em outro dia</h1>
      <p>
        O site e a API estão em servidores diferentes. A pré-visualização de cada formulário e o histórico de
        cada registro funcionam como sempre.
      </p>
      <BackLink to={DASHBOARD} />
    </div>
  );
}
