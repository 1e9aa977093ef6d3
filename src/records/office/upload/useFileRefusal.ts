import { useCallback } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type FileKind, mayBeOfKind, wrongFileType } from '../../../shared/files/fileTypes.ts';
import { fileTooLarge } from '../../../shared/text/texts.ts';

/** The part of the page's settings that is needed here: the largest file of each kind. */
type Limits = () => { fileMegabytes: Record<FileKind, number> };

/** Returns a function that says why the server would refuse a file, so that it is known before the upload. */
export function useFileRefusal(kind: FileKind): (file: File) => string | undefined {
  const megabytes = useRouteLoaderData<Limits>('root')?.fileMegabytes[kind];
  return useCallback(
    (file) => {
      if (!mayBeOfKind(kind, file)) return wrongFileType(kind);
      if (file.size === 0) return 'O arquivo está vazio. Escolha outro.';
      return megabytes && file.size > megabytes * 1024 * 1024 ? fileTooLarge(megabytes) : undefined;
    },
    [kind, megabytes],
  );
}
