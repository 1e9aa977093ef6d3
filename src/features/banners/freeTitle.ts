import type { ImageFile } from '../../contract/image.ts';
import { contrastOf, GROUND, type Ground, luminanceOf } from '../files/ground.ts';
import type { FreeTitle } from './banner.contract.ts';

/** How long a title is decides how large it is set. */
export type TitleSize = 'large' | 'mid' | 'small';

export function titleSize(title: string): TitleSize {
  if (title.length > 70) return 'small';
  return title.length > 36 ? 'mid' : 'large';
}

// What BannerSlider.css makes of a window of so many px, at 16 px to the rem.
const REM = 16;
const HEIGHT = 600;
/** Between the awning and what lies over the banner's foot. */
const TEXT = { top: 28, bottom: 364 };
const CONTAINER = 1840;
const gutter = (window: number) => clamp(18, 0.034 * window, 40);
/** Its widest line, in px. */
const LINE: Record<TitleSize, (window: number) => number> = {
  large: (window) => 6.8 * clamp(2.5 * REM, 1.2 * REM + 0.048 * window, 5.5 * REM),
  mid: (window) => 10 * clamp(2.25 * REM, 1.5 * REM + 0.022 * window, 3.5 * REM),
  small: (window) => 13 * clamp(1.75 * REM, 1.3 * REM + 0.013 * window, 2.5 * REM),
};
/** Where the picture is cut, in percent, unless somebody said what stays in sight. */
const POSITION = { x: 100, y: 8 };

/** A class of its own is in the style sheet for each of these. */
export const FROM = [960, 1120, 1280, 1440] as const;
const WINDOWS = [...FROM, 1600, 1920, 2560];

const COLOURS = { ink: luminanceOf(0x2b, 0x12, 0x0a), paper: luminanceOf(0xff, 0xf6, 0xe8) } as const;
/** WCAG 2.2 asks this of small text; a title could do with 3, but its strokes cross what is below them. */
const CONTRAST = 4.5;
/** Lighter by this than its darkest, a ground is a picture of something, and words on it are hard to read. */
const QUIET = 2.2;

/**
 * Whether a banner's title can stand on its picture, in which colour and from which width of window on: the darkest and
 * lightest points of all that lies below it are looked at, in every width. Null where it needs a paper below it.
 */
export function freeTitleOf(
  title: string,
  { width, height, focus }: Pick<ImageFile, 'width' | 'height' | 'focus'>,
  ground: Ground | null,
): FreeTitle | null {
  if (!ground || !width || !height) return null;
  const size = titleSize(title);
  const position = focus ?? POSITION;
  const below = WINDOWS.map((window) => rangeBelow(window, size, { width, height, position }, ground));
  for (const colour of ['ink', 'paper'] as const) {
    const from = FROM.find((_, index) => below.slice(index).every((range) => reads(COLOURS[colour], range)));
    if (from !== undefined) return { colour, from };
  }
  return null;
}

interface Range {
  darkest: number;
  lightest: number;
}

const reads = (text: number, { darkest, lightest }: Range) =>
  Math.min(contrastOf(text, darkest), contrastOf(text, lightest)) >= CONTRAST &&
  (text < darkest || text > lightest) &&
  contrastOf(lightest, darkest) <= QUIET;

interface Shown {
  width: number;
  height: number;
  position: { x: number; y: number };
}

/** `object-fit: cover` of the picture in a window, and what of it is below the title. */
function rangeBelow(
  window: number,
  size: TitleSize,
  { width, height, position }: Shown,
  ground: Ground,
): Range {
  const scale = Math.max(window / width, HEIGHT / height);
  const shown = { width: width * scale, height: height * scale };
  const left = ((window - shown.width) * position.x) / 100;
  const top = ((HEIGHT - shown.height) * position.y) / 100;
  const start = Math.max(gutter(window), (window - CONTAINER) / 2);
  const column = (x: number) => cell((x - left) / shown.width, GROUND.columns);
  const row = (y: number) => cell((y - top) / shown.height, GROUND.rows);
  const range: Range = { darkest: 1, lightest: 0 };
  for (let x = column(start); x <= column(start + LINE[size](window)); x++)
    for (let y = row(TEXT.top); y <= row(TEXT.bottom); y++) {
      const { darkest, lightest } = ground.at(x, y);
      range.darkest = Math.min(range.darkest, darkest);
      range.lightest = Math.max(range.lightest, lightest);
    }
  return range;
}

const cell = (share: number, count: number) => clamp(0, Math.floor(share * count), count - 1);

function clamp(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
