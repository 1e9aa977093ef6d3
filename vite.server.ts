import { globSync } from 'node:fs';
import path from 'node:path';
import { defaultServerConditions, type Plugin } from 'vite';
import { runtimePackages } from './scripts/lib/runtimePackages.mjs';

/** Modules that the operator or the server starts, and migrations, which are imported by name. */
const programs = [
  'src/server/main.ts',
  'src/server/commands/cli.ts',
  ...globSync('src/**/*.{worker,child}.ts'),
];
const migrations = globSync('migrations/[0-9]*.ts');

const nameOf = (file: string) => path.basename(file, '.ts');

/**
 * Builds the server with the public pages (`site`) and React Router's build of the back office (`index`). All modules lie in one folder (`src/platform/paths.ts`). Server
 * and pages share them, such as the definitions of records, so that a process loads each only once.
 */
export function serverPrograms(): Plugin {
  return {
    name: 'server-programs',
    apply: 'build',
    config: () => ({
      environments: {
        ssr: {
          // Leaves out the development half of packages.
          define: { 'process.env.NODE_ENV': '"production"' },
          resolve: {
            noExternal: true,
            // Only development loads Vite.
            external: [...runtimePackages, 'vite'],
            // React Router leaves out the condition `node`, under which packages offer what only servers need.
            conditions: [...defaultServerConditions],
          },
          build: {
            target: 'esnext',
            sourcemap: 'hidden',
            // Texts of the licences of all packages that are part of the build.
            license: { fileName: 'licences.md' },
            rolldownOptions: {
              input: {
                index: 'virtual:react-router/server-build',
                site: 'src/entry.site.ts',
                ...Object.fromEntries(programs.map((file) => [nameOf(file), file])),
                ...Object.fromEntries(migrations.map((file) => [`migrations/${nameOf(file)}`, file])),
              },
              output: {
                entryFileNames: '[name].js',
                chunkFileNames: '[name]-[hash].js',
                sourcemapExcludeSources: true,
                // V8 keeps the texts of modules, so they have no spaces and comments. Names stay, for stack traces.
                minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
              },
            },
          },
        },
      },
    }),
  };
}
