import { RECIPES, recipesAddress } from '../../content/recipes/recipe.address.ts';
import { siteRecipeSelection } from '../../content/recipes/recipe.contract.ts';
import { effortInWords } from '../../content/recipes/recipe.effort.ts';
import { readRecipeQuery } from '../../content/recipes/recipe.selection.ts';
import { RecipeCard } from '../../content/recipes/site/RecipeCard.tsx';
import { RecipeFinder } from '../../content/recipes/site/RecipeFinder.tsx';
import { inSentence } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { listPageName, type PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type DataOf, type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';
import linked from './RecipesPage.css?url';

// Linked, because shoppers open several pages of this list.
export { linked };

const TITLE = 'Dicas e receitas';
/** Number of recipes that the description of a category names. */
const NAMED_RECIPES = 3;
const CARD_SIZES = '(width < 60em) 46vw, (width < 100em) 31vw, (width < 120em) 23vw, 443px';

export async function load({ reader, url }: LoaderInput) {
  const { read, errors, status } = reader;
  const query = readRecipeQuery(url.searchParams);
  const selection = (await read(siteRecipeSelection, { query }))?.data;
  if (!selection) return withStatus({ query, selection: null, errors }, status());
  return { query, selection, errors };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { query, selection } = data;
  const category = selection?.category;
  const page = selection?.page ?? 1;
  const findable = selection && !query.search && !effortInWords(query) && (category || !query.category);
  return {
    title: category ? `${listPageName(category.name, page)} · ${TITLE}` : listPageName(TITLE, page),
    description:
      selection && (category || page > 1)
        ? `${listPageName(category?.name ?? TITLE, page)}: ${inSentence(
            selection.cards.map(({ name }) => name),
            NAMED_RECIPES,
          )}. Passo a passo, com lista de compras.`
        : 'Receitas passo a passo, com lista de compras, e dicas para escolher bem e desperdiçar menos.',
    path: findable ? recipesAddress({ category: category?.slug ?? '', page }) : undefined,
    image: selection?.cards[0]?.file,
  };
}

type LoaderData = DataOf<typeof load>;

export default function RecipesPage({ data: { query, selection } }: PageProps<typeof load>) {
  const asked = Boolean(query.search || query.category || effortInWords(query));
  return (
    <>
      <PageHead
        art="receitas"
        title={TITLE}
        text="Do almoço de domingo ao café da tarde. Escolha, marque o que já tem e venha buscar o resto."
      />
      <div className="wrap places">
        {selection ? (
          <>
            <RecipeFinder
              search={query.search}
              category={selection.category?.slug ?? query.category}
              effort={query}
              choices={selection.choices}
              times={selection.times}
              difficulties={selection.difficulties}
            />
            <p className="found" role="status">
              {resultText(query, selection)}
            </p>
            {selection.total > 0 ? (
              <Cards selection={selection} whole={!asked} />
            ) : (
              <Nothing suggested={selection.suggested} asked={asked} />
            )}
            <Pages selection={selection} query={query} />
          </>
        ) : (
          <div className="nothing">
            <h2 className="d3">Não conseguimos mostrar as receitas agora</h2>
            <p className="lead">Enquanto isso, veja o que está em oferta.</p>
            <a className="btn btn-red" href="/booklets-day">
              Ofertas do dia
            </a>
          </div>
        )}
      </div>
    </>
  );
}

type Selection = NonNullable<LoaderData['selection']>;

function Cards({ selection: { cards, page }, whole }: { selection: Selection; whole: boolean }) {
  const featured = whole && page === 1;
  return (
    <div className="rgrid">
      {cards.map((recipe, index) => (
        <RecipeCard
          key={recipe.uuid}
          recipe={recipe}
          heading="h2"
          featured={featured && index === 0}
          sizes={
            featured && index === 0
              ? '(width < 60em) 96vw, (width < 100em) 75vw, (width < 120em) 50vw, 909px'
              : CARD_SIZES
          }
          grows
        />
      ))}
    </div>
  );
}

function Nothing({ suggested, asked }: { suggested: Selection['suggested']; asked: boolean }) {
  return (
    <>
      <div className="nothing">
        <h2 className="d2">{asked ? 'Essa não está no caderno' : 'O caderno está em branco'}</h2>
        <p className="lead">
          {asked
            ? 'Tente um ingrediente só, como frango ou arroz, com menos filtros, ou olhe o caderno inteiro.'
            : 'Quando tiver receita, ela aparece aqui. Enquanto isso, veja as ofertas do dia.'}
        </p>
        <a className="btn btn-red" href={asked ? RECIPES : '/booklets-day'}>
          {asked ? 'Ver todas as receitas' : 'Ofertas do dia'}
        </a>
      </div>
      {suggested.length > 0 && (
        <section className="rinstead" aria-labelledby="talvez">
          <h2 className="d3" id="talvez">
            Ou que tal uma destas
          </h2>
          <div className="rmore">
            {suggested.map((recipe) => (
              <RecipeCard key={recipe.uuid} recipe={recipe} heading="h3" sizes={CARD_SIZES} grows />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Pages({
  selection: { page, pages, category },
  query,
}: {
  selection: Selection;
  query: LoaderData['query'];
}) {
  if (pages === 1) return null;
  const to = (number: number) => recipesAddress({ ...query, category: category?.slug ?? '', page: number });
  return (
    <nav className="acts rpages" aria-label="Mais receitas">
      {page > 1 && (
        <a className="btn btn-line" href={to(page - 1)} rel="prev">
          Receitas anteriores
        </a>
      )}
      {page < pages && (
        <a className="btn btn-red" href={to(page + 1)} rel="next">
          Mais receitas
        </a>
      )}
    </nav>
  );
}

/** Returns «4 receitas com “milho” em Doces, até 30 min» or «24 receitas, página 2 de 3». */
function resultText(query: LoaderData['query'], { total, more, page, pages, category }: Selection): string {
  const { search } = query;
  const countText = total === 0 ? 'Nenhuma receita' : plural(total, 'receita', 'receitas');
  const count = more ? `Mais de ${countText}` : countText;
  const what = [count, search && `com “${search}”`, category && `em ${category.name}`];
  const effort = effortInWords(query);
  return (
    what.filter(Boolean).join(' ') +
    (effort && `, ${effort}`) +
    (pages > 1 ? `, página ${page} de ${pages}` : '')
  );
}
