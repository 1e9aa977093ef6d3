import type { Offer, Product, Recipe } from 'schema-dts';
import type { PublicOffer } from '../../content/offers/offer.contract.ts';
import { DEPARTMENTS } from '../../content/pricing/offer.types.ts';
import { linesOf } from '../../content/recipes/lines.ts';
import { recipeAddress } from '../../content/recipes/recipe.address.ts';
import type { PublicRecipe } from '../../content/recipes/recipe.contract.ts';
import { isoDuration } from '../../content/recipes/recipe.effort.ts';
import { branchPage, offerPage } from '../../content/recordPages.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';
import type { SiteData } from '../siteData.ts';
import { compact, company, imagesOf, type Node } from './structured.ts';

/** Returns null for a tip: only a recipe with ingredients and steps is a dish. */
export function recipe(site: SiteData, dish: PublicRecipe): Recipe | null {
  const ingredients = linesOf(dish.ingredients);
  const steps = linesOf(dish.preparation_mode);
  if (ingredients.length === 0 || steps.length === 0) return null;
  const address = site.origin + recipeAddress(dish.uuid);
  return compact<Recipe>({
    '@type': 'Recipe',
    '@id': address,
    url: address,
    name: dish.name,
    image: imagesOf(site, [dish.file.url_s3]),
    description: dish.description,
    author: company(site),
    prepTime: isoDuration(dish.preparation_minutes),
    totalTime: isoDuration(dish.total_minutes),
    recipeYield: dish.servings,
    recipeCategory: dish.revenue_category_id.name,
    recipeIngredient: ingredients,
    recipeInstructions: steps.map((text) => ({ '@type': 'HowToStep', text })),
    inLanguage: 'pt-BR',
  });
}

/** UN/CEFACT codes of units. */
const UNIT_CODES = { kg: 'KGM', l: 'LTR', un: 'C62' };

/** Above this number of branches, the offer names the company instead. */
const MAX_PLACES = 30;

const instantOf = (local: string, zone: string): string =>
  local + Temporal.PlainDateTime.from(local).toZonedDateTime(zone).offset;

/** Returns null for an ended offer, because it cannot be bought. `branches` are those of the chain. */
export function product(
  site: SiteData,
  offer: PublicOffer,
  branches: readonly { uuid: string; name: string; time_zone: string }[],
): Product | null {
  if (offer.state === 'ended') return null;
  const { uuid, brand, price, unit_price, valid_from, valid_until, customer_limit } = offer;
  const address = site.origin + offerPage(uuid);
  const places = branches.filter((branch) => offer.branches?.includes(branch.uuid) ?? true);
  const zones = new Set(offer.branches && places.map(({ time_zone }) => time_zone));
  const [zone = CHAIN_ZONE] = zones.size === 1 ? zones : [];
  return compact<Product>({
    '@type': 'Product',
    '@id': address,
    url: address,
    name: offer.product,
    brand: brand && { '@type': 'Brand', name: brand },
    category: DEPARTMENTS[offer.department],
    image: offer.file && imagesOf(site, [offer.file.url_s3]),
    offers: compact<Node<Offer>>({
      '@type': 'Offer',
      url: address,
      price,
      priceCurrency: 'BRL',
      priceValidUntil: valid_until,
      validFrom: instantOf(`${valid_from}T00:00:00`, zone),
      validThrough: instantOf(`${valid_until}T23:59:59`, zone),
      availability: 'https://schema.org/InStoreOnly',
      itemCondition: 'https://schema.org/NewCondition',
      seller: company(site),
      priceSpecification: unit_price && {
        '@type': 'UnitPriceSpecification',
        price: unit_price.price,
        priceCurrency: 'BRL',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: UNIT_CODES[unit_price.per] },
      },
      eligibleQuantity:
        customer_limit === null ? null : { '@type': 'QuantitativeValue', maxValue: customer_limit },
      availableAtOrFrom:
        places.length > 0 && places.length <= MAX_PLACES
          ? places.map((branch) => ({
              '@type': 'GroceryStore' as const,
              '@id': site.origin + branchPage(branch.uuid),
              name: branch.name,
            }))
          : null,
    }),
  });
}
