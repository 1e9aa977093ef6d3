import { Icon } from '../../ui/Icon.tsx';
import { callLink, formatPhone } from '../../ui/phone.ts';
import { PhoneLink } from '../../ui/site/facts/PhoneLink.tsx';
import type { PublicCardTerm } from './cardTerm.contract.ts';
import { CALL, type CardTermType, DOCUMENT, FEE, LIMIT, STEP } from './cardTerm.types.ts';

interface Props {
  terms: readonly PublicCardTerm[];
}

const of = (terms: readonly PublicCardTerm[], type: CardTermType) =>
  terms.filter((term) => term.type.number === type);

export const hasFees = (terms: readonly PublicCardTerm[]) => of(terms, FEE).length > 0;

/** Whether the card costs nothing a year, which is worth a burst. */
export const isFree = (terms: readonly PublicCardTerm[]) =>
  of(terms, FEE).some(
    ({ title, value }) =>
      /^anuidade/i.test(title) && /^(r\$\s*)?0([,.]0+)?$|^(zero|gr[áa]tis)$/i.test(value ?? ''),
  );

/** What it costs, on a slip as from the till, and what it gives, in numbers. Nothing is said where nothing is known. */
export function CardCosts({ terms }: Props) {
  const [fees, limits] = [of(terms, FEE), of(terms, LIMIT)];
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

/** The steps to the card, by number. */
export function CardSteps({ terms }: Props) {
  const steps = of(terms, STEP);
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

/** What to bring. */
export function CardDocuments({ terms }: Props) {
  const documents = of(terms, DOCUMENT);
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

/** The numbers that are called in a hurry: the first is the loudest. */
export function CardCalls({ terms }: Props) {
  const calls = of(terms, CALL);
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
