import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { branchServices } from '../../demo/branchServices.ts';
import * as demo from '../../demo/content.ts';
import {
  assets,
  encodeArtwork,
  hasFilm,
  openShippedPictures,
  ownFile,
  shippedPages,
} from '../../demo/shippedVariants.ts';
import { brand } from '../brand/brand.ts';
import { aboutItemService } from '../content/aboutPages/aboutItem.service.ts';
import { aboutPageService } from '../content/aboutPages/aboutPage.service.ts';
import { cardTermService } from '../content/aboutPages/cardTerm.service.ts';
import { bannerService } from '../content/banners/banner.service.ts';
import { enqueuePages } from '../content/booklets/bookletPages.job.ts';
import { renderBookletPages } from '../content/booklets/bookletPages.service.ts';
import { branchService } from '../content/branches/branch.service.ts';
import { companyService } from '../content/company/company.service.ts';
import { dailyBookletService } from '../content/dailyOffers/dailyBooklet.service.ts';
import { movieService } from '../content/movies/movie.service.ts';
import { offerService } from '../content/offers/offer.service.ts';
import { phoneServiceHoursService } from '../content/phoneServiceHours/phoneServiceHours.service.ts';
import { phoneService } from '../content/phones/phone.service.ts';
import { questionService } from '../content/questions/question.service.ts';
import { recipeService } from '../content/recipes/recipe.service.ts';
import { recipeCategoryService } from '../content/recipes/recipeCategory.service.ts';
import { parseTimes } from '../content/screenings/screening.rules.ts';
import { screeningService } from '../content/screenings/screening.service.ts';
import { IN_3D, PROGRAMME_DAYS } from '../content/screenings/screening.types.ts';
import { shopService } from '../content/shops/shop.service.ts';
import { holidaysBetween } from '../content/specialDays/holidays.ts';
import { specialDayService } from '../content/specialDays/specialDay.service.ts';
import { ticketOfficeItemService } from '../content/ticketOffice/ticketOfficeItem.service.ts';
import { vacancyService } from '../content/vacancies/vacancy.service.ts';
import { withMigrationLock } from '../platform/database/migrate.ts';
import type { Work } from '../platform/database/write.ts';
import type { Deps } from '../platform/deps.ts';
import type { ReceivedFile } from '../platform/files/receive.ts';
import { withStagedFiles } from '../platform/files/staged.ts';
import {
  claimFile,
  type FileRow,
  type ProcessedPicture,
  storeFile,
  storeProcessedPictures,
} from '../records/server/files/file.service.ts';
import { findSingle, insertRecord } from '../records/server/store/records.ts';
import { dayAt } from '../shared/dates.ts';
import { CHAIN_ZONE } from '../shared/text/chainZone.ts';
import { hasContent } from './hasContent.ts';

/**
 * Fills an empty database with the demo content. Files are stored first, then one transaction writes all
 * records, so that an interrupted start begins again. If several processes start together, one seeds and the
 * others wait. Returns whether it seeded.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if (await hasContent(deps)) return false;
  return withMigrationLock(deps.config.DATABASE_URL, async () => {
    // Another process has seeded meanwhile.
    if (await hasContent(deps)) return false;
    await withStagedFiles(async () => seedAll(deps, await storeFiles(deps)));
    return true;
  });
}

/** Stored copies of each demo file that no record owns yet. */
type StoredFiles = Map<string, FileRow[]>;

function seedAll(deps: Deps, stored: StoredFiles): Promise<void> {
  return deps.write(null, async (work) => {
    const claim: Claim = async (file) => {
      const found = stored.get(file)?.pop();
      if (!found) throw new Error(`No demo file ${file}`);
      await claimFile(deps, work, found);
      return found.id;
    };
    const today = Temporal.PlainDate.from(dayAt(deps.clock.now()));
    await seedHome(work, claim);
    await seedCompany(work);
    await seedHelp(work);
    const branches = await seedBranches(work, claim);
    await seedOffers(work, claim, branches, today);
    await seedExceptions(work, today);
    await seedLeaflets(deps, work, claim, today);
    await seedRecipes(work, claim);
    await seedShops(work, claim);
    await seedCinema(work, claim, today);
    await seedVacancies(work, today);
  });
}

/** Takes a stored copy of a demo file for a record; returns the file's id. */
type Claim = (file: string) => Promise<number>;

async function seedHome(work: Work, claim: Claim) {
  for (const [index, { file, ...banner }] of demo.banners.entries()) {
    const uuid = randomUUID();
    const file_id = await claim(file);
    await insertRecord(work, 'banners', {
      uuid,
      file_id,
      position: index + 1,
      ...bannerService.columns(banner),
    });
  }
  if (hasFilm(demo.video.file))
    await insertRecord(work, 'videos', { uuid: randomUUID(), file_id: await claim(demo.video.file) });
}

async function seedCompany(work: Work) {
  await insertRecord(work, 'company_information', companyService.columns(demo.company));
  for (const phone of demo.phones) await insertRecord(work, 'phones', phoneService.columns(phone));
  for (const hours of demo.phoneServiceHours)
    await insertRecord(work, 'office_hours', phoneServiceHoursService.columns(hours));
  let position = 0;
  for (const { type, items, ...about } of demo.aboutPages) {
    await insertRecord(work, 'abouts', { id: type, ...aboutPageService.columns({ type, ...about }) });
    for (const [title, description] of items) {
      position += 1;
      const item = aboutItemService.columns({ title, description, about_id_type: type });
      await insertRecord(work, 'about_items', { position, ...item });
    }
  }
}

async function seedHelp(work: Work) {
  for (const [index, question] of demo.questions.entries())
    await insertRecord(work, 'questions', { position: index + 1, ...questionService.columns(question) });
  for (const [index, term] of demo.cardTerms.entries())
    await insertRecord(work, 'card_terms', { position: index + 1, ...cardTermService.columns(term) });
}

/** Returns the UUID of each branch by its slug. */
async function seedBranches(work: Work, claim: Claim) {
  const uuids = new Map<string, string>();
  for (const [index, { slug, picture, gallery, ...branch }] of demo.branches.entries()) {
    const uuid = randomUUID();
    uuids.set(slug, uuid);
    const { id } = await insertRecord(work, 'branches', {
      uuid,
      file_id: await claim(picture.file),
      position: index + 1,
      ...branchService.columns({
        ...branch,
        services: branchServices[slug] ?? null,
        alt: picture.alt,
        email: `${slug}@${brand.domain}`,
        localization: `https://mapas.example/${brand.id}-${slug}`,
        instagram: `https://instagram.example/${brand.id}.${slug}`,
      }),
    });
    for (const [place, { file, alt }] of gallery.entries()) {
      await work.trx
        .insertInto('branch_images')
        .values({
          uuid: randomUUID(),
          branch_id: id,
          file_id: await claim(file),
          position: place + 1,
          alt,
          created_at: work.now,
        })
        .execute();
    }
  }
  return uuids;
}

async function seedOffers(
  work: Work,
  claim: Claim,
  branches: Map<string, string>,
  today: Temporal.PlainDate,
) {
  for (const { file, branches: slugs, last_day, ...offer } of demo.offers) {
    const uuid = randomUUID();
    await insertRecord(work, 'offers', {
      uuid,
      file_id: await claim(file),
      ...offerService.columns({
        ...offer,
        branches: slugs?.map((slug) => branches.get(slug) ?? '') ?? null,
        valid_from: today.toString(),
        valid_until: today.add({ days: last_day }).toString(),
      }),
    });
  }
}

/**
 * Seeds decisions about some of the coming holidays, and a stocktaking day of one branch, so that shoppers
 * see both.
 */
async function seedExceptions(work: Work, today: Temporal.PlainDate) {
  const add = (exception: Parameters<typeof specialDayService.columns>[0]) =>
    insertRecord(work, 'exceptions', specialDayService.columns(exception));
  const holidays = holidaysBetween(today.toString(), today.add({ days: 364 }).toString());
  for (const { name, date, state } of holidays) {
    const decision = state ? undefined : demo.holidays[name];
    if (decision) await add({ date, reason: name, places: ['all'], ...decision });
  }
  const { slug, in_days, ...stocktaking } = demo.stocktaking;
  const { uuid } = await work.trx
    .selectFrom('branches')
    .select('uuid')
    .where('email', 'like', `${slug}@%`)
    .executeTakeFirstOrThrow();
  await add({ ...stocktaking, date: today.add({ days: in_days }).toString(), places: [uuid] });
}

async function seedLeaflets(deps: Deps, work: Work, claim: Claim, today: Temporal.PlainDate) {
  for (const { file, alt } of demo.dailyOfferPictures) {
    const uuid = randomUUID();
    const text = demo.leafletTexts[file]?.join('\n') ?? '';
    await insertRecord(work, 'daily_booklets', {
      uuid,
      file_id: await claim(file),
      ...dailyBookletService.columns({
        start_date: today.toString(),
        alt,
        text,
      }),
      // Offers that end today have ended when the picture would be shown again.
      demo: text.includes(demo.ONLY_TODAY) ? 0 : 1,
    });
  }
  const uuid = randomUUID();
  await insertRecord(work, 'fortnightly_booklets', {
    uuid,
    file_id: await claim(demo.fortnightlyPdf),
    valid_from: today.toString(),
    valid_until: today.add({ days: 14 }).toString(),
    shown_from: work.now,
    announced: 0,
    sequence: 1,
  });
  await enqueuePages(deps, work, uuid);
}

async function seedRecipes(work: Work, claim: Claim) {
  const categories = new Map<string, number>();
  for (const name of demo.recipeCategories) {
    const { id } = await insertRecord(work, 'recipe_categories', recipeCategoryService.columns({ name }));
    categories.set(name, id);
  }
  for (const { file, category, ingredients, steps, link, ...recipe } of demo.recipes) {
    const uuid = randomUUID();
    await insertRecord(work, 'recipes', {
      uuid,
      file_id: await claim(file),
      ...recipeService.columns({
        ...recipe,
        revenue_category_id: categories.get(category) ?? 0,
        ingredients: ingredients.join('\n'),
        preparation_mode: steps.join('\n'),
        recipe_link: link,
      }),
    });
  }
}

async function seedShops(work: Work, claim: Claim) {
  for (const [index, { file, gallery, phone_secondary, ...shop }] of demo.shops.entries()) {
    const uuid = randomUUID();
    const { id } = await insertRecord(work, 'shops', {
      uuid,
      file_id: await claim(file),
      position: index + 1,
      ...shopService.columns({ ...shop, phoneSecondary: phone_secondary }),
    });
    for (const [place, picture] of gallery.entries()) {
      await work.trx
        .insertInto('shop_images')
        .values({
          uuid: randomUUID(),
          shop_id: id,
          file_id: await claim(picture.file),
          position: place + 1,
          alt: picture.alt,
          created_at: work.now,
        })
        .execute();
    }
  }
}

async function seedCinema(work: Work, claim: Claim, today: Temporal.PlainDate) {
  await insertRecord(work, 'ticket_offices', demo.ticketOffice);
  const prices: number[] = [];
  for (const [index, item] of demo.ticketOfficeItems.entries()) {
    const columns = { position: index + 1, ...ticketOfficeItemService.columns({ item }) };
    prices.push((await insertRecord(work, 'ticket_office_items', columns)).id);
  }
  const films = new Map<string, number>();
  for (const { file, release_days, ...movie } of demo.movies) {
    const uuid = randomUUID();
    const { id } = await insertRecord(work, 'movies', {
      uuid,
      file_id: await claim(file),
      ...movieService.columns({ ...movie, release_date: today.add({ days: release_days }).toString() }),
    });
    films.set(movie.name, id);
  }
  await seedScreenings(work, today, films, prices);
}

async function seedScreenings(
  work: Work,
  today: Temporal.PlainDate,
  films: ReadonlyMap<string, number>,
  prices: readonly number[],
) {
  const FRIDAY = 5;
  for (let ahead = 0; ahead < PROGRAMME_DAYS; ahead += 1) {
    const day = today.add({ days: ahead });
    for (const { movie, times, weekend = '', ...screening } of demo.screenings) {
      const all = day.dayOfWeek >= FRIDAY ? `${weekend} ${times}` : times;
      const price = screening.format === IN_3D ? demo.priceIn3D : demo.screeningPrices[day.dayOfWeek];
      for (const time of parseTimes(all).times) {
        const starts_at = day
          .toZonedDateTime({ timeZone: CHAIN_ZONE, plainTime: time })
          .toInstant()
          .toString();
        const columns = {
          ...screening,
          movie_id: films.get(movie) ?? 0,
          price_id: prices[price ?? 0] ?? null,
          starts_at,
        };
        await insertRecord(work, 'screenings', screeningService.columns(columns), { logged: false });
      }
    }
  }
}

async function seedVacancies(work: Work, today: Temporal.PlainDate) {
  for (const { open_until_days, ...vacancy } of demo.vacancies) {
    const open_until = open_until_days === null ? null : today.add({ days: open_until_days }).toString();
    await insertRecord(work, 'vacancies', vacancyService.columns({ ...vacancy, open_until }));
  }
}

/** Pictures in one transaction, which the start then waits for; their bytes are in memory meanwhile. */
const PICTURES_AT_ONCE = 20;

/** One stored copy for each time that a file is used, because a stored file belongs to one record. */
async function storeFiles(deps: Deps): Promise<StoredFiles> {
  const stored: StoredFiles = new Map();
  const uses = [
    ...demo.banners,
    ...demo.branches.flatMap(({ picture, gallery }) => [picture, ...gallery]),
    ...demo.dailyOfferPictures,
    ...demo.offers,
    ...demo.recipes,
    ...demo.shops.flatMap((shop) => [shop, ...shop.gallery]),
    ...demo.movies,
  ].map(({ file }) => file);
  const read = await openShippedPictures();
  const pictureOf = async (file: string) => {
    const own = ownFile(file);
    return own ? await encodeArtwork(own) : await read(file.replace(/\.webp$/, ''));
  };
  const files = [...new Set(uses)];
  for (let at = 0; at < files.length; at += PICTURES_AT_ONCE) {
    const batch: { received: { kind: 'image'; name: string }; picture: ProcessedPicture }[] = [];
    for (const name of files.slice(at, at + PICTURES_AT_ONCE)) {
      const picture = await pictureOf(name);
      for (const use of uses) if (use === name) batch.push({ received: { kind: 'image', name }, picture });
    }
    for (const copy of await storeProcessedPictures(deps, batch))
      stored.getOrInsertComputed(copy.name, () => []).push(copy);
  }
  const storeWhole = async (file: string, kind: 'pdf' | 'video', type: string) =>
    stored.set(file, [await storeFile(deps, await asReceived(file, kind, type), 'public')]);
  await storeWhole(demo.fortnightlyPdf, 'pdf', 'application/pdf');
  if (hasFilm(demo.video.file)) await storeWhole(demo.video.file, 'video', 'video/mp4');
  return stored;
}

/**
 * Adds the shipped page images to the demo's fortnightly booklet, once the site is up. If this is
 * interrupted, or the brand has a booklet of its own, the pages are rendered as for any other booklet.
 */
export async function seedBookletPages(deps: Deps): Promise<void> {
  if (ownFile(demo.fortnightlyPdf)) return;
  const booklet = await findSingle(deps.db, 'fortnightly_booklets');
  if (booklet) await renderBookletPages(deps, booklet.uuid, { drawn: shippedPages });
}

/** Returns a demo file as if staff had uploaded it; it is read in place. */
async function asReceived(file: string, kind: ReceivedFile['kind'], type: string): Promise<ReceivedFile> {
  const path = ownFile(file) ?? join(assets, file);
  const { size } = await stat(path);
  return { field: kind, kind, path, bytes: size, type, name: file };
}
