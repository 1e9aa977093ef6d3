import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const MAX_CACHED = 1000;
/** Positions in sources by positions in the build: most errors repeat, and a map takes milliseconds to read. */
const cached = new Map<string, string>();

/**
 * Returns text with positions in the built server replaced by those in its sources. Node would do so with
 * `--enable-source-maps`, but reads all maps at the start.
 */
export const withSourcePositions = (text: string): string =>
  text.replace(POSITION, (position, url: string, line: string, column: string) => {
    const found = cached.get(position) ?? sourcePosition(url, Number(line), Number(column)) ?? position;
    if (cached.size < MAX_CACHED) cached.set(position, found);
    return found;
  });

function sourcePosition(url: string, line: number, column: number): string | undefined {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
    const origin = map.findOrigin(line, column);
    return 'fileName' in origin
      ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
      : undefined;
  } catch {
    // Code of a package, or a build without maps.
    return undefined;
  }
}
