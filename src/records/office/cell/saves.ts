import type { z } from 'zod';
import { fieldErrors } from '../../../shared/failure.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import type { CellEdit, ListRow } from '../list/column.ts';
import { failureFrom } from '../loadScreen.ts';
import { withReauth } from '../session.ts';

/** Returns the fields of a save with `text` in place. Fields that the row lacks are absent and keep their value. */
const fieldsOf = <T extends ListRow>(edit: CellEdit<T>, item: T, text: string) => ({
  ...edit.requiredFields?.(item),
  [edit.field]: edit.parse ? edit.parse(text).value : text,
  version: item.version,
});

/** Returns the validation error for `text`, or null if it is valid. */
export function problemOf<T extends ListRow>(edit: CellEdit<T>, item: T, text: string): string | null {
  const problem = edit.parse?.(text).problem;
  if (problem) return problem;
  const schema = edit.endpoint.body?.schema as
    | (z.ZodType & { shape?: Record<string, z.ZodType> })
    | undefined;
  // A position is validated alone, because the row may lack other fields of the record.
  const alone = edit.requiredFields ? undefined : schema?.shape?.[edit.field];
  const result = alone ? alone.safeParse(text) : schema?.safeParse(fieldsOf(edit, item, text));
  if (!result || result.success) return null;
  const [own] = alone ? [result.error.issues[0]?.message] : (fieldErrors(result.error)[edit.field] ?? []);
  return own ?? null;
}

/** Returns plan fields that keep an unpublished record unpublished. */
function planOf({ publication }: ListRow): object {
  if (!publication?.standing) return {};
  const { next } = publication;
  return { publish_at: next && !next.goes ? next.at : 'later' };
}

/** Saves one field of a record, and offers an undo. */
export async function saveField<T extends ListRow>(
  edit: CellEdit<T>,
  item: T,
  text: string,
  said: string,
  reload: () => Promise<void>,
  /** Whether the user confirmed the server's question. */
  isConfirmed: boolean,
): Promise<void> {
  const before = edit.text(item);
  const send = async (value: string, version: number | undefined, dryRun: object | undefined) => {
    const plan = edit.endpoint.planned && planOf(item);
    const body = { ...fieldsOf(edit, item, value), version, ...dryRun, ...plan };
    return withReauth(() => callEndpoint(edit.endpoint, { params: { uuid: item.uuid }, body }));
  };
  const { data } = await send(
    text,
    item.version,
    edit.dryRunField && !isConfirmed ? { [edit.dryRunField]: true } : undefined,
  );
  alert.done(said, data.message, {
    label: 'Desfazer',
    run: async () => {
      try {
        await send(before, data.version, undefined);
        alert.success('Desfeito');
      } catch (error) {
        alert.failure(failureFrom(error));
      }
      await reload();
    },
  });
  await reload();
}

interface Order {
  read: () => Promise<string[]>;
  save: (uuids: string[]) => Promise<unknown>;
}

/** Moves a row to `place` in the current order, and offers an undo. */
export async function savePosition(
  { read, save }: Order,
  uuid: string,
  place: number,
  name: string,
  reload: () => Promise<void>,
): Promise<void> {
  const before = await withReauth(read);
  const others = before.filter((other) => other !== uuid);
  const at = Math.min(place, before.length);
  await withReauth(() => save(others.toSpliced(at - 1, 0, uuid)));
  alert.done('Ordem salva', `${name}: posição ${at} de ${before.length}.`, {
    label: 'Desfazer',
    run: async () => {
      try {
        await withReauth(() => save(before));
        alert.success('Ordem de antes de volta');
      } catch (error) {
        alert.failure(failureFrom(error));
      }
      await reload();
    },
  });
  await reload();
}
