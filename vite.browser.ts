import type { Plugin, Rolldown } from 'vite';

/** Around each `import()` of a build. */
const LOADER = '\0vite/preload-helper.js';

/** A piece that is gone with a release loads the page anew, whoever asks for it. */
const RELOADING = "import { reloadIfReplaced } from '/src/ui/newVersion.ts';\n";

interface Options {
  /** The script's source file, from the project's root. */
  file: string;
  /** What loads pieces of it, which bring no styles. */
  pieces: RegExp;
  /** What nothing that it leads to may hold: modules of the back office, say. */
  never: RegExp;
}

/**
 * The one script of public pages: an entry of the browser's build whose address the server's build knows as
 * `virtual:browser-script`.
 */
export function browserScript({ file, pieces, never }: Options): Plugin {
  const id = 'virtual:browser-script';
  // Islands wait for React Router's plugin, which refreshes them; what is rendered on the server is shown anew.
  const development = `import 'virtual:react-router/inject-hmr-runtime';
import.meta.hot?.on('site:changed', () => location.reload());
import '/${file}';`;
  let address = `/@id/__x00__${id}/development`;
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
      for (const chunk of reachedFrom(entry.fileName, bundle)) {
        const foreign = chunk.moduleIds.find((module) => never.test(module));
        if (foreign) this.error(`${file} leads to ${chunk.fileName}, which holds ${foreign}`);
        if (chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.fileName} brings styles, which nothing on a public page waits for`);
      }
    },
    hotUpdate({ file: changed }) {
      if (this.environment.name === 'client' && /\/src\/(?!admin|server|platform)/.test(changed))
        this.environment.hot.send({ type: 'custom', event: 'site:changed' });
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        // Vite's waits for the styles of what is loaded, which here comes without any (`generateBundle` sees to it).
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
      if (source === `\0${id}`) return `export default ${JSON.stringify(address)};`;
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
