import type { FileField } from '../endpoint.ts';
import { texts } from '../text/texts.ts';

export const PDF_TYPE = 'application/pdf';

export type FileKind = FileField['kind'];

/** A file as its sender describes it, before its content is known. */
export interface DeclaredFile {
  /** Media type; empty if the sender declares none. */
  type: string;
  name: string;
}

interface FileKindRule {
  isType: (type: string) => boolean;
  /** Extensions of file names. The content decides which type it is. */
  endings: RegExp;
  /** Value for the `accept` attribute. Extensions help systems that know no media type for them. */
  accept: string;
  /** Completes the message of a refusal. */
  advice: string;
}

const rules: Record<FileKind, FileKindRule> = {
  image: {
    isType: (type) => type === 'image/jpeg' || type === 'image/png',
    endings: /^(jpe?g|jpe|jfif|pjpeg|png)$/,
    accept: 'image/jpeg,image/png,.jpg,.jpeg,.png',
    advice: 'Envie JPG ou PNG.',
  },
  pdf: {
    isType: (type) => type === PDF_TYPE,
    endings: /^pdf$/,
    accept: 'application/pdf,.pdf',
    advice: 'Envie um PDF.',
  },
  video: {
    isType: (type) => type.startsWith('video/'),
    endings: /^(mp4|m4v|mov|qt|webm|mkv|avi|og[gvm]|mpe?g|mpv|m2v|3g[p2]|m?ts|m2ts|wmv|asf|flv)$/,
    accept: 'video/*',
    advice: 'Envie um vídeo, de preferência MP4.',
  },
};

/** Other names of allowed types, as browsers and phones send them. */
const ALIASES: Record<string, string | undefined> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': PDF_TYPE,
};

/** Types that declare nothing, so that the content alone decides. */
const UNDECLARED = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Returns whether a file of `kind` may have `type`, which comes from its content. */
export const isAllowedType = (kind: FileKind, type: string) => rules[kind].isType(type);

/**
 * Returns whether a file may be of `kind` by its declared type and its name. Only the content can confirm it.
 * Both the server and the forms in the browser use this.
 */
export function mayBeOfKind(kind: FileKind, { type, name }: DeclaredFile): boolean {
  const declared = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ending = endingOf(name);
  return (
    (UNDECLARED.has(declared) || rules[kind].isType(ALIASES[declared] ?? declared)) &&
    (!ending || rules[kind].endings.test(ending))
  );
}

/** Returns the message for a wrong type, with the allowed types. */
export const wrongFileType = (kind: FileKind) => `${texts.wrongFileType} ${rules[kind].advice}`;

/** Returns the `accept` attribute of a file input. */
export const acceptOf = (kind: FileKind) => rules[kind].accept;

/** Extensions begin with a letter: «Encarte 22.11» has none. */
const endingOf = (name: string) => /\.([a-z][a-z\d]{0,7})$/i.exec(name.trim())?.[1]?.toLowerCase();
