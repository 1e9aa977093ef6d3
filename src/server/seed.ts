import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as demo from '../../demo/content.ts';
import { fold } from '../contract/list.ts';
import { claimFile, type FileRow, storeFile, storeImage } from '../features/files/file.service.ts';
import { dayAt } from '../platform/clock.ts';
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
  const pictures = await storePictures(deps);
  const pdf = await storePdf(deps);
  await deps.write(null, async (work) => {
    await seedTexts(work);
    const claim = async (
      file: string,
      table: 'banners' | 'branches' | 'daily_booklets' | 'fortnightly_booklets',
      uuid: string,
    ) => {
      const stored = file === demo.fortnightlyPdf ? pdf : pictures.get(file)?.pop();
      if (!stored) throw new Error(`No demo file ${file}`);
      await claimFile(deps, work, stored, { table, uuid });
      return stored.id;
    };
    const record = () => ({ uuid: randomUUID(), created_at: work.now, updated_at: work.now });

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
  });
  return true;
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
          position: index + 1,
          search: fold(`${itemTitle} ${text}`),
          title_key: fold(itemTitle),
        })),
      )
      .execute();
  }
}

/** One stored copy for each time that a picture is used, because a stored file belongs to one record. */
async function storePictures(deps: Deps): Promise<Map<string, FileRow[]>> {
  const uses = [
    ...demo.banners,
    ...demo.branches.flatMap(({ picture, gallery }) => [picture, ...gallery]),
    ...demo.leaflets,
  ].map(({ file }) => file);
  const stored = new Map<string, FileRow[]>();
  const queue = [...uses];
  const work = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const row = await storeImage(deps, await asReceived(file, 'image', 'image/webp'), { webp: true });
      stored.set(file, [...(stored.get(file) ?? []), row]);
    }
  };
  await Promise.all([work(), work(), work()]);
  return stored;
}

/** A file of the demonstration as if staff had sent it; it is read where it lies. */
async function asReceived(file: string, kind: ReceivedFile['kind'], type: string): Promise<ReceivedFile> {
  const path = join(ASSETS, file);
  const { size } = await stat(path);
  return { field: kind, kind, path, bytes: size, type, name: file };
}

async function storePdf(deps: Deps): Promise<FileRow> {
  return storeFile(deps, await asReceived(demo.fortnightlyPdf, 'pdf', 'application/pdf'), 'public');
}
