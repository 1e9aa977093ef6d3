import { randomUUID } from 'node:crypto';
import { fromStored } from '../../platform/clock.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FileDeps, filesById, fileUrl, presentImage } from '../../records/server/files/file.service.ts';
import { dayAt } from '../../shared/dates.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { plural } from '../../shared/text/plural.ts';
import { findOffers } from '../offers/offer.service.ts';
import { sizeText, unitPriceText } from '../pricing/offer.format.ts';
import { DrawingError, previewInChild } from './drawing/leaflet.process.ts';
import { archiveUrl } from './leaflet.archive.ts';
import {
  type ListedPoster,
  MAX_POSTERS,
  POSTER_RETENTION_DAYS,
  type PosterContentInput,
  type PosterDetails,
  type PosterInput,
  type PosterOffer,
  type PosterPreviewInput,
} from './leaflet.contract.ts';
import {
  branchesOf,
  deletePoster,
  loadDrawingInput,
  NO_VISIBLE_CHANGE,
  posterContent,
  posterFiles,
  posterFormats,
  rowOf,
  visibleTo,
} from './leaflet.files.ts';
import { enqueuePoster } from './leaflet.job.ts';
import type { PosterRow } from './leaflet.tables.ts';
import { ownDaysText, pageAltText, pageTranscript, posterValidityText, termsText } from './leaflet.texts.ts';
import {
  layoutFor,
  type PosterContent,
  type PosterProduct,
  pageCount,
  splitIntoPages,
} from './leaflet.types.ts';

type ReadDeps = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

const OFFER_GONE = 'Uma das ofertas não existe mais. Tire-a do cartaz e tente de novo.';

export async function listPosters(deps: ReadDeps, actor: Actor): Promise<ListedPoster[]> {
  const rows = await visibleTo(deps.db, actor).orderBy('id', 'desc').limit(MAX_POSTERS).execute();
  return rows.map(present);
}

export const expiryDay = (created_at: string) =>
  fromStored(created_at, (made) => dayAt(made.add({ hours: 24 * POSTER_RETENTION_DAYS }).epochMilliseconds));

function present(row: PosterRow): ListedPoster {
  const { uuid, valid_from, valid_until, created_at, state } = row;
  const { title, layout, products } = posterContent(row);
  return {
    ...{ uuid, title, valid_from, valid_until, created_at, state },
    kept_until: expiryDay(created_at),
    products: products.length,
    pages: pageCount(products.length, layout),
    formats: posterFormats(row),
    done: new Set(posterFiles(row).map(({ format }) => format)).size,
  };
}

export async function findPoster(
  deps: ReadDeps & Pick<Deps, 'links' | 'apiUrl'>,
  actor: Actor,
  uuid: string,
): Promise<PosterDetails> {
  const row = await rowOf(deps.db, actor, uuid);
  const content = posterContent(row);
  const pages = splitIntoPages(content.products, content.layout);
  const made = posterFiles(row);
  const files = await filesById(
    deps.db,
    made.map(({ file_id }) => file_id),
  );
  const { theme, layout, bleed = false, products } = content;
  return {
    ...present(row),
    archive: await archiveUrl(deps, actor, row),
    chosen: {
      ...{ theme, layout, bleed },
      offers: products.map((product) => product.uuid),
      names: products.flatMap((product) =>
        product.renamed ? [{ offer: product.uuid, name: product.product }] : [],
      ),
    },
    files: made.flatMap(({ format, page, file_id }) => {
      const file = files.get(file_id);
      // The library has deleted the picture.
      if (!file) return [];
      const isOfSite = format === 'site';
      const products = pages[(page ?? 1) - 1] ?? [];
      const alt = isOfSite ? pageAltText(content, products) : null;
      const text = isOfSite ? pageTranscript(content, products) : null;
      return [
        {
          ...{ format, page, alt, text },
          file: { url_s3: fileUrl(deps, file), name: file.name, type: file.type, bytes: file.bytes },
          picture: isOfSite ? file.uuid : null,
          photos: file.type === 'application/pdf' ? null : presentImage(deps, file, alt ?? ''),
        },
      ];
    }),
  };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export async function findPosterOffers(deps: ReadDeps, actor: Actor, { offers }: { offers: string }) {
  const uuids = [...new Set(offers.split(',').filter((uuid) => UUID.test(uuid)))];
  const found = new Map((await findOffers(deps, actor, uuids)).map((offer) => [offer.uuid, offer]));
  return {
    today: dayAt(deps.clock.now()),
    offers: uuids.flatMap((uuid): PosterOffer[] => {
      const offer = found.get(uuid);
      return offer ? [{ ...offer, size: sizeText(offer) }] : [];
    }),
  };
}

/** Returns the current offers as the poster shows them. */
async function contentFor(deps: ReadDeps, actor: Actor, input: PosterContentInput): Promise<PosterContent> {
  const { title, theme, bleed } = input;
  const names = new Map(input.names.map(({ offer, name }) => [offer, name]));
  const layout = input.layout ?? layoutFor(input.offers.length);
  const found = new Map((await findOffers(deps, actor, input.offers)).map((offer) => [offer.uuid, offer]));
  const products = input.offers.map((uuid): PosterProduct => {
    const offer = found.get(uuid);
    if (!offer) throw invalidField('offers', OFFER_GONE);
    const { brand, price, former_price, card_price, unit_price, saving, customer_limit } = offer;
    const name = names.get(uuid);
    return {
      ...{
        uuid,
        product: name ?? offer.product,
        brand,
        price,
        former_price,
        card_price,
        saving,
        customer_limit,
      },
      size: sizeText(offer) || 'un',
      // For a whole kilogram or litre, the unit price would repeat the price.
      unit_price: unit_price && unit_price.price !== price ? unitPriceText(unit_price) : null,
      days: ownDaysText(offer, input),
      file_id: offer.file_id,
      ...(name !== undefined && { renamed: true }),
    };
  });
  return {
    title,
    theme,
    layout,
    bleed,
    validity: posterValidityText(input),
    terms: termsText(input),
    products,
  };
}

const CANNOT = 'Não conseguimos desenhar este cartaz. Confira as fotos das ofertas e tente de novo.';

export async function previewPoster(
  deps: ReadDeps & Pick<Deps, 'store' | 'config' | 'log'>,
  actor: Actor,
  { format, formats, page: asked, ...input }: PosterPreviewInput,
  signal?: AbortSignal,
) {
  const content = await contentFor(deps, actor, input);
  const pages = splitIntoPages(content.products, content.layout);
  const page = Math.min(asked, pages.length);
  const products = pages[page - 1] ?? [];
  try {
    const { data, width, height, cut } = await previewInChild(
      await loadDrawingInput(deps, content, format, 'preview', products),
      { page: page - 1, formats },
      signal,
    );
    const picture = Buffer.from(data).toString('base64');
    return {
      ...{ picture, width, height, page },
      pages: pages.length,
      text: pageTranscript(content, products),
      cut,
    };
  } catch (error) {
    // The caller has disconnected, so there is nothing to answer or log.
    if (signal?.aborted) throw new Failure('too_slow', undefined, { cause: error });
    if (!(error instanceof DrawingError)) throw error;
    deps.log.warn({ err: error }, 'poster not rendered');
    throw new Failure('unavailable', CANNOT, { cause: error });
  }
}

export async function storePoster(deps: FileDeps & ReadDeps, actor: Actor, input: PosterInput) {
  const content = await contentFor(deps, actor, input);
  const uuid = randomUUID();
  const { valid_from, valid_until } = input;
  await deps.write(
    actor,
    async (work) => {
      await makeRoom(deps, work);
      await work.trx
        .insertInto('leaflets')
        .values({
          ...{ uuid, valid_from, valid_until },
          created_at: work.now,
          state: 'pending',
          formats: JSON.stringify([...new Set(input.formats)]),
          content: JSON.stringify(content),
          files: '[]',
          branches: branchesOf(actor),
        })
        .execute();
      const after = { title: content.title, valid_from, valid_until, offers: content.products.length };
      await work.audit({ action: 'create', entity: 'leaflets', uuid, after });
      await enqueuePoster(deps, work, uuid);
    },
    NO_VISIBLE_CHANGE,
  );
  const pages = pageCount(content.products.length, content.layout);
  return { message: `${plural(pages, 'página', 'páginas')}, já em preparo.`, uuid };
}

/** Deletes the oldest posters beyond the limit. */
async function makeRoom(deps: FileDeps, work: Work): Promise<void> {
  const over = await work.trx
    .selectFrom('leaflets')
    .selectAll()
    .orderBy('id', 'desc')
    .offset(MAX_POSTERS - 1)
    .limit(MAX_POSTERS)
    .execute();
  for (const row of over) await deletePoster(deps, work, row);
}

export async function destroyPoster(deps: FileDeps, actor: Actor, uuid: string) {
  await deps.write(
    actor,
    async (work) => {
      const row = await rowOf(work.trx, actor, uuid);
      await deletePoster(deps, work, row);
      const before = { title: posterContent(row).title };
      await work.audit({ action: 'delete', entity: 'leaflets', uuid, before });
    },
    NO_VISIBLE_CHANGE,
  );
  return { message: 'Os arquivos dele saíram daqui. O que já foi para o site continua lá.' };
}
