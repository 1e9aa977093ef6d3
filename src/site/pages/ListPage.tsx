import { ShoppingListView } from '../../content/shoppingList/ShoppingListView.tsx';
import { Island } from '../Island.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { useSite } from '../useSite.ts';
import sheet from './ListPage.css?inline';

export { sheet };

export function head(): PageMeta {
  return {
    title: 'Minha lista',
    description:
      'A lista de compras que fica no seu aparelho: some as receitas, marque o que já pegou, mande por link e leve sem internet.',
    path: '/list',
  };
}

/** Renders the same page for all visitors: the list is stored on the device only. */
export default function ListPage() {
  const { settings } = useSite();
  return (
    <>
      <PageHead
        art="lista"
        title="Minha lista"
        text="Fica neste aparelho, sem conta. Na loja, abre até sem internet."
      />
      <div className="wrap sec gro-page">
        <Island
          name="ShoppingListView"
          of={ShoppingListView}
          props={{ title: ['Lista de compras', settings?.site_name].filter(Boolean).join(' · ') }}
        />
        <noscript>
          <div className="gro-plain">
            <h2 className="d3">A lista precisa de JavaScript</h2>
            <p className="lead">
              Ela é guardada só no seu aparelho, e sem JavaScript ele não tem como. O resto do site funciona:
              veja as <a href="/booklets-day">ofertas do dia</a>, o <a href="/booklet">encarte</a> ou as{' '}
              <a href="/tips-and-recipes">receitas</a>, que saem bem no papel.
            </p>
          </div>
        </noscript>
      </div>
    </>
  );
}
