import { Icon } from '../../../ui/Icon.tsx';

/**
 * Renders the panel of the shopper's own store: an invitation to choose, or its hours and phone. Both
 * variants are in the page and have the same size; the head script decides before the first paint which is
 * shown, and `site/pageScripts/storeToday.ts` fills it.
 */
export const MyStorePanel = () => (
  <aside className="panel needs-script" aria-label="Sua loja" data-store-panel>
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
