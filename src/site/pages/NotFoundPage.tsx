import type { PageMeta } from '../meta.ts';
import sheet from '../PageError.css?inline';
import { Message, NotFound } from '../PageError.tsx';
import { type HeadArgs, type LoaderInput, type PageProps, withStatus } from '../page.ts';

export { sheet };

const REFUSED = 'Aqui não dá para fazer isso';

/**
 * Returns the error instead of throwing it, so that the page keeps its header and footer. If the server
 * refused the request for another reason, the page shows that message.
 */
export function load({ returned: refused }: LoaderInput) {
  if (!refused) return withStatus(null, 404);
  return withStatus({ status: refused.status, text: refused.message }, refused.status);
}

const isNotFound = (refused: { status: number } | null | undefined) => (refused?.status ?? 404) === 404;

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  return { title: isNotFound(data) ? 'Página não encontrada' : REFUSED };
}

export default function NotFoundPage({ data }: PageProps<typeof load>) {
  if (!data || isNotFound(data)) return <NotFound />;
  return <Message title={REFUSED} text={data.text} />;
}
