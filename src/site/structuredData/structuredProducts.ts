import type { Offer, Organization, Product, Recipe, UnitPriceSpecification } from 'schema-dts';
import type { PublicOffer } from '../../content/offers/offer.contract.ts';
import { DEPARTMENTS } from '../../content/pricing/offer.types.ts';
import { baseQuantity } from '../../content/pricing/prices.ts';
import { linesOf } from '../../content/recipes/lines.ts';
import { recipeAddress } from '../../content/recipes/recipe.address.ts';
import type { PublicRecipe } from '../../content/recipes/recipe.contract.ts';
import { isoDuration } from '../../content/recipes/recipe.effort.ts';
import { branchPage, offerPage } from '../../content/recordPages.ts';
import type { SiteData } from '../siteData.ts';
import { compact, company, imagesOf, instantOf, type Node, nameOf } from './structured.ts';

/** Returns null for a tip: only a recipe with ingredients and steps is a dish. */
export function recipe(site: SiteData, dish: PublicRecipe): Recipe | null {
  const ingredients = linesOf(dish.ingredients);
  const steps = linesOf(dish.preparation_mode);
  if (ingredients.length === 0 || steps.length === 0) return null;
  const address = site.origin + recipeAddress(dish.uuid);
  const { preparation_minutes, total_minutes } = dish;
  return compact<Recipe>({
    '@type': 'Recipe',
    '@id': address,
    url: address,
    name: dish.name,
    image: imagesOf(site, [dish.file.url_s3]),
    description: dish.description,
    author: company(site),
    prepTime: isoDuration(preparation_minutes),
    cookTime: isoDuration(preparation_minutes && total_minutes && total_minutes - preparation_minutes),
    totalTime: isoDuration(total_minutes),
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

/** Identifies the members who pay the prices with the store card. */
const cardTierId = ({ origin }: SiteData) => `${origin}/debit-cards#cartao`;

/**
 * Returns the company with its store card as a loyalty program, to which the card prices of offers refer
 * (https://developers.google.com/search/docs/appearance/structured-data/loyalty-program).
 */
export function cardProgram(site: SiteData): Organization | null {
  if (!nameOf(site)) return null;
  const url = `${site.origin}/debit-cards`;
  const name = `Cartão ${nameOf(site)}`;
  return {
    ...company(site),
    hasMemberProgram: {
      '@type': 'MemberProgram',
      name,
      description: 'Ofertas com um preço menor para quem paga com o cartão da casa.',
      url,
      hasTiers: {
        '@type': 'MemberProgramTier',
        '@id': cardTierId(site),
        name,
        url,
        hasTierBenefit: 'https://schema.org/TierBenefitLoyaltyPrice',
        hasTierRequirement: { '@type': 'CreditCard', name },
      },
    },
  };
}

/**
 * Returns the price by quantity, the former price and the price with the store card, as Google tells them
 * apart: a struck price has a type, a member's price has a tier, the current price has neither
 * (https://developers.google.com/search/docs/appearance/structured-data/merchant-listing).
 */
function pricesOf(site: SiteData, offer: PublicOffer): UnitPriceSpecification[] | null {
  const { former_price, card_price, unit_price } = offer;
  const priced = (price: string) =>
    ({ '@type': 'UnitPriceSpecification', price, priceCurrency: 'BRL' }) as const;
  const { value, per } = baseQuantity(offer);
  const unitCode = UNIT_CODES[per];
  const prices: (UnitPriceSpecification | null)[] = [
    unit_price && {
      // The price of `value` kilograms, compared by the price of one.
      ...priced(offer.price),
      referenceQuantity: {
        '@type': 'QuantitativeValue',
        value,
        unitCode,
        valueReference: { '@type': 'QuantitativeValue', value: 1, unitCode },
      },
    },
    former_price ? { ...priced(former_price), priceType: 'https://schema.org/StrikethroughPrice' } : null,
    card_price
      ? {
          ...priced(card_price),
          validForMemberTier: { '@type': 'MemberProgramTier', '@id': cardTierId(site) },
        }
      : null,
  ];
  const known = prices.filter((price) => price !== null);
  return known.length > 0 ? known : null;
}

/** Returns null for an ended offer, because it cannot be bought. `branches` are those of the chain. */
export function product(
  site: SiteData,
  offer: PublicOffer,
  branches: readonly { uuid: string; name: string; time_zone: string }[],
): Product | null {
  if (offer.state === 'ended') return null;
  const { uuid, brand, price, valid_from, valid_until, customer_limit } = offer;
  const address = site.origin + offerPage(uuid);
  const places = branches.filter((branch) => offer.branches?.includes(branch.uuid) ?? true);
  const zones = new Set(offer.branches && places.map(({ time_zone }) => time_zone));
  const [zone] = zones.size === 1 ? zones : [];
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
      priceSpecification: pricesOf(site, offer),
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
