import { data, Link, useViewTransitionState } from 'react-router';
import { KitchenTools } from '../features/recipes/KitchenTools.tsx';
import { linesOf } from '../features/recipes/lines.ts';
import { RecipeCard } from '../features/recipes/RecipeCard.tsx';
import { RecipeShare } from '../features/recipes/RecipeShare.tsx';
import { RECIPES, recipeAddress, recipesAddress } from '../features/recipes/recipe.address.ts';
import { siteRecipe, siteRecipes } from '../features/recipes/recipe.contract.ts';
import { categorySlug, pairsOf } from '../features/recipes/recipe.selection.ts';
import { ShoppingList } from '../features/recipes/ShoppingList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/site/Picture.tsx';
import { SiteLink, useLeavesSite } from '../ui/site/SiteLink.tsx';
import type { Route } from './+types/RecipePage.ts';
import { pageMeta } from './meta.ts';
import { PageError, titleOf } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import { recipe } from './structured.ts';
import { useSite } from './useSite.ts';
import './RecipePage.css';

export { PageError as ErrorBoundary };

export async function loader({ context, request, params: { uuid } }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const recipe = (await read(siteRecipe, { params: { uuid } }))?.data;
  if (!recipe) {
    if (status() < 500) throw new Response(null, { status: 404 });
    return data({ recipe: null, errors }, { status: status() });
  }
  const all = await read(siteRecipes);
  return {
    recipe,
    slug: categorySlug(recipe.revenue_category_id),
    pairs: pairsOf(recipe, all?.data ?? []),
    address: new URL(recipeAddress(uuid), request.url).href,
    errors,
  };
}

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: titleOf(error) });
  if (!loaderData.recipe) return pageMeta(matches, { title: 'Dicas e receitas' });
  const found = loaderData.recipe;
  const { name, description, uuid, file, revenue_category_id } = found;
  return pageMeta(matches, {
    title: name,
    description: description ?? `${revenue_category_id.name}: ingredientes e modo de preparo.`,
    path: recipeAddress(uuid),
    image: file,
    structured: (site) => [recipe(site, found)],
  });
}

type LoaderData = Route.ComponentProps['loaderData'];
type Found = Extract<LoaderData, { slug: string }>;

export default function RecipePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.recipe) return <Unread />;
  const { recipe, pairs } = loaderData;
  return (
    <>
      <article>
        <Opening {...loaderData} />
        <div className="wrap cook">
          <section className="notaw" aria-labelledby="ingredientes">
            <div className="nota">
              <h2 className="d3" id="ingredientes">
                Ingredientes
              </h2>
              <Ingredients uuid={recipe.uuid} lines={linesOf(recipe.ingredients)} />
            </div>
          </section>
          <section aria-labelledby="preparo">
            <div className="prep">
              <h2 className="d2" id="preparo">
                Modo de preparo
              </h2>
              <KitchenTools />
            </div>
            <Steps lines={linesOf(recipe.preparation_mode)} />
          </section>
        </div>
      </article>
      {pairs.length > 0 && <Pairs pairs={pairs} />}
    </>
  );
}

function Opening({ recipe, slug, address }: Found) {
  const { settings } = useSite();
  const { uuid, name, file, description, recipe_link, revenue_category_id: category } = recipe;
  const moving = useViewTransitionState(recipeAddress(uuid));
  const leaves = useLeavesSite(recipe_link ?? '/');
  return (
    <section className="rec">
      <div className="tx">
        <p className="crumb">
          <Link className="link" to={RECIPES} viewTransition>
            Dicas e receitas
          </Link>
        </p>
        <Link className="rtag" to={recipesAddress({ category: slug })} viewTransition>
          <span className="tag tag-red">{category.name}</span>
        </Link>
        <h1 className={`d1 ${lengthClass(name)}`}>{name}</h1>
        <p className="lead">{description || '-'}</p>
        {settings?.site_name && <p className="on-paper sm">Receita do {settings.site_name}</p>}
        <div className="rshares">
          <RecipeShare key={uuid} name={name} address={address} />
          {recipe_link && (
            <SiteLink className="link" href={recipe_link}>
              {leaves && <Icon name="external-link" />}
              {linkText(recipe_link)}
            </SiteLink>
          )}
        </div>
      </div>
      <div className={`im ${moving ? 'vt-picture' : ''}`}>
        <Picture
          file={file}
          sizes="(width < 33.75em) max(103vw, 400px), (width < 60em) 100vw, max(52vw, 860px)"
          alt={file.alt ?? ''}
          eager
        />
      </div>
    </section>
  );
}

function Ingredients({ uuid, lines }: { uuid: string; lines: string[] }) {
  if (lines.length === 0) return <p>-</p>;
  return <ShoppingList key={uuid} recipe={uuid} ingredients={lines} />;
}

function Steps({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <p className="lead">-</p>;
  return (
    <ol className="recipe-steps">
      {lines.map((line) => (
        <li key={line}>
          <p>{line}</p>
        </li>
      ))}
    </ol>
  );
}

function Pairs({ pairs }: { pairs: Found['pairs'] }) {
  return (
    <section className="rpairs" aria-labelledby="combina">
      <div className="wrap">
        <div className="shd">
          <h2 className="d2" id="combina">
            Combina com
          </h2>
          <Link className="link" to={RECIPES} viewTransition>
            Todas as receitas
          </Link>
        </div>
        <div className="rmore">
          {pairs.map((pair) => (
            <RecipeCard
              key={pair.uuid}
              recipe={pair}
              heading="h3"
              sizes="(width < 60em) 70vw, (width < 82.5em) 31vw, 400px"
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Unread() {
  return (
    <>
      <PageHead title="Dicas e receitas" />
      <div className="wrap sec">
        <div className="nothing">
          <h2 className="d3">Não conseguimos abrir esta receita agora</h2>
          <p className="lead">Tente de novo em instantes. O fogo pode esperar um pouco.</p>
          <Link className="btn btn-red" to={RECIPES}>
            Todas as receitas
          </Link>
        </div>
      </div>
    </>
  );
}

/** A name of more than a few words is set smaller. */
function lengthClass(name: string): string {
  if (name.length > 48) return 'small';
  return name.length > 24 ? 'mid' : '';
}

const VIDEO = /^(videos?\.|.*\.)?(youtube\.com|youtu\.be|vimeo\.com|tiktok\.com)$|^videos?\./;

function linkText(link: string): string {
  const host = URL.parse(link)?.hostname.replace(/^www\./, '') ?? '';
  return VIDEO.test(host) ? 'Ver vídeo' : `Ver em ${host}`;
}
