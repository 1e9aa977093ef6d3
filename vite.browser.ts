import type { Plugin, Rolldown } from 'vite';

interface Options {
  /** The script's source file, from the project's root. */
  file: string;
  /** What nothing that it leads to may hold: modules of the back office, say. */
  never: RegExp;
}

/**
 * The one script of public pages: an entry of the browser's build whose address the server's build knows as
 * `virtual:browser-script`.
 */
export function browserScript({ file, never }: Options): Plugin {
  const id = 'virtual:browser-script';
  let address = `/${file}`;
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
      }
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(address)};` : undefined),
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
