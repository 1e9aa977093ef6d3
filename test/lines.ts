/** What a log says, line by line. */
export interface Lines {
  logTo: { write(line: string): void };
  /** As it was written. */
  text(): string;
  all(): Record<string, unknown>[];
  /** Those with this text. */
  of(msg: string): Record<string, unknown>[];
  clear(): void;
}

export function keepLines(): Lines {
  let kept: string[] = [];
  const all = () => kept.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    logTo: { write: (line) => void kept.push(line) },
    text: () => kept.join(''),
    all,
    of: (msg) => all().filter((line) => line.msg === msg),
    clear: () => {
      kept = [];
    },
  };
}
