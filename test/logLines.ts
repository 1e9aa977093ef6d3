/** The lines of a log. */
export interface LogLines {
  logTo: { write(line: string): void };
  /** The text as written. */
  text(): string;
  all(): Record<string, unknown>[];
  /** Returns the lines with this message. */
  withMessage(msg: string): Record<string, unknown>[];
  clear(): void;
}

export function collectLogLines(): LogLines {
  let lines: string[] = [];
  const all = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    logTo: { write: (line) => void lines.push(line) },
    text: () => lines.join(''),
    all,
    withMessage: (msg) => all().filter((line) => line.msg === msg),
    clear: () => {
      lines = [];
    },
  };
}
