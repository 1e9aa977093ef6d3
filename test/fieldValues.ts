import { type Fields, inputNameOf } from '../src/records/define/fields.ts';

// Valid values of the fields of any defined record, three of each in ascending order.

type Values = readonly [unknown, unknown, unknown];

/** Numbers of other records, by table, for the fields that name them. */
export type ReferencedIds = Readonly<Record<string, readonly number[]>>;

const inDays = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString();

/** Fields whose valid values follow neither from their kind nor from their options. */
const BY_NAME: Readonly<Record<string, Values>> = {
  // Shoppers see special days of the next year, and screenings that have begun.
  date: [inDays(2), inDays(3), inDays(4)],
  starts_at: ['2020-02-01T12:00:00.000Z', '2020-02-02T12:00:00.000Z', '2020-02-03T12:00:00.000Z'],
};

const texts = (name: string): Values => [`Água ${name}`, `banco ${name}`, `Casa ${name}`];

const CANDIDATES: readonly Values[] = [
  ['Água', 'banco', 'Casa'],
  ['2091-02-01', '2091-02-02', '2091-02-03'],
  ['2091-02-01T12:00:00.000Z', '2091-02-02T12:00:00.000Z', '2091-02-03T12:00:00.000Z'],
  ['07:30', '08:30', '09:30'],
  ['https://a.example/1', 'https://b.example/1', 'https://c.example/1'],
  ['agua@a.example', 'banco@a.example', 'casa@a.example'],
  ['11', '12', '13'],
  ['11.222.333/0001-81', '12.ABC.345/01DE-35', '11.222.333/0001-81'],
  ['60025-100', '60150-160', '60150-170'],
  ['America/Fortaleza', 'America/Manaus', 'America/Recife'],
];

const PHONES: Values = ['(85) 3222-4401', '(85) 3222-4402', '(85) 3222-4403'];

/** Returns three valid values of a field; undefined if they depend on more than the field. */
function valuesOf(
  name: string,
  { input, kind, options, reference, computed, store }: Fields[string],
  ids: ReferencedIds,
): Values | undefined {
  if (!input || computed || store) return undefined;
  const known = reference ? ids[reference.table] : options && Object.keys(options);
  const candidates = [
    ...(BY_NAME[name] ? [BY_NAME[name]] : []),
    ...(kind === 'phone' ? [PHONES] : []),
    ...(known ? [[0, 1, 2].map((at) => known[at % known.length]) as unknown as Values] : []),
    texts(name.replaceAll('_', '')),
    ...CANDIDATES,
  ];
  return candidates.find((values) => values.every((value) => input.safeParse(value).success));
}

/**
 * Returns a form with a valid value in every field that depends on no other, by the name in the form. `choice` tells
 * which of the three values each field gets.
 */
export const filledForm = (fields: Fields, choice: 0 | 1 | 2, ids: ReferencedIds): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const values = valuesOf(name, field, ids);
      return values ? [[inputNameOf(name, field), values[choice]]] : [];
    }),
  );
