import { areas, BUILT_IN_ROLES } from '../accounts/users/rolePermissions.ts';
import type { Deps } from '../platform/deps.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { VERBS, type Verb } from '../shared/permissions.ts';
import { features } from './features.ts';

// Generates parts of `docs/permissions.md`.

const LETTERS: Record<Verb, string> = { read: 'R', write: 'W', publish: 'P', delete: 'D' };

const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Returns a table of the built-in roles: the letters of their verbs in each area. */
export function rolesTable(): string {
  const rows = areas.map(({ area, label, verbs }) => [
    `\`${area}\``,
    label,
    ...BUILT_IN_ROLES.map(({ permissions }) => {
      const has = verbs.filter((verb) => permissions.includes(`${area}.${verb}`));
      return (
        VERBS.filter((verb) => has.includes(verb))
          .map((verb) => LETTERS[verb])
          .join('') || '–'
      );
    }),
  ]);
  return table(
    ['Area', 'In the menu', ...BUILT_IN_ROLES.map(({ key, name }) => `${name} (\`${key}\`)`)],
    rows,
  );
}

/** Returns a table of all endpoints that need a session, with their permissions. */
export function endpointsTable(): string {
  const endpoints = features.flatMap(({ routes }) =>
    routes ? routes({} as Deps).map(({ endpoint }): Endpoint => endpoint) : [],
  );
  const rows = endpoints
    .filter(({ needs }) => needs)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((endpoint) => [`\`${endpoint.method}\``, `\`${endpoint.path}\``, needOf(endpoint)]);
  return table(['Method', 'Path', 'Needs'], rows);
}

const keyOf = ({ path, method }: Endpoint) => `${path} ${method}`;

function needOf({ needs, planned, needsFor, beforeOwnPassword, confirms }: Endpoint): string {
  const more = [
    planned && 'plus `publish` to publish now or on schedule',
    needsFor && 'plus the right of each action',
    confirms === 'always' && 'step-up confirmation',
    confirms === 'sometimes' && 'step-up confirmation if it grants access',
    beforeOwnPassword && 'also before a required password change',
  ].filter(Boolean);
  const own = needs === 'signed-in' ? 'a session' : `\`${needs}\``;
  return [own, ...more].join('; ');
}
