import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { runtimePackages } from './lib/runtimePackages.mjs';

// Removes the packages of development and those that are part of `build` from `node_modules` and from `package.json`.
// Only for images (deploy/Containerfile): the project cannot be built or tested afterwards.
const { name, version, license, type, dependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const manifest = {
  name,
  version,
  private: true,
  license,
  type,
  dependencies: Object.fromEntries(runtimePackages.map((each) => [each, dependencies[each]])),
  optionalDependencies,
};
writeFileSync('package.json', JSON.stringify(manifest, null, 2));
execFileSync('npm', ['prune', '--omit=dev'], { stdio: 'inherit' });
