import { callLink, formatPhone } from '../../../shared/text/phone.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { PhoneLink } from '../../../ui/site/facts/PhoneLink.tsx';
import type { PublicCardTerm } from '../cardTerm.contract.ts';
import {
  CALL_TERM,
  type CardTermType,
  DOCUMENT_TERM,
  FEE_TERM,
  LIMIT_TERM,
  STEP_TERM,
} from '../cardTerm.types.ts';

interface Props {
  terms: readonly PublicCardTerm[];
}

const termsOfType = (terms: readonly PublicCardTerm[], type: CardTermType) =>
  terms.filter((term) => term.type.number === type);

export const hasFees = (terms: readonly PublicCardTerm[]) => termsOfType(terms, FEE_TERM).length > 0;

/** Returns whether the annual fee is zero, which the page highlights. */
export const hasNoAnnualFee = (terms: readonly PublicCardTerm[]) =>
  termsOfType(terms, FEE_TERM).some(
    ({ title, value }) =>
      /^anuidade/i.test(title) && /^(r\$\s*)?0([,.]0+)?$|^(zero|gr[áa]tis)$/i.test(value ?? ''),
  );

/** Renders the fees as a till receipt and the limits as large numbers; nothing if there are none. */
export function CardCosts({ terms }: Props) {
  const [fees, limits] = [termsOfType(terms, FEE_TERM), termsOfType(terms, LIMIT_TERM)];
  if (fees.length + limits.length === 0) return null;
  return (
    <div className="wrap sec card-costs">
      {fees.length > 0 && (
        <section className="notaw" aria-labelledby="tarifas">
          <div className="nota">
            <h2 className="d2" id="tarifas">
              Quanto custa
            </h2>
            <table>
              <thead>
                <tr>
                  <th scope="col">Tarifa</th>
                  <th scope="col">Valor</th>
                </tr>
              </thead>
              <tbody>
                {fees.map(({ uuid, title, value, note }) => (
                  <tr key={uuid}>
                    <th scope="row">
                      {title}
                      {note && <small>{note}</small>}
                    </th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {limits.length > 0 && (
        <section aria-labelledby="limites">
          <h2 className="d2" id="limites">
            Limites e prazos
          </h2>
          <dl>
            {limits.map(({ uuid, title, value, note }) => (
              <div key={uuid}>
                <dt>{title}</dt>
                <dd className="d2">{value}</dd>
                {note && <dd className="mut">{note}</dd>}
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

/** Renders the numbered steps to get the card. */
export function CardSteps({ terms }: Props) {
  const steps = termsOfType(terms, STEP_TERM);
  if (steps.length === 0) return null;
  return (
    <ol className="card-steps">
      {steps.map(({ uuid, title, note }) => (
        <li key={uuid}>
          <h3 className="d4">{title}</h3>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Renders the documents to bring. */
export function CardDocuments({ terms }: Props) {
  const documents = termsOfType(terms, DOCUMENT_TERM);
  if (documents.length === 0) return null;
  return (
    <section className="card-docs" aria-labelledby="documentos">
      <h2 className="d3" id="documentos">
        Leve com você
      </h2>
      <ul>
        {documents.map(({ uuid, title, value, note }) => (
          <li key={uuid}>
            <Icon name="circle-check" />
            <div>
              <b>{[title, value].filter(Boolean).join(', ')}</b>
              {note && <small>{note}</small>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders the phone numbers for emergencies; the first is the most prominent. */
export function CardCalls({ terms }: Props) {
  const calls = termsOfType(terms, CALL_TERM);
  if (calls.length === 0) return null;
  return (
    <section className="card-calls dark" aria-labelledby="perda">
      <div className="wrap">
        <h2 className="d2" id="perda">
          Perdeu ou roubaram? Ligue já.
        </h2>
        <ul>
          {calls.map(({ uuid, title, value, note }) => (
            <li key={uuid}>
              <b>{title}</b>
              <PhoneLink className="d2 nowrap" href={callLink(value ?? '')}>
                {formatPhone(value ?? '')}
              </PhoneLink>
              {note && <small>{note}</small>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
