import { redirect } from 'react-router';
import { DASHBOARD } from '../shared/addresses.ts';

export function clientLoader() {
  throw redirect(DASHBOARD);
}
clientLoader.hydrate = true as const;

export default function AdminIndex() {
  return null;
}
