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
  const status = refused?.status ?? 404;
  return data(status === 404 ? null : { text: refused?.message ?? '' }, { status });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { title: loaderData ? REFUSED : 'Página não encontrada' });
}

export default function NotFoundPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Message title={REFUSED} text={loaderData.text} /> : <NotFound />;
}
