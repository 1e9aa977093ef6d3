import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { brandFolder } from './scripts/lib/brand.mjs';
import type { Brand } from './src/brand/brand.ts';

/**
 * Resolves `#brand/…` to the folder of the brand that `BRAND` names. Node resolves it by a condition of
 * `package.json`, which does not reach imports of style sheets.
 */
export async function brandFiles(): Promise<Plugin> {
  const { brand } = (await import(pathToFileURL(path.join(brandFolder, 'brand.ts')).href)) as {
    brand: Brand;
  };
  const colours = new Map<string, string>(Object.entries(brand.colours));
  return {
    name: 'brand-files',
    config: () => ({
      publicDir: path.join(brandFolder, 'public'),
      resolve: { alias: [{ find: /^#brand\//, replacement: `${brandFolder}/` }] },
      css: {
        postcss: {
          plugins: [
            {
              postcssPlugin: 'brand-shades',
              // Mixed colours become constants, which are shorter.
              Declaration(declaration: { value: string }) {
                declaration.value = declaration.value.replace(
                  /color-mix\((?:[^()]|\([^()]*\))*\)/g,
                  (mixed) =>
                    mixed.replace(/var\(--color-([\w-]+)\)/g, (own, token) => colours.get(token) ?? own),
                );
              },
            },
          ],
        },
      },
    }),
  };
}
