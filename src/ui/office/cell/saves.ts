import type { z } from 'zod';
import { fieldErrors } from '../../../contract/failure.ts';
import { alert } from '../alerts.tsx';
import { callEndpoint } from '../callEndpoint.ts';
import type { CellEdit, Listed } from '../list/column.ts';
import { failureFrom } from '../load.ts';
import { withReauth } from '../session.ts';

/** The call's own fields with `text` in its place, and nothing that the row does not have: what is absent stays. */
const fieldsOf = <T extends Listed>(edit: CellEdit<T>, item: T, text: string) => ({
  ...edit.rest?.(item),
  [edit.field]: edit.read ? edit.read(text).value : text,
  version: item.version,
});

/** What the contract has to say about `text`; null where it takes it. */
export function problemOf<T extends Listed>(edit: CellEdit<T>, item: T, text: string): string | null {
  const problem = edit.read?.(text).problem;
  if (problem) return problem;
  const schema = edit.endpoint.body?.schema as
    | (z.ZodType & { shape?: Record<string, z.ZodType> })
    | undefined;
  // A place is not saved with its record, whose other fields the row may not have.
  const alone = edit.rest ? undefined : schema?.shape?.[edit.field];
  const result = alone ? alone.safeParse(text) : schema?.safeParse(fieldsOf(edit, item, text));
  if (!result || result.success) return null;
  const [own] = alone ? [result.error.issues[0]?.message] : (fieldErrors(result.error)[edit.field] ?? []);
  return own ?? null;
}

/** What shoppers do not see stays unseen. */
function planOf({ publication }: Listed): object {
  if (!publication?.standing) return {};
  const { next } = publication;
  return { publish_at: next && !next.goes ? next.at : 'later' };
}

interface Saved {
  data: { message: string; version?: number };
}

/** Saves one field of a record, and offers to take it back. */
export async function saveField<T extends Listed>(
  edit: CellEdit<T>,
  item: T,
  text: string,
  said: string,
  reload: () => Promise<void>,
  /** Whether the person confirmed what the server asked. */
  isConfirmed: boolean,
): Promise<void> {
  const before = edit.text(item);
  const send = async (value: string, version: number | undefined, asked: object | undefined) => {
    const plan = edit.endpoint.planned && planOf(item);
    const body = { ...fieldsOf(edit, item, value), version, ...asked, ...plan };
    const input = { params: { uuid: item.uuid }, body };
    return (await withReauth(() => callEndpoint(edit.endpoint, input as never))) as unknown as Saved;
  };
  const { data } = await send(
    text,
    item.version,
    edit.asks && !isConfirmed ? { [edit.asks]: true } : undefined,
  );
  alert.done(said, data.message, {
    label: 'Desfazer',
    run: async () => {
      try {
        await send(before, data.version, undefined);
        alert.success('Desfeito', 'Voltou ao que estava antes.');
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

/** Moves a row to `place` of the order as it is by now, and offers to take it back. */
export async function savePlace(
  { read, save }: Order,
  uuid: string,
  place: number,
  name: string,
  reload: () => Promise<void>,
): Promise<void> {
  const before = await withReauth(read);
  const others = before.filter((one) => one !== uuid);
  const at = Math.min(place, before.length);
  await withReauth(() => save(others.toSpliced(at - 1, 0, uuid)));
  alert.done('Ordem salva', `${name}: posição ${at} de ${before.length}.`, {
    label: 'Desfazer',
    run: async () => {
      try {
        await withReauth(() => save(before));
        alert.success('Desfeito', 'A ordem voltou a ser a de antes.');
      } catch (error) {
        alert.failure(failureFrom(error));
      }
      await reload();
    },
  });
  await reload();
}
