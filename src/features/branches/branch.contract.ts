import { z } from 'zod';
import { data, endpoint, uuidParams } from '../../contract/endpoint.ts';
import { imageFile } from '../../contract/image.ts';
import { list } from '../../contract/list.ts';
import { address, socialLinks } from '../addresses/address.contract.ts';

/** Opening hours of one weekday, 1 (Monday) to 7; a `closes` before its `opens` means the next day. */
export const weekdayHours = z.object({
  weekday: z.number().int().min(1).max(7),
  opens: z.string(),
  closes: z.string(),
});
export type WeekdayHours = z.output<typeof weekdayHours>;

/** A picture of a gallery; `uuid` and `path` are the existing contract, the rest is added. */
export const galleryImage = imageFile.omit({ url_s3: true }).extend({ uuid: z.string(), path: z.string() });

export const branch = z
  .object({
    id: z.number(),
    uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    phone_secondary: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    hours: z.array(weekdayHours),
    position: z.number(),
    file: imageFile.nullable(),
    galleries: z.object({ url_s3: z.object({ original: z.array(galleryImage) }) }),
  })
  .extend(address.shape)
  .extend(socialLinks.shape);
export type Branch = z.output<typeof branch>;

export const siteBranches = endpoint({
  method: 'GET',
  path: '/site/branches',
  summary: 'Filiais, na ordem do site',
  answers: { 200: list(branch) },
  cached: true,
});

/** An addition: one branch, so that its page need not read them all. */
export const siteBranch = endpoint({
  method: 'GET',
  path: '/site/branches/details/:uuid',
  summary: 'Uma filial',
  params: uuidParams,
  answers: { 200: data(branch) },
  cached: true,
});
