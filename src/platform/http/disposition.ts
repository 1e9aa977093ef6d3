/**
 * Returns a `Content-Disposition` with a file name that a user typed: letters of every script where the
 * browser supports them (`filename*`), ASCII where not. Removes all that could break the header or name a
 * folder.
 */
export function contentDisposition(kind: 'inline' | 'attachment', typed: string, ending: string): string {
  const stem =
    typed
      .replace(/\p{Cc}/gu, '')
      .replace(/[/\\]/g, '-')
      .slice(0, 100)
      .toWellFormed() || 'arquivo';
  const plain = `${stem.normalize('NFKD').replace(/[^\w .()-]/g, '') || 'arquivo'}${ending}`;
  const encoded = encodeURIComponent(stem + ending).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
