import { plural } from '../../shared/text/plural.ts';
import { formatCents, formatPrice } from '../pricing/price.ts';
import { type ShoppingList, totalOfList } from './shoppingList.ts';

/** Renders the total of the offers on the list. Prices of other items are not known, so it is a lower bound. */
export function ShoppingTotal({ list, today }: { list: ShoppingList; today: string }) {
  const { cents, known, unknown, ended } = totalOfList(list, today);
  if (known === 0 && ended === 0) return null;
  const [reais = '', rest = ''] = formatPrice(formatCents(cents)).slice(3).split(',');
  return (
    <div className="gro-total">
      {known > 0 && (
        <p>
          <span className="sm">A partir de </span>
          <b className="gro-sum">
            <small>R$ </small>
            {reais}
            <sup>,{rest}</sup>
          </b>
        </p>
      )}
      <p className="sm">
        {[
          known > 0 && `${plural(known, 'oferta', 'ofertas')} com preço`,
          ended > 0 && `${plural(ended, 'oferta que já acabou', 'ofertas que já acabaram')}`,
          unknown > 0 && `${plural(unknown, 'item', 'itens')} sem preço`,
        ]
          .filter(Boolean)
          .join(', ')}
        . Vale o preço da loja.
      </p>
    </div>
  );
}
