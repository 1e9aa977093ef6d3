import type { Generated } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Address, SocialLinks } from '../addresses/address.contract.ts';
import { imageReader } from '../files/file.service.ts';
import type { Branch } from './branch.contract.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    branches: BranchTable;
    branch_images: BranchImageTable;
  }
}

export interface BranchTable extends RecordColumns, Address, SocialLinks {
  name: string;
  description: string | null;
  email: string;
  phone: string;
  phone_secondary: string | null;
  latitude: number | null;
  longitude: number | null;
  /** JSON of `WeekdayHours[]`. */
  hours: string | null;
  position: number;
  file_id: number | null;
  alt: string | null;
  search: string;
  name_key: string;
  city_key: string;
}

export interface BranchImageTable {
  id: Generated<number>;
  uuid: string;
  branch_id: number;
  file_id: number;
  position: number;
  alt: string | null;
  created_at: string;
}

/** Branches in the site's order; one when `uuid` is given. */
export async function publicBranches(deps: Pick<Deps, 'db' | 'mediaUrl'>, uuid?: string): Promise<Branch[]> {
  const rows = await deps.db
    .selectFrom('branches')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(uuid !== undefined, (query) => query.where('uuid', '=', uuid as string))
    .orderBy('position')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const gallery = await deps.db
    .selectFrom('branch_images')
    .selectAll()
    .where(
      'branch_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
  const image = await imageReader(
    deps,
    [...rows, ...gallery].map((row) => row.file_id),
  );
  return rows.map((row) => {
    const {
      file_id,
      alt,
      hours,
      search,
      name_key,
      city_key,
      version,
      created_at,
      updated_at,
      deleted_at,
      ...branch
    } = row;
    const original = gallery
      .filter((picture) => picture.branch_id === row.id)
      .flatMap((picture) => {
        const file = image(picture.file_id, picture.alt);
        if (!file) return [];
        const { url_s3, ...rest } = file;
        return [{ ...rest, uuid: picture.uuid, path: url_s3 }];
      });
    return {
      ...branch,
      hours: hours ? JSON.parse(hours) : [],
      file: image(file_id, alt),
      galleries: { url_s3: { original } },
    };
  });
}
