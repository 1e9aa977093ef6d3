import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { SCREEN_PATTERNS } from '../shared/resource.ts';

/** Leads from a resource's address, as people type it, to its list. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname.replace(/\/+$/, '') + SCREEN_PATTERNS.list + search);
}
clientLoader.hydrate = true as const;

export default function ListRedirect() {
  return null;
}
