import type { PublicTicketOffice } from '../ticketOffice.contract.ts';
import { parseTicket, type Ticket, type TicketPrice } from '../ticketPrices.ts';

/** Renders the ticket office; an item with a price is a ticket, any other a line of text. */
export function TicketOfficeSection({ office }: { office: PublicTicketOffice }) {
  return (
    <section className="tickets" aria-labelledby="bilheteria">
      <div className="wrap">
        <div>
          <h2 className="d2" id="bilheteria">
            {office.title}
          </h2>
          <p className="lead">{office.description}</p>
        </div>
        {office.items.length > 0 && (
          <ul className="tks">
            {office.items.map(({ uuid, item }) => {
              const ticket = parseTicket(item);
              return ticket ? (
                <TicketStub key={uuid} ticket={ticket} />
              ) : (
                <li key={uuid} className="tk-plain">
                  {item}
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </section>
  );
}

function TicketStub({ ticket: { title, prices, note } }: { ticket: Ticket }) {
  // A single price without a label stays beside the title even on the narrowest screens.
  const short = prices.length === 1 && !prices[0]?.label;
  return (
    <li className={`tk ${short ? 'tk-short' : ''}`}>
      {(title || note) && (
        <div>
          {title && <h3 className="d3">{title}</h3>}
          {note && <p className="sm">{note}</p>}
        </div>
      )}
      <ul className="tk-prices">
        {prices.map((price) => (
          <li key={`${price.label} ${price.whole} ${price.cents}`}>
            {price.label && <small>{price.label}</small>}
            <Price price={price} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Price({ price: { whole, cents } }: { price: TicketPrice }) {
  return (
    <span className="price">
      <span className="sr-only">
        R$ {whole},{cents}
      </span>
      <span aria-hidden="true" className="price-pre">
        R$
      </span>
      <b aria-hidden="true">{whole}</b>
      <span aria-hidden="true" className="price-end">
        ,{cents}
      </span>
    </span>
  );
}
