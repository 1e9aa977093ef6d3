import { Download } from 'lucide';
import type { ReactNode } from 'react';
import type { ImageFile } from '../../../shared/files/image.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { formatDate, formatInstant } from '../../../shared/text/format.ts';
import { formatPhone } from '../../../shared/text/phone.ts';
import { fieldsOnScreen } from '../../define/describe.ts';
import { type Fields, outputNameOf } from '../../define/fields.ts';
import { downloadName } from '../downloadName.ts';
import { GalleryView } from '../gallery/GalleryView.tsx';
import { Icon } from '../Icon.tsx';
import { LoadedContent, RecordSkeleton } from '../Loaded.tsx';
import { altText, Thumb } from '../Thumb.tsx';
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
  /** Width of the picture in CSS pixels, and its text if it has none of its own. */
  picture?: { width: number; altOf?: (record: R) => string };
  /** Controls of a record with a gallery, beside the edit button. */
  actions?: (record: R) => ReactNode;
  /** Fields that precede all others. */
  first?: readonly string[];
  /** Fields that follow all others. */
  last?: readonly string[];
  /** Labels that are not those of the fields; `id` is `#`. */
  labels?: Readonly<Record<string, string>>;
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
  titleOf = (record) => String(record[resource.title]),
  picture,
  actions,
  first = [],
  last = [],
  labels,
  values,
  below,
}: Props<R>) {
  const others = fieldsOnScreen(definition).filter((name) => ![...first, ...last].includes(name));
  const names = [...first, ...others, ...last];
  const gallery = Object.values(definition.fields).find(({ imagesOf }) => imagesOf);
  const pictureName = outputNameOf('file', definition.fields.file_id ?? {});
  const rowsOf = (record: R): Row[] => [
    { label: labels?.id ?? '#', value: record.id },
    ...names.flatMap((name) => {
      const field = definition.fields[name];
      if (!field || field.kind === 'picture' || field === gallery) return [];
      if (field.inOutput === false || field.onScreen === false) return [];
      const format = values?.[name];
      const value = format ? format(record) : shownValue(field, record[outputNameOf(name, field) as keyof R]);
      const next = below?.[name];
      const label = labels?.[name] ?? (field.kind === 'alt' ? 'Alt' : field.label);
      return [{ label, value }, ...(next ? [next(record)] : [])];
    }),
    { label: 'Última alteração', value: formatInstant(record.updated_at) },
  ];
  function pictureOf(record: R) {
    const { [pictureName]: file = null } = record as R & Record<string, ImageFile | null>;
    const thumb = file && (
      <Thumb file={file} width={picture?.width ?? 1000} alt={file.alt ?? picture?.altOf?.(record)} />
    );
    if (!gallery)
      return { actions: file && <DownloadLink file={file} title={titleOf(record)} />, picture: thumb };
    const images = gallery.imagesOf?.(record[outputNameOf('', gallery) as keyof R]) ?? [];
    return {
      actions: actions?.(record),
      picture: (
        <>
          {thumb}
          <GalleryView images={images} />
        </>
      ),
    };
  }
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={resource.at.list}>
      {({ data }) => (
        <DetailsPage
          title={titleOf(data)}
          back={{ to: resource.at.list, ...(backLabel && { label: backLabel }) }}
          publication={data.publication}
          edit={{ to: resource.at.edit(data), area: resource.area }}
          {...('file_id' in definition.fields && pictureOf(data))}
          rows={rowsOf(data)}
        />
      )}
    </LoadedContent>
  );
}

function DownloadLink({ file, title }: { file: ImageFile; title: string }) {
  return (
    <a
      className="btn btn-line btn-s"
      href={file.url_s3}
      download={downloadName(title, file.url_s3)}
      target="_blank"
      rel="noopener"
    >
      <Icon of={Download} />
      Baixar imagem
    </a>
  );
}

function shownValue(field: Fields[string], value: unknown): ReactNode {
  const text = field.shown(value);
  if (field.kind === 'alt') return altText(text);
  if (text === null) return null;
  if (field.kind === 'instant') return formatInstant(text);
  if (field.kind === 'day') return formatDate(text);
  if (field.kind === 'phone') return formatPhone(text);
  return field.kind === 'link' ? addressLink(text) : text;
}
