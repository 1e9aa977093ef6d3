import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import sheet from './OfflinePage.css?inline';

export { sheet };

export function head(): PageMeta {
  return { title: 'Sem internet' };
}

/**
 * Renders the page that `serviceWorker.ts` caches and shows, without scripts, if a page cannot be loaded. The
 * service worker lists the cached pages at `data-kept`.
 */
export default function OfflinePage() {
  return (
    <>
      <PageHead
        title="Sem internet por aqui"
        text="Assim que o sinal voltar, a loja volta junto. Enquanto isso, o que você já leu continua na prateleira."
      />
      <div className="wrap sec kept">
        <div data-kept />
        <div className="acts">
          {/* biome-ignore lint/a11y/useValidAnchor: the very address that could not be had */}
          <a className="btn btn-red" href="">
            Tentar de novo
          </a>
        </div>
      </div>
    </>
  );
}
