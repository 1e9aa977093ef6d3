/**
 * What runs in production, by licence, as docs/licences.md shows it: from the lock file, so that it is the same on each
 * machine, whichever of the packages for other systems are installed there.
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
    .sort(([one, oneHas], [other, otherHas]) => otherHas.size - oneHas.size || (one < other ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${names.size} | ${[...names].sort().join(', ')} |`);
  return ['| Licence | Packages | Which |', '|---|---|---|', ...rows].join('\n');
}
