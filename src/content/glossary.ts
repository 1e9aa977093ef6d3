import type { Resource } from '../shared/resource.ts';
import { folderOf, resources } from './resources.ts';

/**
 * Returns the generated table of docs/glossary.md: names of the resources in Portuguese, on the wire and in
 * code.
 */
export function glossaryTable(): string {
  const rows = resources.map((resource: Resource) => {
    const { one, table, meaning, office, wire: others = [] } = resource;
    const wire = [...new Set([office.address, ...others])].map((name) => `\`${name}\``);
    return `| ${withoutArticle(one)} | ${wire.join(', ')} | \`${folderOf(resource)}\`, \`${table}\` | ${meaning} |`;
  });
  return [
    '| Portuguese | On the wire | In code (folder, table) | What it is |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const withoutArticle = (noun: string) => noun.slice(noun.indexOf(' ') + 1);
