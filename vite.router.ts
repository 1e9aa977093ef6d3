import { type Plugin, parseAst } from 'vite';

/**
 * What is cut out of React Router, by file: its instruments, actions and fetchers, prefetching links, single-page
 * mode, hot replacement and server components. None of it runs here, and all of it would be loaded by every
 * visitor. Each cut is an exact text of the pinned version, and one that is not found fails the build: then look
 * it up anew, or drop it.
 */
const CUTS: Record<string, [from: string, to: string][]> = {
  'router/router.js': [
    ['if (init.instrumentations) {', 'if (false) {'],
    ['if (init.instrumentations) router =', 'if (false) router ='],
    [
      'let instrumentationNavigateMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
      'let instrumentationNavigateMetaReceiver;',
    ],
    [
      'let instrumentationResultMetaReceiver = consumeInstrumentationClientResultMetaReceiver(router);',
      'const instrumentationResultMetaReceiver = undefined;',
    ],
    ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
    [
      'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
      'else if (false) {',
    ],
    [
      'async function fetch(key, routeId, href, opts) {',
      'async function fetch(key, routeId, href, opts) { throw new Error();',
    ],
    // Routes learnt of for later would have the whole page rendered again.
    ['if (!dataRoutes.hasHMRRoutes) updateState({});', ''],
    ['fetchLoadMatches.forEach((f, key) => {', 'if (false) fetchLoadMatches.forEach((f, key) => {'],
  ],
  'hooks.js': [
    [
      'const defaultErrorElement = /* @__PURE__ */ React$1.createElement(DefaultErrorComponent, null);',
      'const defaultErrorElement = null;',
    ],
  ],
  'dom/ssr/single-fetch.js': [
    ['&& !window.__reactRouterHdrActive', ''],
    ['if (request.method !== "GET") return singleFetchActionStrategy(args, fetchAndDecode);', ''],
    [
      'if (!ssr && !foundRevalidatingServerLoader) return nonSsrStrategy(args, getRouteInfo, fetchAndDecode);',
      '',
    ],
    ['if (fetcherKey) return singleFetchLoaderFetcherStrategy(args, fetchAndDecode);', ''],
  ],
  'dom/lib.js': [
    ['usePrefetchBehavior(prefetch, rest)', '[false, null, {}]'],
    ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
    ['if (!remixContext || remixContext.isSpaMode)', 'if (!remixContext)'],
  ],
  'dom/ssr/components.js': [
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    ['if (isSpaMode && !isHydrated) return [matches[0]];', ''],
    ['!isStatic ? " " :', 'true ? " " :'],
    ['let contextScript = staticContext ?', 'let contextScript = false ?'],
    ['let isRSCRouterContext = useIsRSCRouterContext();', 'const isRSCRouterContext = false;'],
  ],
  'dom/ssr/routes.js': [
    ['if (needsRevalidation) return', 'if (false) return'],
    ['return isSpaMode && routeId !== "root" || clientLoader', 'return clientLoader'],
  ],
  'dom/ssr/errorBoundaries.js': [
    [
      'let { nonce } = useFrameworkContext();\n\tconsole.error(error);',
      'console.error(error);\n\tif (true) return React$1.createElement(BoundaryShell, { title: "Algo deu errado", isOutsideRemixApp }, "Algo deu errado do nosso lado. Recarregue a página.");',
    ],
    ['lang: "en"', 'lang: "pt-BR"'],
  ],
  'dom-export/hydrated-router.js': [
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
    ['window.__reactRouterManifest.sri === true', 'false'],
  ],
};
/** What must not be used while it is cut. */
const CUT_OFF =
  /\b(useFetchers?|PrefetchPageLinks|clientAction)\b|\sprefetch=|^export (async )?(function|const) action\b/m;

/**
 * Builds the browser's React Router without what this product never runs, and without the words that it has for
 * developers (the development build keeps all of it). docs/decisions has the figures.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/|\/src\/[^?]*\.tsx?$/ },
      handler(code, id) {
        if (!id.includes('/node_modules/')) {
          const used = CUT_OFF.exec(code)?.[0];
          if (used) this.error(`«${used.trim()}» is cut out of the build: see vite.router.ts`);
          return null;
        }
        const file = id.replace(/^.*\/dist\/production\/lib\//, '');
        let text = code;
        for (const [from, to] of CUTS[file] ?? []) {
          if (text.split(from).length !== 2) this.error(`${file} has not exactly one «${from}»`);
          text = text.replace(from, () => to);
        }
        return withoutMessages(text);
      },
    },
  };
}

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: Node & { name?: string };
  arguments?: Node[];
}

/** Without the messages of `invariant` and `warning`; what they check, they still check. */
function withoutMessages(code: string): string {
  const cuts: [number, number][] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (
      node.type === 'CallExpression' &&
      /^(invariant|UNSAFE_invariant|warning|warnOnce)$/.test(node.callee?.name ?? '')
    ) {
      const [condition, message] = node.arguments ?? [];
      if (condition && message) cuts.push([condition.end, message.end]);
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(code));
  let text = code;
  for (const [start, end] of cuts.sort((a, b) => b[0] - a[0])) text = text.slice(0, start) + text.slice(end);
  return text;
}

/**
 * What pages say to machines is said by the server, with the page: in browsers each of these functions says
 * nothing, so that no visitor loads them.
 */
export function saidByTheServer(file: RegExp): Plugin {
  return {
    name: 'said-by-the-server',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      order: 'pre',
      filter: { id: file },
      handler: (code) =>
        Array.from(
          code.matchAll(/^export function (\w+)/gm),
          ([, name]) => `export const ${name} = () => null;`,
        ).join('\n'),
    },
  };
}
