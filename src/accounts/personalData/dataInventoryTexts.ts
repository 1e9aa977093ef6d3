import type { Config } from '../../platform/config/config.ts';
import { areas } from '../users/rolePermissions.ts';
import { dataInventory } from './dataInventory.ts';

/** Returns the generated part of docs/personal-data.md: the data inventory for this configuration. */
export function dataInventoryTexts(config: Config): string {
  return dataInventory(config)
    .map(({ whose, what, why, basis, howLong, seenBy, seen, where, erased, columns }) => {
      const label = areas.find(({ area }) => area === seenBy)?.label;
      const who = seenBy ? `Users who may read ${label} (\`${seenBy}.read\`). ${seen.en}` : seen.en;
      const tables = Object.entries(columns).map(
        ([table, names]) => `\`${table}\` (${names.map((name) => `\`${name}\``).join(', ')})`,
      );
      const rows = [
        ['What', what.en],
        ['Why', why.en],
        ['Legal basis', basis.en],
        ['How long', howLong.en],
        ['Who sees it', who],
        ['Where', where.en],
        ['How it is erased', erased.en],
        ...(tables.length > 0 ? [['Columns', tables.join('; ')]] : []),
      ];
      return [`### ${whose.en}`, '', ...rows.map(([name, text]) => `- **${name}.** ${text}`)].join('\n');
    })
    .join('\n\n');
}
