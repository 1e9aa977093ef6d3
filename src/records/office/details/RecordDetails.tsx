import type { ReactNode } from 'react';
import type { PublicationState } from '../../../contract/publicationPlan.ts';
import { formatDate, formatInstant } from '../../../ui/format.ts';
import { fieldsOnScreen } from '../../define/describe.ts';
import { type Fields, outputNameOf } from '../../define/fields.ts';
import { LoadedContent, RecordSkeleton } from '../Loaded.tsx';
import { addressLink, DetailsPage } from './DetailsPage.tsx';

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
  /** Text of the link to the list, if not the usual one. */
  backLabel?: string;
  /** Returns the title, if it is more than a field. */
  titleOf?: (record: R) => string;
  /** Values of fields that the screen formats, and rows to add below a field. */
  values?: Partial<Record<string, (record: R) => ReactNode>>;
  below?: Partial<Record<string, (record: R) => Row>>;
}

/** Shows all fields of a record, by their labels. */
export function RecordDetails<R extends Shown>({
  definition,
  resource,
  answer,
  backLabel,
  titleOf,
  values,
  below,
}: Props<R>) {
  const rowsOf = (record: R): Row[] => [
    { label: '#', value: record.id },
    ...fieldsOnScreen(definition).flatMap((name) => {
      const field = definition.fields[name];
      if (!field) return [];
      const format = values?.[name];
      const value = format ? format(record) : shownValue(field, record[outputNameOf(name, field) as keyof R]);
      const next = below?.[name];
      return [{ label: field.label, value }, ...(next ? [next(record)] : [])];
    }),
    { label: 'Última alteração', value: formatInstant(record.updated_at) },
  ];
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={resource.at.list}>
      {({ data }) => (
        <DetailsPage
          title={titleOf ? titleOf(data) : String(data[resource.title])}
          back={{ to: resource.at.list, ...(backLabel && { label: backLabel }) }}
          publication={data.publication}
          edit={{ to: resource.at.edit(data), area: resource.area }}
          rows={rowsOf(data)}
        />
      )}
    </LoadedContent>
  );
}

function shownValue(field: Fields[string], value: unknown): ReactNode {
  const text = field.shown(value as never);
  if (text === null) return null;
  if (field.kind === 'instant') return formatInstant(text);
  if (field.kind === 'day') return formatDate(text);
  return field.kind === 'link' ? addressLink(text) : text;
}
