import type { ReactNode } from 'react';
import type { PublicationState } from '../../../contract/publicationPlan.ts';
import { formatInstant } from '../../../ui/format.ts';
import { fieldsOnScreen } from '../../define/describe.ts';
import type { Fields } from '../../define/fields.ts';
import { LoadedContent, RecordSkeleton } from '../Loaded.tsx';
import { DetailsPage } from './DetailsPage.tsx';

/** Values of every record that the screen of its details shows. */
interface Shown {
  id: number;
  uuid: string;
  updated_at: string;
  publication?: PublicationState | undefined;
}

type Row = { label: string; value: ReactNode };

interface Props<R extends Shown> {
  definition: { table: string; fields: Fields; screenOrder?: readonly string[] };
  /** Screens of the resource, its permission area and the field of its title. */
  resource: {
    at: { list: string; edit(record: { uuid: string }): string };
    area: string;
    title: keyof R & string;
  };
  answer: Promise<{ data: R }>;
  /** Values of fields that the screen formats, and rows to add below a field. */
  values?: Partial<Record<string, (record: R) => ReactNode>>;
  below?: Partial<Record<string, (record: R) => Row>>;
}

/** Shows all fields of a record, by their labels. */
export function RecordDetails<R extends Shown>({ definition, resource, answer, values, below }: Props<R>) {
  const rowsOf = (record: R): Row[] => [
    { label: '#', value: record.id },
    ...fieldsOnScreen(definition).flatMap((name) => {
      const field = definition.fields[name];
      const format = values?.[name];
      const value = format ? format(record) : field?.shown(record[name as keyof R] as never);
      const next = below?.[name];
      return [{ label: field?.label ?? name, value }, ...(next ? [next(record)] : [])];
    }),
    { label: 'Última alteração', value: formatInstant(record.updated_at) },
  ];
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={resource.at.list}>
      {({ data }) => (
        <DetailsPage
          title={String(data[resource.title])}
          back={{ to: resource.at.list }}
          publication={data.publication}
          edit={{ to: resource.at.edit(data), area: resource.area }}
          rows={rowsOf(data)}
        />
      )}
    </LoadedContent>
  );
}
