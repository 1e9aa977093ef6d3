/**
 * Returns the table of `docs/licences.md`: packages in production by licence. It uses the lock file, so that
 * the result does not depend on the machine's own packages.
 * @param {Record<string, LockedPackage>} packages of the lock file
 *
 * @typedef {{ version: string, license?: string, name?: string, dev?: boolean, link?: boolean }} LockedPackage
 */
export function licencesTable(packages) {
  /** @type {Map<string, Set<string>>} */
  const byLicence = new Map();
  for (const [folder, { version, license, name, dev, link }] of Object.entries(packages)) {
    if (folder === '' || dev || link) continue;
    const names = byLicence.get(license ?? '?') ?? new Set();
    byLicence.set(license ?? '?', names.add(`${name ?? folder.split('node_modules/').pop()} ${version}`));
  }
  const rows = [...byLicence]
    .sort(([a, aNames], [b, bNames]) => bNames.size - aNames.size || (a < b ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(', ')} |`);
  return ['| Licence | Packages | Which |', '|---|---|---|', ...rows].join('\n');
}
