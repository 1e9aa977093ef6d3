import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { root } from './project.mjs';

/**
 * Returns the project's files that a source file imports, type imports included, with the line of each import.
 * @param {string} file relative to the project's root
 */
export function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { module } = parseSync(file, text);
  const exported = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest));
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...exported,
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      value: text.slice(start + 1, end - 1),
      start,
    })),
  ];
  return requests.flatMap((request) =>
    request
      ? [
          {
            to: request.value.startsWith('.')
              ? path.posix.join(path.posix.dirname(file), request.value.replace(/\?.*$/, ''))
              : request.value,
            line: text.slice(0, request.start).split('\n').length,
          },
        ]
      : [],
  );
}

/**
 * Returns the strongly connected components of more than one node: each is a cycle (Tarjan's algorithm).
 * @param {ReadonlyMap<string, ReadonlySet<string>>} edges
 */
export function cyclesOf(edges) {
  /** @type {Map<string, { index: number, low: number }>} */
  const visited = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];
  /** @param {string} node */
  function visit(node) {
    const own = { index: visited.size, low: visited.size };
    visited.set(node, own);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      const known = visited.get(next);
      if (!known) own.low = Math.min(own.low, visit(next));
      else if (stack.includes(next)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) cycles.push(component.sort());
    }
    return own.low;
  }
  for (const node of edges.keys()) if (!visited.has(node)) visit(node);
  return cycles;
}
