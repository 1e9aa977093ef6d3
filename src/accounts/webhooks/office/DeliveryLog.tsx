import { ChevronDown, RotateCw } from 'lucide';
import { useId } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { alert } from '../../../records/office/alerts.tsx';
import { Button } from '../../../records/office/Button.tsx';
import { callEndpoint } from '../../../records/office/callEndpoint.ts';
import { Icon } from '../../../records/office/Icon.tsx';
import { LoadFailure } from '../../../records/office/Loaded.tsx';
import { addressWith } from '../../../records/office/list/addressWith.ts';
import { ListSkeleton } from '../../../records/office/list/ListPage.tsx';
import { Pager } from '../../../records/office/list/Pager.tsx';
import { useLoaded } from '../../../records/office/loadScreen.ts';
import type { ScreenMeta } from '../../../records/office/screens.ts';
import { formatInstant } from '../../../shared/text/format.ts';
import { plural } from '../../../shared/text/plural.ts';
import { DELIVERY_STATES, resendDelivery, type WebhookDelivery } from '../webhook.contract.ts';
import { outcomeInWords, stateInWords, typeInWords } from '../webhook.words.ts';
import { useServerAction } from './useServerAction.browser.ts';

/** Renders the log of deliveries. Each entry opens to show the request body and the response. */
export function DeliveryLog({
  answer,
  mayResend,
}: {
  answer: Promise<{ data: WebhookDelivery[]; meta?: ScreenMeta | undefined }>;
  mayResend: boolean;
}) {
  const id = useId();
  const { value, failure, pending } = useLoaded(answer);
  const { revalidate } = useRevalidator();
  const rows = value?.data ?? [];
  return (
    <section className="webhook-part" aria-labelledby={id}>
      <div className="webhook-head">
        <h2 id={id}>Envios</h2>
        <StateFilter />
        <Button
          variant="line"
          small
          busy={pending && value !== undefined}
          icon={<Icon of={RotateCw} />}
          onClick={() => revalidate()}
        >
          Atualizar
        </Button>
      </div>
      {failure && !pending ? (
        <LoadFailure failure={failure} />
      ) : !value ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <p className="webhook-quiet">Nada aqui ainda. O que for enviado fica neste registro por 30 dias.</p>
      ) : (
        <>
          <ul className="deliveries" aria-busy={pending || undefined}>
            {rows.map((delivery) => (
              <Entry key={delivery.uuid} delivery={delivery} mayResend={mayResend} />
            ))}
          </ul>
          {value.meta && <Pager meta={value.meta} shown={rows.length} />}
        </>
      )}
    </section>
  );
}

function StateFilter() {
  const [params, setAsked] = useSearchParams();
  return (
    <label className="webhook-filter">
      Mostrar
      <select
        className="input"
        value={params.get('state') ?? ''}
        onChange={({ target }) =>
          setAsked(addressWith(params, { state: target.value, page: '' }), { preventScrollReset: true })
        }
      >
        <option value="">Todos</option>
        {Object.entries(DELIVERY_STATES).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

const LOOKS: Readonly<Record<WebhookDelivery['state'], string>> = {
  sent: 'on',
  waiting: 'warn',
  failed: 'warn',
  canceled: 'off',
};

function Entry({ delivery, mayResend }: { delivery: WebhookDelivery; mayResend: boolean }) {
  const { uuid, type, created_at, state, attempts, next_at, tried_at, took_ms, body, answer } = delivery;
  const { busy, run } = useServerAction();
  const outcome = outcomeInWords(delivery);
  const resend = () =>
    run(async () => {
      const { data } = await callEndpoint(resendDelivery, { params: { uuid } });
      alert.success('Enviando de novo', data.message);
    });
  return (
    <li>
      <details>
        <summary>
          <time dateTime={created_at}>{formatInstant(created_at)}</time>
          <b>{typeInWords(type)}</b>
          <span className="status" data-look={LOOKS[state]}>
            {stateInWords(delivery)}
          </span>
          <span className="delivery-tries">{plural(attempts, 'tentativa', 'tentativas')}</span>
          <Icon of={ChevronDown} />
        </summary>
        <div className="delivery-inside">
          {outcome && <p>{outcome}</p>}
          <dl>
            {tried_at && (
              <div>
                <dt>Última tentativa</dt>
                <dd>
                  {formatInstant(tried_at)}
                  {took_ms !== null && `, em ${took_ms} ms`}
                </dd>
              </div>
            )}
            {next_at && state === 'waiting' && (
              <div>
                <dt>Próxima tentativa</dt>
                <dd>{formatInstant(next_at)}</dd>
              </div>
            )}
            <div>
              <dt>Código (webhook-id)</dt>
              <dd>{uuid}</dd>
            </div>
            <div>
              <dt>O que foi enviado</dt>
              <dd>
                <pre className="webhook-code">{body}</pre>
              </dd>
            </div>
            {answer !== null && (
              <div>
                <dt>O que foi respondido</dt>
                <dd>
                  {answer === '' ? (
                    'Nada no corpo da resposta.'
                  ) : (
                    <pre className="webhook-code">{answer}</pre>
                  )}
                </dd>
              </div>
            )}
          </dl>
          {mayResend && state !== 'waiting' && (
            <Button variant="line" small busy={busy} icon={<Icon of={RotateCw} />} onClick={resend}>
              Enviar de novo
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
