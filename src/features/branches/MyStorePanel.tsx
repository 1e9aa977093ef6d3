import { Icon } from '../../ui/Icon.tsx';

/**
 * The place of the shopper's own store on a page: an invitation, or its hours and phone. Both are in it and as large,
 * one is seen, and which is known before the first paint (site/manners/storePanel.ts).
 */
export const MyStorePanel = () => (
  <aside className="panel needs-script waits" aria-label="Sua loja" data-store-panel>
    <div className="panel-none">
      <div>
        <p className="d3">Qual é a sua loja?</p>
        <p>Escolha uma vez. O horário e o telefone dela ficam aqui.</p>
      </div>
      <a className="btn btn-ink" href="/branches" data-store-open>
        Escolher
      </a>
    </div>
    <div className="panel-own">
      <div>
        <p className="d3">
          <a href="/branches" data-part="name">
            Sua loja
          </a>
        </p>
        <p>
          <b data-part="today" />
          <span data-part="more" />
        </p>
      </div>
      <div className="panel-acts">
        <a className="btn btn-ink" href="/contacts" data-part="phone">
          <Icon name="phone" />
          <span>Telefone</span>
        </a>
        <a
          className="btn btn-line"
          href="/contacts"
          data-part="whatsapp"
          target="_blank"
          rel="noopener"
          hidden
        >
          <Icon name="whatsapp" />
          <span className="sr-only">WhatsApp</span>
        </a>
      </div>
    </div>
  </aside>
);
