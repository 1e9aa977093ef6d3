import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';

/** Vite's helper around each `import()` of a build. */
const LOADER = '\0vite/preload-helper.js';

/** If a new release has removed a chunk, the page reloads. */
const RELOADING = "import { reloadIfReplaced } from '/src/ui/newVersion.ts';\n";

interface Options {
  /** Source file of the script, relative to the project's root. */
  file: string;
  /** Matches the modules that load chunks of it. These chunks have no styles. */
  pieces: RegExp;
  /** Matches modules that must not be reachable from it, such as those of the back office. */
  never: RegExp;
}

/**
 * Builds the one script of public pages as an entry of the client build. The server build imports its address
 * as `virtual:browser-script`, and a version that changes with any file of the client build.
 */
export function browserScript({ file, pieces, never }: Options): Plugin {
  const id = 'virtual:browser-script';
  // Islands need React Router's hot reload runtime first. Changes of static parts reload the page.
  const development = `import 'virtual:react-router/inject-hmr-runtime';
import.meta.hot?.on('site:changed', () => location.reload());
import '/${file}';`;
  let address = `/@id/__x00__${id}/development`;
  let version = 'development';
  return {
    name: 'browser-script',
    sharedDuringBuild: true,
    config: () => ({ environments: { client: { build: { rolldownOptions: { input: [file] } } } } }),
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(
        (chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith(`/${file}`),
      );
      if (!entry) return;
      address = `/${entry.fileName}`;
      // Names of files contain the digests of their contents.
      version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 8);
      for (const chunk of reachedFrom(entry.fileName, bundle)) {
        const foreign = chunk.moduleIds.find((module) => never.test(module));
        if (foreign) this.error(`${file} leads to ${chunk.fileName}, which holds ${foreign}`);
        if (chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.fileName} brings styles, which nothing on a public page waits for`);
      }
    },
    hotUpdate({ file: changed }) {
      if (
        this.environment.name === 'client' &&
        /\/src\/(?!office|records\/office|server|platform)/.test(changed)
      )
        this.environment.hot.send({ type: 'custom', event: 'site:changed' });
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        // Vite's helper waits for the styles of a chunk. These chunks have none; `generateBundle` checks
        // that.
        if (source === LOADER && importer && !importer.startsWith(`\0${id}`))
          return pieces.test(importer) ? `\0${id}/loader` : `\0${id}/office-loader`;
        return source.startsWith(id) ? `\0${source}` : undefined;
      },
    },
    load(source) {
      if (source === `\0${id}/loader`)
        return `${RELOADING}export const __vitePreload = (load) => load().catch(reloadIfReplaced);`;
      if (source === `\0${id}/office-loader`)
        return `${RELOADING}import { __vitePreload as preload } from ${JSON.stringify(LOADER)};
export const __vitePreload = (...piece) => preload(...piece).catch(reloadIfReplaced);`;
      if (source === `\0${id}`)
        return `export default ${JSON.stringify(address)};\nexport const version = ${JSON.stringify(version)};`;
      return source === `\0${id}/development` ? development : undefined;
    },
  };
}

function reachedFrom(fileName: string, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const reached = new Set<Rolldown.OutputChunk>();
  const reach = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || reached.has(chunk)) return;
    reached.add(chunk);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) reach(next);
  };
  reach(fileName);
  return reached;
}

const SCRIPT_QUERY = '?script';

/**
 * Imports a module as the text of one classic script, minified with all that it imports: `./head/page.ts?script`.
 * Browsers get the script in the page, so the client build has an empty text.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SCRIPT_QUERY)) return;
      if (this.environment.name === 'client') return "export default '';";
      const input = id.slice(0, -SCRIPT_QUERY.length);
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
      });
      const [script, ...others] = (built as Rolldown.RolldownOutput).output;
      if (others.length > 0 || /<\/script|<!--/i.test(script.code))
        this.error(`${input} cannot be inlined as one script`);
      for (const module of script.moduleIds) this.addWatchFile(module);
      return `export default ${JSON.stringify(script.code.trim())};`;
    },
  };
}
