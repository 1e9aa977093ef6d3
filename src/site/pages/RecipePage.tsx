import { linesOf } from '../../content/recipes/lines.ts';
import { RECIPES, recipeAddress, recipesAddress } from '../../content/recipes/recipe.address.ts';
import { siteRecipe, siteRecipePairs } from '../../content/recipes/recipe.contract.ts';
import { categorySlug } from '../../content/recipes/recipe.selection.ts';
import { IngredientChecklist } from '../../content/recipes/site/IngredientChecklist.tsx';
import { KitchenTools } from '../../content/recipes/site/KitchenTools.tsx';
import { RecipeCard } from '../../content/recipes/site/RecipeCard.tsx';
import { RecipeEffort } from '../../content/recipes/site/RecipeEffort.tsx';
import { RecipeShare } from '../../content/recipes/site/RecipeShare.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/site/Picture.tsx';
import { SiteLink, useLeavesSite } from '../../ui/site/SiteLink.tsx';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import {
  type DataOf,
  type HeadArgs,
  type LoaderInput,
  PageNotFound,
  type PageProps,
  withStatus,
} from '../page.ts';
import { recipe } from '../structuredData/structuredProducts.ts';
import { useSite } from '../useSite.ts';
import sheet from './RecipePage.css?inline';

export { sheet };

export async function load({ reader, url, params: { uuid } }: LoaderInput) {
  const { read, errors, status } = reader;
  const recipe = (await read(siteRecipe, { params: { uuid } }))?.data;
  if (!recipe) {
    if (status() < 500) throw new PageNotFound();
    return withStatus({ recipe: null, errors }, status());
  }
  const pairs = await read(siteRecipePairs, { params: { uuid } });
  return {
    recipe,
    slug: categorySlug(recipe.revenue_category_id),
    pairs: pairs?.data ?? [],
    address: new URL(recipeAddress(uuid), url).href,
    errors,
  };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  if (!data.recipe) return { title: 'Dicas e receitas' };
  const dish = data.recipe;
  const { name, description, uuid, file, revenue_category_id } = dish;
  return {
    title: name,
    description: description ?? `${revenue_category_id.name}: ingredientes e modo de preparo.`,
    path: recipeAddress(uuid),
    image: file,
    transitionTarget: 'foto',
    structured: (site) => [recipe(site, dish)],
  };
}

type LoaderData = DataOf<typeof load>;
type Found = Extract<LoaderData, { slug: string }>;

export default function RecipePage({ data }: PageProps<typeof load>) {
  if (!data.recipe) return <Unread />;
  const { recipe, pairs } = data;
  return (
    <>
      <article>
        <Opening {...data} />
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
  const leaves = useLeavesSite(recipe_link ?? '/');
  return (
    <section className="rec">
      <div className="tx">
        <p className="crumb">
          <a className="link" href={RECIPES}>
            Dicas e receitas
          </a>
        </p>
        <a className="rtag" href={recipesAddress({ category: slug })}>
          <span className="tag tag-red">{category.name}</span>
        </a>
        <h1 className={`d1 ${lengthClass(name)}`}>{name}</h1>
        <p className="lead">{description || '-'}</p>
        <RecipeEffort recipe={recipe} />
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
      <div className="im vt-picture" id="foto">
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
  return <IngredientChecklist recipe={uuid} ingredients={lines} />;
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
          <a className="link" href={RECIPES}>
            Todas as receitas
          </a>
        </div>
        <div className="rmore">
          {pairs.map((pair) => (
            <RecipeCard
              key={pair.uuid}
              recipe={pair}
              heading="h3"
              sizes="(width < 60em) 70vw, (width < 120em) 31vw, 600px"
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
          <p className="lead">O fogo pode esperar um pouco.</p>
          <a className="btn btn-red" href={RECIPES}>
            Todas as receitas
          </a>
        </div>
      </div>
    </>
  );
}

/** Returns the class of a smaller font for long names. */
function lengthClass(name: string): string {
  if (name.length > 48) return 'small';
  return name.length > 24 ? 'mid' : '';
}

const VIDEO = /^(videos?\.|.*\.)?(youtube\.com|youtu\.be|vimeo\.com|tiktok\.com)$|^videos?\./;

function linkText(link: string): string {
  const host = URL.parse(link)?.hostname.replace(/^www\./, '') ?? '';
  return VIDEO.test(host) ? 'Ver vídeo' : `Ver em ${host}`;
}
