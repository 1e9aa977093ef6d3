import { data } from 'react-router';
import type { Route } from './+types/NotFoundPage.ts';
import { returnedFormContext } from './api.ts';
import { pageMeta } from './meta.ts';
import { Message, NotFound } from './PageError.tsx';

const REFUSED = 'Aqui não dá para fazer isso';

/**
 * Answers rather than throws, so that the page keeps its header and footer. Where the server refused the request
 * for another reason, it is told in its words.
 */
export function loader({ context }: Route.LoaderArgs) {
  const refused = context.get(returnedFormContext);
  if (!refused) return data(null, { status: 404 });
  return data({ status: refused.status, text: refused.message }, { status: refused.status });
}

const isNotFound = (refused: { status: number } | null | undefined) => (refused?.status ?? 404) === 404;

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: isNotFound(loaderData) ? 'Página não encontrada' : REFUSED });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData || isNotFound(loaderData)) return <NotFound />;
  return <Message title={REFUSED} text={loaderData.text} />;
}
