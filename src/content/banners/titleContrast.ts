import {
  contrastRatio,
  LUMINANCE_GRID,
  type LuminanceMap,
  relativeLuminance,
} from '../../records/server/files/luminanceMap.ts';
import type { ImageFile } from '../../shared/files/image.ts';
import type { TitleOnPicture } from './banner.contract.ts';

/** Font size of a title, which depends on its length. */
export type TitleSize = 'large' | 'mid' | 'small';

export function titleSize(title: string): TitleSize {
  if (title.length > 70) return 'small';
  return title.length > 36 ? 'mid' : 'large';
}

// Sizes of BannerSlider.css for a window width in px, at 16 px to the rem.
const REM = 16;
const HEIGHT = 600;
/** Vertical space of the title in px, between the awning and the foot of the banner. */
const TEXT = { top: 28, bottom: 364 };
const CONTAINER = 1840;
const gutter = (window: number) => clamp(18, 0.034 * window, 40);
/** Width of the widest line in px, by window width. */
const LINE_WIDTH: Record<TitleSize, (window: number) => number> = {
  large: (window) => 6.8 * clamp(2.5 * REM, 1.2 * REM + 0.048 * window, 5.5 * REM),
  mid: (window) => 10 * clamp(2.25 * REM, 1.5 * REM + 0.022 * window, 3.5 * REM),
  small: (window) => 13 * clamp(1.75 * REM, 1.3 * REM + 0.013 * window, 2.5 * REM),
};
/** Default crop position in percent, for pictures without a focus. */
const DEFAULT_FOCUS = { x: 100, y: 8 };

/** Window widths in px with a class in the style sheet. */
export const TITLE_WINDOW_WIDTHS = [960, 1120, 1280, 1440] as const;
const WINDOWS = [...TITLE_WINDOW_WIDTHS, 1600, 1920, 2560];

const COLOURS = {
  ink: relativeLuminance(0x2b, 0x12, 0x0a),
  paper: relativeLuminance(0xff, 0xf6, 0xe8),
} as const;
/** WCAG 2.2 contrast for small text. Large text needs only 3, but its strokes cross details of the picture. */
const MIN_CONTRAST = 4.5;
/**
 * Highest contrast between the lightest and darkest point below a title; busier pictures make it hard to
 * read.
 */
const MAX_VARIATION = 2.2;

/**
 * Returns the colour of a title on its picture and the window width from which it is readable. All points
 * below the title are checked at every width. Null if the title needs paper.
 */
export function placeTitleOnPicture(
  title: string,
  { width, height, focus }: Pick<ImageFile, 'width' | 'height' | 'focus'>,
  ground: LuminanceMap | null,
): TitleOnPicture | null {
  if (!ground || !width || !height) return null;
  const size = titleSize(title);
  const position = focus ?? DEFAULT_FOCUS;
  const ranges = WINDOWS.map((window) => rangeBelow(window, size, { width, height, position }, ground));
  for (const colour of ['ink', 'paper'] as const) {
    const from = TITLE_WINDOW_WIDTHS.find((_, index) =>
      ranges.slice(index).every((range) => isReadable(COLOURS[colour], range)),
    );
    if (from !== undefined) return { colour, from };
  }
  return null;
}

interface Range {
  darkest: number;
  lightest: number;
}

const isReadable = (text: number, { darkest, lightest }: Range) =>
  Math.min(contrastRatio(text, darkest), contrastRatio(text, lightest)) >= MIN_CONTRAST &&
  (text < darkest || text > lightest) &&
  contrastRatio(lightest, darkest) <= MAX_VARIATION;

interface Placement {
  width: number;
  height: number;
  position: { x: number; y: number };
}

/** Returns the luminance range below the title for a picture with `object-fit: cover` in a window. */
function rangeBelow(
  window: number,
  size: TitleSize,
  { width, height, position }: Placement,
  ground: LuminanceMap,
): Range {
  const scale = Math.max(window / width, HEIGHT / height);
  const scaled = { width: width * scale, height: height * scale };
  const left = ((window - scaled.width) * position.x) / 100;
  const top = ((HEIGHT - scaled.height) * position.y) / 100;
  const start = Math.max(gutter(window), (window - CONTAINER) / 2);
  const column = (x: number) => cell((x - left) / scaled.width, LUMINANCE_GRID.columns);
  const row = (y: number) => cell((y - top) / scaled.height, LUMINANCE_GRID.rows);
  const range: Range = { darkest: 1, lightest: 0 };
  for (let x = column(start); x <= column(start + LINE_WIDTH[size](window)); x++)
    for (let y = row(TEXT.top); y <= row(TEXT.bottom); y++) {
      const { darkest, lightest } = ground.at(x, y);
      range.darkest = Math.min(range.darkest, darkest);
      range.lightest = Math.max(range.lightest, lightest);
    }
  return range;
}

const cell = (share: number, count: number) => clamp(0, Math.floor(share * count), count - 1);

function clamp(min: number, value: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
