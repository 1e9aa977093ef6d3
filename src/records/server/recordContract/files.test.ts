import { describe, expect, it } from 'vitest';
import { fileOf, jpeg, noise, png } from '../../../../test/images.ts';
import {
  type DefinedResource,
  definedOf,
  listedResources,
  recordContract,
} from '../../../../test/recordContract.ts';
import { galleryFiles } from '../../../shared/files/image.ts';
import { outputNameOf } from '../../define/fields.ts';
import { galleryOf, pictureFileName } from '../../define/pictureFields.ts';

// Proves what every resource does with the files of its forms: pictures, and the pictures of galleries.

const contract = recordContract({ MAX_IMAGE_MB: '1', MAX_PDF_MB: '1', MAX_VIDEO_MB: '1' });
const { store, trySave, update, destroy, show, counts, act, versions } = contract;

const statusOf = async (url: string) => (await contract.app().request('GET', url)).statusCode;
const unreadable = 'Não conseguimos ler esta imagem. Salve de novo e envie outra vez.';
const wrongType = 'Formato de arquivo não permitido. Envie JPG ou PNG.';
const tooLarge = 'O arquivo passa de 1 MB. Escolha um menor.';
const emptyFile = 'O arquivo está vazio. Escolha outro.';

/** Sends a new record and a change with this file, which must be refused alike, and stores nothing of them. */
async function expectRefused(
  table: string,
  uuid: string,
  field: string,
  file: unknown,
  status: number,
  message: string,
) {
  const before = [await show(table, uuid), await counts(table)];
  for (const answer of [
    await trySave(table, { more: { [field]: file } }),
    await update(table, uuid, { more: { [field]: file } }),
  ])
    expect([answer.statusCode, answer.json().errors]).toEqual([status, { [field]: [message] }]);
  expect([await show(table, uuid), await counts(table)]).toEqual(before);
}

const brokenFiles = async (name: string): Promise<[File, number, string][]> => [
  [fileOf((await noise(300, 200)).subarray(0, 5000), name), 422, unreadable],
  [fileOf(Buffer.from('<html>'), name), 422, wrongType],
  [fileOf(await jpeg(), 'a.gif', 'image/gif'), 422, wrongType],
  [new File([], name, { type: 'image/jpeg' }), 422, emptyFile],
  [fileOf(Buffer.concat([await jpeg(), Buffer.alloc(1_500_000)]), name), 413, tooLarge],
];

const withPicture = definedOf(listedResources).filter(({ fields }) => fields.file_id?.kind === 'picture');
const withGallery = withPicture.filter(({ fields }) => galleryOf(fields));
const titled = (some: readonly DefinedResource[]) => some.map((one) => [one.known.table, one] as const);

interface Picture {
  url_s3: string;
  width: number;
  variants: { url: string }[];
}

describe.each(titled(withPicture))('pictures of %s', (table, { known, fields }) => {
  const image = pictureFileName(fields);
  const shownAs = outputNameOf('file_id', fields.file_id ?? {});
  const pictureOf = async (table: string, uuid: string) => (await show(table, uuid))[shownAs] as Picture;

  it('a picture is required in a new record, unless forms may remove it, and a text is none', async () => {
    const required = [422, { [image]: ['Escolha uma imagem.'] }];
    for (const none of [undefined, 'foto']) {
      const answer = await trySave(table, { more: { [image]: none } });
      const expected = fields.file_id?.isRemovable ? [201, undefined] : required;
      expect([answer.statusCode, answer.json().errors]).toEqual(expected);
    }
  });

  it('a picture is refused if it is unreadable, empty, too large or of another type', async () => {
    const uuid = await store(table);
    for (const [file, status, message] of await brokenFiles('a.jpg'))
      await expectRefused(table, uuid, image, file, status, message);
  });

  it('a picture stays in a change without one, and is replaced by a new one, without which it is no longer served', async () => {
    const uuid = await store(table);
    const old = await pictureOf(table, uuid);
    await update(table, uuid);
    expect(await pictureOf(table, uuid)).toEqual(old);
    const before = await counts(table);
    const file = fileOf(await png({ width: 20, height: 30 }), 'a.png', 'image/png');
    expect((await update(table, uuid, { more: { [image]: file } })).statusCode).toBe(200);
    const { url_s3, width } = await pictureOf(table, uuid);
    expect(width).toBe(20);
    expect([await statusOf(old.url_s3), await statusOf(url_s3)]).toEqual([404, 200]);
    // The old file is retained for the version that used it.
    expect((await counts(table)).files).toBe(before.files + 1);
  });

  it('a picture is not stored with a save of an outdated version, nor with others of the same version', async () => {
    const uuid = await store(table);
    await update(table, uuid);
    const before = await counts(table);
    expect((await update(table, uuid, { more: { version: 1 }, withFiles: true })).statusCode).toBe(409);
    expect(await counts(table)).toEqual(before);
    const answers = await Promise.all(
      [1, 2].map(() => update(table, uuid, { more: { version: 2 }, withFiles: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await counts(table)).files).toBeLessThanOrEqual(
      before.files + 1 + 2 * Number(known.gallery ?? 0),
    );
    expect(await statusOf((await pictureOf(table, uuid)).url_s3)).toBe(200);
  });

  it('a picture is served while its record is on the site, and no longer after its deletion', async () => {
    const uuid = await store(table);
    const { url_s3, variants } = await pictureOf(table, uuid);
    const urls = [url_s3, ...variants.map(({ url }) => url)];
    for (const url of urls) expect(await statusOf(url)).toBe(200);
    await destroy(table, uuid);
    for (const url of urls) expect(await statusOf(url)).toBe(404);
    await act(known, uuid, 'restore');
    for (const url of urls) expect(await statusOf(url)).toBe(200);
    expect(await versions(known, uuid)).not.toEqual([]);
  });
});

describe.each(titled(withGallery))('galleries of %s', (table, { fields }) => {
  const { files = '' } = galleryOf(fields) ?? {};
  const [name, field] = Object.entries(fields).find(([, one]) => one.gallery) ?? ['', fields.file_id];
  const photo = async (name = 'foto.jpg') => fileOf(await jpeg(), name);
  /** Lists the pictures of the gallery. */
  const galleryIn = async (uuid: string) => {
    const value = (await show(table, uuid))[outputNameOf(name, field ?? {})];
    return (field?.imagesOf?.(value as never) ?? []) as readonly {
      uuid: string;
      path: string;
      alt: string | null;
    }[];
  };
  it('a gallery takes new pictures with their texts after the stored ones, and changes texts by uuid', async () => {
    const texts = { new_gallery_alts: ['Um', ''] };
    const uuid = await store(table, { more: { ...texts, [files]: [await photo(), await photo()] } });
    const before = await galleryIn(uuid);
    expect(before.map(({ alt }) => alt)).toEqual(['Um', null]);
    const changed = {
      gallery_alts: { [before[1]?.uuid ?? '']: 'Dois' },
      ...{ new_gallery_alts: ['Três'], [files]: [await photo()] },
    };
    const other = await store(table, { more: { [files]: [await photo()] } });
    expect((await update(table, other, { more: changed })).json().errors).toHaveProperty('gallery_alts');
    expect((await update(table, uuid, { more: changed })).statusCode).toBe(200);
    const after = await galleryIn(uuid);
    expect(after.map(({ alt }) => alt)).toEqual(['Um', 'Dois', 'Três']);
    expect(after[0]).toEqual(before[0]);
  });

  it('a gallery refuses a bad picture among good ones, names it, and stores none', async () => {
    const uuid = await store(table, { more: { [files]: [await photo()] } });
    const before = [await galleryIn(uuid), await counts(table)];
    for (const [file, status, message] of await brokenFiles('ruim.jpg')) {
      const answer = await update(table, uuid, { more: { [files]: [await photo(), file] } });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        status,
        { [files]: [`${file.name}: ${message}`] },
      ]);
    }
    const many = await Promise.all(Array.from({ length: galleryFiles.most + 1 }, () => photo()));
    const answer = await update(table, uuid, { more: { [files]: many } });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { [files]: [`Envie até ${galleryFiles.most} arquivos por vez.`] },
    ]);
    expect([await galleryIn(uuid), await counts(table)]).toEqual(before);
  });

  it('a gallery loses a deleted picture at once, and keeps the others and the version of the record', async () => {
    const uuid = await store(table, { more: { [files]: [await photo(), await photo(), await photo()] } });
    const [first, second, third] = await galleryIn(uuid);
    const path = contract.storeOf(table).path.replace(/^\/admin(.*)store$/, '$1destroy/gallery-img');
    const remove = () => contract.admin('DELETE', `${path}/${second?.uuid}`);
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(await galleryIn(uuid)).toEqual([first, third]);
    expect([await statusOf(second?.path ?? ''), await statusOf(third?.path ?? '')]).toEqual([404, 200]);
    expect((await update(table, uuid, { more: { version: 1 } })).statusCode).toBe(200);
    await destroy(table, uuid);
    expect(await statusOf(first?.path ?? '')).toBe(404);
    expect((await contract.admin('DELETE', `${path}/${first?.uuid}`)).statusCode).toBe(404);
  });
});
