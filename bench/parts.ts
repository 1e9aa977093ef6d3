/** A benchmark as README.md names it. */
interface Part {
  measures: string;
  /** Runs only when it is named, because it takes minutes. */
  long?: true;
}

/** Benchmarks by name, in the order in which they run: those that load the shared product stand before its memory. */
export const PARTS = {
  start: { measures: 'Time from process start to the first response' },
  weight: { measures: 'Bytes of HTML, JavaScript and CSS of each kind of page' },
  upload: { measures: 'Upload of a large picture' },
  cached: { measures: 'Requests per second from the response cache, beside a bare `node:http` server' },
  memory: { measures: 'Resident memory after the parts above' },
  list: { measures: 'Time until a back-office list is painted' },
  render: { measures: 'Pages per second with rendering, with cached and with changed data' },
  lists: { measures: 'List queries of 1,000 and 100,000 records', long: true },
  live: { measures: 'Change notifications to many open screens', long: true },
  interactions: { measures: 'Time from a touch or a key to the next frame, on a slow phone', long: true },
  screens: { measures: 'Typing and scrolling in the largest screens of the back office', long: true },
  travel: { measures: 'Navigation between pages', long: true },
  video: { measures: 'Upload and playback of a large video', long: true },
  lighthouse: { measures: 'Lighthouse scores of each kind of page', long: true },
  search: { measures: 'Search among 100,000 offers', long: true },
  growth: { measures: 'Lists and pages with 100,000 records, in databases of gigabytes', long: true },
  crowd: { measures: "A chain's busiest morning", long: true },
  payload: {
    measures: 'A list and the steps to it and from it, beside Payload CMS, which it installs',
    long: true,
  },
  chores: { measures: 'Clicks and keys of ten chores in the back office', long: true },
  hour: { measures: 'Memory over an hour (`MINUTES=30` shortens it)', long: true },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

/** Returns README.md's table of the benchmarks. */
export const partsTable = () =>
  [
    '| Name | Measures |',
    '|---|---|',
    ...Object.entries<Part>(PARTS).map(
      ([name, { measures, long }]) => `| \`${name}\` | ${measures}${long ? '; only when named' : ''} |`,
    ),
  ].join('\n');
