import type { Plugin } from 'vite';

/**
 * The one script of public pages, `file`: an entry of the browser's build whose address the server's build knows as
 * `virtual:browser-script`.
 */
export function browserScript(file: string): Plugin {
  const id = 'virtual:browser-script';
  let address = `/${file}`;
  return {
    name: 'browser-script',
    sharedDuringBuild: true,
    config: () => ({ environments: { client: { build: { rolldownOptions: { input: [file] } } } } }),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith(`/${file}`))
          address = `/${chunk.fileName}`;
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(address)};` : undefined),
  };
}
