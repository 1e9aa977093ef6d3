import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as demo from '../../demo/content.ts';
import { fold } from '../contract/list.ts';
import {
  claimFile,
  type FileRow,
  readPicture,
  storeFile,
  storePicture,
} from '../features/files/file.service.ts';
import { dayAt } from '../platform/clock.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Work } from '../platform/database/write.ts';
import type { Deps } from '../platform/deps.ts';
import type { ReceivedFile } from '../platform/files/receive.ts';

const ASSETS = resolve(import.meta.dirname, '../../demo/assets');

/**
 * Puts the fictional chain into a database that has no content yet. Pictures are stored first, one write holds
 * all the rest, so that a start that was interrupted begins anew. Answers whether anything was done.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  if (await hasContent(deps)) return false;
  const stored = await storeFiles(deps);
  await deps.write(null, async (work) => {
    await seedTexts(work);
    const claim: Claim = async (file, table, uuid) => {
      const found = stored.get(file)?.pop();
      if (!found) throw new Error(`No demo file ${file}`);
      await claimFile(deps, work, found, { table, uuid });
      return found.id;
    };
    const record = () => recordAt(work.now);

    for (const [index, { file, title, alt, link }] of demo.banners.entries()) {
      const base = record();
      await work.trx
        .insertInto('banners')
        .values({
          ...base,
          title,
          alt,
          link,
          position: index + 1,
          file_id: await claim(file, 'banners', base.uuid),
          search: fold(`${title} ${alt}`),
          title_key: fold(title),
          alt_key: fold(alt),
        })
        .execute();
    }

    for (const [index, branch] of demo.branches.entries()) {
      const { slug, picture, gallery, hours, ...fields } = branch;
      const base = record();
      const { id } = await work.trx
        .insertInto('branches')
        .values({
          ...base,
          ...fields,
          email: `${slug}@hiperaurora.example`,
          phone_secondary: null,
          localization: `https://mapas.example/aurora-${slug}`,
          hours: JSON.stringify(hours),
          facebook: null,
          instagram: `https://instagram.example/aurora.${slug}`,
          twitter: null,
          tiktok: null,
          pinterest: null,
          youtube: null,
          linkedin: null,
          position: index + 1,
          file_id: await claim(picture.file, 'branches', base.uuid),
          alt: picture.alt,
          search: fold(`${fields.name} ${fields.road} ${fields.district} ${fields.city} ${fields.state}`),
          name_key: fold(fields.name),
          city_key: fold(fields.city),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [position, { file, alt }] of gallery.entries()) {
        await work.trx
          .insertInto('branch_images')
          .values({
            uuid: randomUUID(),
            branch_id: id,
            file_id: await claim(file, 'branches', base.uuid),
            position: position + 1,
            alt,
            created_at: work.now,
          })
          .execute();
      }
    }

    const today = dayAt(deps.clock.now());
    for (const { file, alt } of demo.leaflets) {
      const base = record();
      await work.trx
        .insertInto('daily_booklets')
        .values({
          ...base,
          start_date: today,
          alt,
          demo: 1,
          file_id: await claim(file, 'daily_booklets', base.uuid),
        })
        .execute();
    }

    const booklet = record();
    const from = Temporal.PlainDate.from(today);
    await work.trx
      .insertInto('fortnightly_booklets')
      .values({
        ...booklet,
        file_id: await claim(demo.fortnightlyPdf, 'fortnightly_booklets', booklet.uuid),
        valid_from: from.toString(),
        valid_until: from.add({ days: 14 }).toString(),
      })
      .execute();

    await seedRecipes(work, claim);
    await seedShops(work, claim);
    await seedCinema(work, claim, from);
    await seedWork(work, from);
    const video = record();
    await work.trx
      .insertInto('videos')
      .values({ ...video, file_id: await claim(demo.video.file, 'videos', video.uuid) })
      .execute();
  });
  return true;
}

/** Takes one stored copy of a demo file for a record; answers the file's id. */
type Claim = (file: string, table: keyof Tables, uuid: string) => Promise<number>;

const recordAt = (now: string) => ({ uuid: randomUUID(), created_at: now, updated_at: now });

async function seedRecipes({ trx, now }: Work, claim: Claim) {
  const categories = new Map<string, number>();
  for (const name of demo.recipeCategories) {
    const { id } = await trx
      .insertInto('recipe_categories')
      .values({ ...recordAt(now), name, search: fold(name), name_key: fold(name) })
      .returning('id')
      .executeTakeFirstOrThrow();
    categories.set(name, id);
  }
  for (const { file, alt, name, category, description, ingredients, steps, link } of demo.recipes) {
    const base = recordAt(now);
    await trx
      .insertInto('recipes')
      .values({
        ...base,
        name,
        alt,
        description,
        ingredients: ingredients.join('\n'),
        preparation_mode: steps.join('\n'),
        recipe_link: link,
        recipe_category_id: categories.get(category) ?? 0,
        file_id: await claim(file, 'recipes', base.uuid),
        search: fold(name),
        name_key: fold(name),
      })
      .execute();
  }
}

async function seedShops({ trx, now }: Work, claim: Claim) {
  for (const [index, { file, gallery, ...shop }] of demo.shops.entries()) {
    const base = recordAt(now);
    const { id } = await trx
      .insertInto('shops')
      .values({
        ...base,
        ...shop,
        facebook: null,
        twitter: null,
        tiktok: null,
        pinterest: null,
        youtube: null,
        linkedin: null,
        position: index + 1,
        file_id: await claim(file, 'shops', base.uuid),
        search: fold(`${shop.name} ${shop.email} ${shop.phone}`),
        name_key: fold(shop.name),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [position, picture] of gallery.entries()) {
      await trx
        .insertInto('shop_images')
        .values({
          uuid: randomUUID(),
          shop_id: id,
          file_id: await claim(picture.file, 'shops', base.uuid),
          position: position + 1,
          alt: picture.alt,
          created_at: now,
        })
        .execute();
    }
  }
}

async function seedCinema({ trx, now }: Work, claim: Claim, today: Temporal.PlainDate) {
  await trx
    .insertInto('ticket_offices')
    .values({ ...recordAt(now), ...demo.ticketOffice })
    .execute();
  await trx
    .insertInto('ticket_office_items')
    .values(
      demo.ticketOfficeItems.map((item, index) => ({
        ...recordAt(now),
        item,
        position: index + 1,
        search: fold(item),
        item_key: fold(item),
      })),
    )
    .execute();
  for (const { file, release_days, ...movie } of demo.movies) {
    const base = recordAt(now);
    await trx
      .insertInto('movies')
      .values({
        ...base,
        ...movie,
        trailer_link: null,
        release_date: today.add({ days: release_days }).toString(),
        file_id: await claim(file, 'movies', base.uuid),
        search: fold(movie.name),
        name_key: fold(movie.name),
      })
      .execute();
  }
}

async function seedWork({ trx, now }: Work, today: Temporal.PlainDate) {
  await trx
    .insertInto('office_hours')
    .values(
      demo.officeHours.map((hours) => ({
        ...recordAt(now),
        ...hours,
        search: fold(`${hours.work_start_day} ${hours.end_of_work_day}`),
        start_key: fold(hours.work_start_day),
        end_key: fold(hours.end_of_work_day),
      })),
    )
    .execute();
  await trx
    .insertInto('vacancies')
    .values(
      demo.vacancies.map(({ open_until_days, ...vacancy }) => ({
        ...recordAt(now),
        ...vacancy,
        open_until: open_until_days === null ? null : today.add({ days: open_until_days }).toString(),
        search: fold(`${vacancy.name} ${vacancy.city}`),
        name_key: fold(vacancy.name),
      })),
    )
    .execute();
}

async function hasContent({ db }: Deps): Promise<boolean> {
  for (const table of ['banners', 'branches', 'abouts', 'phones', 'company_information'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true;
  }
  return false;
}

async function seedTexts({ trx, now }: Work) {
  const record = () => ({ uuid: randomUUID(), created_at: now, updated_at: now });
  await trx
    .insertInto('company_information')
    .values({ ...record(), ...demo.company })
    .execute();
  await trx
    .insertInto('phones')
    .values(
      demo.phones.map((phone) => ({
        ...record(),
        ...phone,
        search: fold(`${phone.contact} ${phone.ddd} ${phone.number}`),
        contact_key: fold(phone.contact),
      })),
    )
    .execute();
  // Items stand in one order, over all texts.
  let before = 0;
  for (const { type, title, description, items } of demo.abouts) {
    await trx
      .insertInto('abouts')
      .values({
        ...record(),
        id: type,
        title,
        description,
        search: fold(`${title} ${description}`),
        title_key: fold(title),
      })
      .execute();
    await trx
      .insertInto('about_items')
      .values(
        items.map(([itemTitle, text], index) => ({
          ...record(),
          title: itemTitle,
          description: text,
          about_id: type,
          position: before + index + 1,
          search: fold(`${itemTitle} ${text}`),
          title_key: fold(itemTitle),
        })),
      )
      .execute();
    before += items.length;
  }
}

/**
 * One stored copy for each time that a file is used, because a stored file belongs to one record; a picture that is
 * used often is worked on once.
 */
async function storeFiles(deps: Deps): Promise<Map<string, FileRow[]>> {
  const pictures = [
    ...demo.banners,
    ...demo.branches.flatMap(({ picture, gallery }) => [picture, ...gallery]),
    ...demo.leaflets,
    ...demo.recipes,
    ...demo.shops.flatMap((shop) => [shop, ...shop.gallery]),
    ...demo.movies,
  ].map(({ file }) => file);
  const stored = new Map<string, FileRow[]>();
  const queue = [...new Set(pictures)];
  const work = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const received = await asReceived(file, 'image', 'image/webp');
      const picture = await readPicture(received, { webp: true });
      const copies: FileRow[] = [];
      for (const use of pictures) if (use === file) copies.push(await storePicture(deps, received, picture));
      stored.set(file, copies);
    }
  };
  await Promise.all([work(), work(), work()]);
  const whole = async (file: string, kind: 'pdf' | 'video', type: string) =>
    stored.set(file, [await storeFile(deps, await asReceived(file, kind, type), 'public')]);
  await whole(demo.fortnightlyPdf, 'pdf', 'application/pdf');
  await whole(demo.video.file, 'video', 'video/mp4');
  return stored;
}

/** A file of the demonstration as if staff had sent it; it is read where it lies. */
async function asReceived(file: string, kind: ReceivedFile['kind'], type: string): Promise<ReceivedFile> {
  const path = join(ASSETS, file);
  const { size } = await stat(path);
  return { field: kind, kind, path, bytes: size, type, name: file };
}
