import { data } from 'react-router';
import type { Route } from './+types/NotFoundPage.ts';
import { pageMeta } from './meta.ts';
import { NotFound } from './PageError.tsx';

/** Answers rather than throws, so that the page keeps its header and footer. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Página não encontrada' });
}

export default NotFound;
